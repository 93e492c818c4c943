// SearchWorker: backing up. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <bitset>

#include "agents/search/worker.hpp"

namespace carrack {

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::back_up_path(const Iteration& it, const Payoff& payoff, u32 games) {
  using Access = typename Kind::Access;
  const Rewards& rewards = payoff.rewards;
  std::array<u64, kMaxPlayers> fixed{};
  for (unsigned p = 0; p < players_; ++p) {
    fixed[p] = to_fixed(rewards[p]) * games;
    reward_sum_[p] += fixed[p];
    lowest_[p] = std::min(lowest_[p], rewards[p]);
    highest_[p] = std::max(highest_[p], rewards[p]);
  }
  const u32 root = root_cell();
  bool is_first_visit = false;  // of the last node
  for (const Step& step : it.path) {
    SearchNode& node = tree_[step.cell];
    u64 squares = 0;
    if (options_.uses_squares() && step.parent != 0 && step.mover != kChanceMover) {
      const float mine = utility(rewards, step.mover);
      squares = to_fixed(mine * mine) * games;
    }
    if (Access::kShares && step.hot) {
      buffer_.add(step.cell, fixed, players_, games, squares);
    } else {
      for (unsigned p = 0; p < players_; ++p) Access::add(node.sum[p], fixed[p]);
      if (squares != 0) Access::add(tree_.squares(step.cell), squares);
      is_first_visit = Access::count(node.visits, games) == 0;
    }
    if (step.parent == 0) continue;  // a root
    if (Kind::kOverlaps && !step.hot) Access::add(node.in_flight, static_cast<u16>(-1));
    if (step.parent == root) {
      root_choice_.template add<Access>(Action(node.action), payoff, players_, games,
                                        utility(rewards, searcher_));
    }
  }
  if (options_.uses_amaf()) back_up_amaf<Kind>(it, rewards);
  if (options_.uses_implicit()) back_up_implicit<Kind>(it, is_first_visit);
  playouts_.learn(it, rewards, [&](const Rewards& r, unsigned seat) { return utility(r, seat); });
}

/// All moves as first: every child whose action the same player played later in this game.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::back_up_amaf(const Iteration& it, const Rewards& rewards) {
  using Access = typename Kind::Access;
  std::array<std::bitset<G::kActions>, kMaxPlayers> played;
  std::size_t noted = it.moves.size();
  for (std::size_t i = it.path.size(); i-- > 1;) {
    const Step& step = it.path[i];
    if (step.mover == kChanceMover) continue;
    for (; noted > step.played; --noted) {
      const PlayedMove& move = it.moves[noted - 1];
      played[move.seat].set(move.action);
    }
    const auto& later = played[step.mover];
    const u64 mine = to_fixed(utility(rewards, step.mover));
    tree_.for_each_child(step.parent, [&](u32 child) {
      if (!later.test(tree_[child].action)) return;
      Access::add(tree_.amaf(child).visits, 1U);
      Access::add(tree_.amaf(child).sum, mine);
    });
  }
}

/// Evaluations by max^n: the vector of a node is that of the child best for the player who moves
/// there, and where chance moves the mean of the children, weighted by their visits.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::back_up_implicit(const Iteration& it, bool is_first_visit) {
  using Access = typename Kind::Access;
  const auto write = [&](u32 cell, const Implicit& value) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) Access::store(tree_.implicit(cell)[p], value[p]);
  };
  const auto read = [&](u32 cell) {
    Implicit value;
    for (unsigned p = 0; p < kMaxPlayers; ++p) value[p] = Access::load(tree_.implicit(cell)[p]);
    return value;
  };
  const auto mean_over_draws = [&](u32 cell) {
    Implicit sum{};
    float visits = 0;
    tree_.for_each_child(cell, [&](u32 child) {
      const auto n = static_cast<float>(Access::load(tree_[child].visits));
      const Implicit value = read(child);
      for (unsigned p = 0; p < kMaxPlayers; ++p) sum[p] += n * value[p];
      visits += n;
    });
    for (float& value : sum) value /= visits;
    return sum;
  };
  if (it.path.size() > trees() && is_first_visit) write(it.path.back().cell, it.leaf_estimate);
  for (std::size_t i = it.path.size(); i-- > 1;) {
    const Step& step = it.path[i];
    if (step.parent == 0) continue;
    if (step.mover == kChanceMover) {
      write(step.parent, mean_over_draws(step.parent));
      continue;
    }
    Implicit best = read(step.cell);
    float max = -1;
    tree_.for_each_child(step.parent, [&](u32 child) {
      if (Access::load(tree_[child].visits) == 0) return;
      const Implicit value = read(child);
      if (utility(value, step.mover) > max) {
        max = utility(value, step.mover);
        best = value;
      }
    });
    write(step.parent, best);
  }
}

}  // namespace carrack
