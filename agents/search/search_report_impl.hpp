// Search: what it reports when it has chosen. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "agents/search/search.hpp"

namespace carrack {

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::write_report(double seconds) {
  sum_root(sums_);
  report_.seconds = seconds;
  report_.iterations = report_.nodes = report_.memory_bytes = report_.deepest = 0;
  u64 depths = 0;
  u64 descents = 0;
  for (const auto& worker : workers_) {
    descents += worker->descents();
    depths += worker->depth_sum();
    report_.deepest = std::max(report_.deepest, worker->deepest());
  }
  report_.iterations = descents * options_.parallel.leaves;
  report_.mean_depth =
      descents == 0 ? 0 : static_cast<double>(depths) / static_cast<double>(descents);
  for (const auto& tree : trees_) {
    report_.nodes += tree->used() - 1;
    report_.memory_bytes += tree->bytes();
  }
  const Action best = chosen(sums_).action;
  std::ranges::sort(sums_, [&](const RootSums& a, const RootSums& b) {
    if ((a.action == best) != (b.action == best)) return a.action == best;
    return a.visits != b.visits ? a.visits > b.visits : a.action < b.action;
  });
  report_.options.clear();
  for (const RootSums& option : sums_) report_.options.push_back(row_of(option));
  write_policy_targets();
  for (std::size_t i = 0; i < policy_targets_.size(); ++i) {
    report_.options[i].policy_target = static_cast<float>(policy_targets_[i]);
  }
  write_win_shares();
  write_principal_variation(best);
}

/// Standard errors and win shares are of the iterations of this search alone: what a kept tree had
/// before is subtracted.
template <Game G, RolloutPolicy<G> P>
BasicOptionReport<typename G::Action> Search<G, P>::row_of(const RootSums& option) const {
  BasicOptionReport<Action> row{
      .action = option.action, .visits = option.visits, .prior = option.prior};
  RootSums since_start = option;
  const auto kept = std::ranges::find(kept_sums_, option.action, &RootSums::action);
  if (kept != kept_sums_.end()) {
    since_start.visits -= kept->visits;
    for (unsigned p = 0; p < players_; ++p) since_start.sum[p] -= kept->sum[p];
  }
  const auto mean = [](u64 sum, u64 visits) {
    return static_cast<double>(sum) / (kRewardUnit * static_cast<double>(visits));
  };
  for (unsigned p = 0; p < players_; ++p) {
    if (option.visits > 0) row.value[p] = static_cast<float>(mean(option.sum[p], option.visits));
    if (since_start.visits > 0 && !evaluator_) {
      row.win_share[p] =
          static_cast<float>(mean(since_start.fresh.win_shares[p], since_start.visits));
    }
    // The playouts of one leaf are not independent: each descent counts once.
    const u64 descents = since_start.visits / options_.parallel.leaves;
    if (descents < 2) continue;
    const double value = mean(since_start.sum[p], since_start.visits);
    const double variance = mean(since_start.fresh.squares[p], since_start.visits) - value * value;
    row.standard_error[p] =
        static_cast<float>(std::sqrt(std::max(0.0, variance) / static_cast<double>(descents - 1)));
  }
  return row;
}

/// An evaluator's values need not be win shares; then nothing is known of these.
template <Game G, RolloutPolicy<G> P>
void Search<G, P>::write_win_shares() {
  report_.win_share = kUnknown;
  if (evaluator_ || report_.iterations == 0) return;
  OptionSums all;
  for (const RootSums& option : sums_) all += option.fresh;
  double total = 0;
  for (unsigned p = 0; p < players_; ++p) total += static_cast<double>(all.win_shares[p]);
  if (total == 0) return;
  for (unsigned p = 0; p < players_; ++p) {
    report_.win_share[p] = static_cast<float>(static_cast<double>(all.win_shares[p]) / total);
  }
}

template <Game G, RolloutPolicy<G> P>
void Search<G, P>::write_principal_variation(Action best) {
  report_.principal_variation.clear();
  report_.principal_movers.clear();
  const auto add = [&](Action action, unsigned mover) {
    report_.principal_variation.push_back(action);
    report_.principal_movers.push_back(static_cast<u8>(mover));
  };
  add(best, mover_);
  const SearchTree& tree = *trees_[0];
  u32 node = SearchTree::kNone;
  tree.for_each_child(workers_[0]->root_cell(), [&](u32 child) {
    if (tree[child].action == id_of(best)) node = child;
  });
  // With transpositions, a game in which positions recur would have a line without end.
  constexpr std::size_t kLongest = SearchWorker<G, P>::Iteration::kMaxDepth;
  while (node != SearchTree::kNone && report_.principal_variation.size() < kLongest) {
    u32 most = SearchTree::kNone;
    u8 mover = 0;
    tree.for_each_child_with_mover(node, [&](u32 child, u8 its_mover) {
      if (tree[child].visits == 0) return;
      if (most != SearchTree::kNone && tree[child].visits <= tree[most].visits) return;
      most = child;
      mover = its_mover;
    });
    // An event that the player sees only in part is not an action. The line ends before it.
    if (most == SearchTree::kNone || tree[most].action >= G::kActions) return;
    add(Action(tree[most].action), mover);
    node = most;
  }
}

}  // namespace carrack
