// Search: leaves judged many at a time, as suits networks. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "agents/search/search.hpp"
#include "core/base/error.hpp"

namespace carrack {

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::evaluate_with(BasicBatchEvaluator<G> evaluator, std::size_t batch, bool priors) {
  constexpr std::size_t kMaxBatch = 4096;
  if (!evaluator) throw InputError("the evaluator is an empty function");
  if (options_.parallel.kind != Parallel::none) {
    throw InputError("an evaluator needs parallel=none and threads=1");
  }
  const RootSelection root = options_.root.rule;
  if (root != RootSelection::same && root != RootSelection::gumbel) {
    throw InputError("an evaluator needs root=same or gumbel");
  }
  if (priors && !options_.uses_priors()) {
    throw InputError(
        "an evaluator's priors replace those of prior=, and here prior= is none; expected another "
        "prior=, as in mcts, or selection=puct,prior=scripted");
  }
  if (priors && (options_.has_many_roots() || options_.tree.opponents == Opponents::self)) {
    throw InputError("an evaluator's priors need opponents=maxn or paranoid");
  }
  if (batch == 0 || batch > kMaxBatch) {
    throw InputError("batch is " + std::to_string(batch) + ", expected 1 to " +
                     std::to_string(kMaxBatch));
  }
  evaluator_ = std::move(evaluator);
  asks_for_priors_ = priors;
  waiting_.resize(batch);
  workers_[0]->wait_for_priors(priors);
}

/// Throws InputError unless every player's value is from 0 to 1.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::check_values(const State& leaf, const Rewards& values) {
  for (unsigned p = 0; p < G::players(leaf); ++p) {
    if (values[p] >= 0 && values[p] <= 1) continue;
    throw InputError("an evaluator gave p" + std::to_string(p + 1) + " the value " +
                     std::to_string(values[p]) + ", expected one from 0 to 1");
  }
}

/// A batch of iterations descends one after another; once all leaves are evaluated, they are backed
/// up. The first batches are small: iterations of one batch do not know of each other's results,
/// and a large part of a short search in one batch would hardly look below the root.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::search_with_evaluator(double began, u64 key) {
  SearchWorker<G, P>& worker = *workers_[0];
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    worker.prepare(waiting_[i], Random(key, stream(StreamFamily::rollout, i)));
  }
  BudgetMeter meter(budget());
  std::vector<State> leaves(waiting_.size());
  std::vector<State> open;
  std::vector<Rewards> values;
  std::vector<float> logits;
  const auto judge = [&] {
    values.assign(open.size(), {});
    logits.resize(asks_for_priors_ ? open.size() * G::kActions : 0);
    if (!open.empty()) evaluator_(open, values, logits);
    for (std::size_t i = 0; i < open.size(); ++i) check_values(open[i], values[i]);
  };
  if (asks_for_priors_) {
    worker.go_to_root(waiting_[0], leaves[0]);
    open = {leaves[0]};
    judge();
    worker.expand_leaf(waiting_[0], leaves[0], logits);
  }
  u64 next_note = 1;
  for (u64 done = 0; goes_on(meter, done, began);) {
    const std::size_t batch =
        std::min({batch_size(done, waiting_.size()), meter.iterations() - done,
                  worker.root_choice().most_at_once()});
    open.clear();
    for (std::size_t i = 0; i < batch; ++i) {
      worker.descend_to_leaf(waiting_[i], leaves[i]);
      if (!G::is_over(leaves[i])) open.push_back(leaves[i]);
    }
    judge();
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch; ++i) {
      Iteration<G, P>& it = waiting_[i];
      if (G::is_over(leaves[i])) {
        worker.back_up(it, worker.payoff_of(leaves[i]));
        continue;
      }
      if (asks_for_priors_) {
        worker.expand_leaf(it, leaves[i],
                           std::span(logits).subspan(next * G::kActions, G::kActions));
      }
      worker.back_up(it, {.rewards = values[next++]});
    }
    done += batch;
    if (done >= next_note) {
      note_anytime(done);
      next_note = std::bit_floor(done) * 2;
    }
  }
}

}  // namespace carrack
