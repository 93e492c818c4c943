// A search whose leaves are judged many at a time, as networks like it.
#include <algorithm>
#include <bit>

#include "agents/search/search.hpp"
#include "core/base/error.hpp"

namespace carrack {

void SearchAgent::evaluate_with(BatchEvaluator evaluator, std::size_t batch, bool priors) {
  constexpr std::size_t kLargestBatch = 4096;
  if (options_.parallel != Parallel::none || options_.root != RootSelection::same) {
    throw InputError("agent '" + name_ + "': an evaluator needs parallel=none and root=same");
  }
  if (priors && !options_.uses_priors()) {
    throw InputError("agent '" + name_ +
                     "': an evaluator's priors take the place of prior=, which is none");
  }
  if (priors &&
      (options_.opponents == Opponents::separate || options_.opponents == Opponents::self)) {
    throw InputError("agent '" + name_ +
                     "': an evaluator's priors need opponents=maxn or paranoid");
  }
  if (batch == 0 || batch > kLargestBatch) {
    throw InputError("batch is " + std::to_string(batch) + ", expected 1 to " +
                     std::to_string(kLargestBatch));
  }
  evaluator_ = std::move(evaluator);
  asks_for_priors_ = priors;
  workers_.resize(1);
  while (workers_.size() < batch) {
    workers_.push_back(std::make_unique<SearchWorker>(options_, *trees_[0]));
  }
  for (const auto& worker : workers_) worker->wait_for_priors(priors);
}

/// Every worker goes down the one tree to a leaf of its own, and comes back when all are judged.
void SearchAgent::search_batches(double began) {
  const u64 budget = iteration_budget();
  std::vector<State> leaves(workers_.size());
  std::vector<State> open;
  std::vector<Rewards> values;
  std::vector<float> logits;
  const auto judge = [&] {
    values.assign(open.size(), {});
    logits.resize(asks_for_priors_ ? open.size() * kActions : 0);
    if (!open.empty()) evaluator_(open, values, logits);
  };
  if (asks_for_priors_) {
    workers_[0]->go_to_root(leaves[0]);
    open = {leaves[0]};
    judge();
    workers_[0]->grow(leaves[0], logits);
  }
  u64 next_note = 1;
  for (u64 done = 0; done < budget && (done == 0 || !out_of_time(began));) {
    const std::size_t batch = std::min<u64>(workers_.size(), budget - done);
    open.clear();
    for (std::size_t i = 0; i < batch; ++i) {
      workers_[i]->go_to_leaf(leaves[i]);
      if (!is_over(leaves[i])) open.push_back(leaves[i]);
    }
    judge();
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch; ++i) {
      SearchWorker& worker = *workers_[i];
      if (is_over(leaves[i])) {
        worker.come_back(worker.payoff_of(leaves[i]));
        continue;
      }
      if (asks_for_priors_) {
        worker.grow(leaves[i], std::span(logits).subspan(next * kActions, kActions));
      }
      worker.come_back({.rewards = values[next++]});
    }
    done += batch;
    if (done >= next_note) {
      note_anytime(std::bit_floor(done));
      next_note = std::bit_floor(done) * 2;
    }
  }
}

}  // namespace carrack
