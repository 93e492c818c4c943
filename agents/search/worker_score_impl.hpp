// SearchWorker: the scores that children are chosen by. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "agents/search/worker.hpp"
#include "core/base/elementary.hpp"

namespace carrack {

/// Natural logarithms of small counts, as most nodes have.
inline constexpr std::array<float, 4096> kLogarithms = [] {
  std::array<float, 4096> table{};
  for (std::size_t n = 1; n < table.size(); ++n) {
    table[n] = static_cast<float>(elementary::log(static_cast<double>(n)));
  }
  return table;
}();
[[nodiscard]] inline float logarithm(u32 n) {
  return n < kLogarithms.size() ? kLogarithms[n] : elementary::log(static_cast<float>(n));
}

/// A node without visits has no mean: its children, all unvisited, then differ by their priors
/// alone. With transpositions the mean is that of the children, which other nodes have visited too.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::find_first_play(u32 parent, const Legal& legal, unsigned mover) {
  using Access = typename Kind::Access;
  const bool shares = expander_.shares();
  u32 visits = shares ? 0 : Access::load(tree_[parent].visits);
  float mean = visits == 0 ? 0 : mean_utility<Kind>(tree_[parent], visits, visits, mover);
  float mass = 0;
  tree_.for_each_edge(parent, [&](u32 e) {
    const Edge& edge = tree_.edge(e);
    if (!is_legal_edge<G>(edge, legal)) return;
    const u32 child = tree_.child(e);
    const u32 own = child == SearchTree::kNone ? 0 : Access::load(tree_[child].visits);
    if (own == 0) return;
    mass += edge.prior;
    if (!shares) return;
    visits += own;
    const float share = static_cast<float>(own) / static_cast<float>(visits);
    mean += share * (mean_utility<Kind>(tree_[child], own, own, mover) - mean);
  });
  first_play_ =
      visits == 0 ? 0 : mean - static_cast<float>(options_.selection.reduction) * std::sqrt(mass);
}

/// How good a mean value vector is for the mover.
template <Game G, RolloutPolicy<G> P>
float SearchWorker<G, P>::utility(const Rewards& value, unsigned mover) const {
  if (options_.tree.opponents != Opponents::paranoid) return value[mover];
  return mover == searcher_ ? value[searcher_] : 1 - value[searcher_];
}

/// The mean of utility() over `counted` visits, of which only the first `visits` have a reward; the
/// others count as losses of the mover.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
float SearchWorker<G, P>::mean_utility(const SearchNode& node, u32 visits, u32 counted,
                                       unsigned mover) const {
  using Access = typename Kind::Access;
  const bool is_paranoid = options_.tree.opponents == Opponents::paranoid;
  const float mean = mean_of(Access::load(node.sum[is_paranoid ? searcher_ : mover]), counted);
  if (!is_paranoid || mover == searcher_) return mean;
  return static_cast<float>(visits) / static_cast<float>(counted) - mean;
}

/// The term of the score for an edge that was available for `available` choices: the logarithm or,
/// with PUCT, the square root.
template <Game G, RolloutPolicy<G> P>
inline float SearchWorker<G, P>::breadth_of(u32 available) const {
  // Visits are playouts, and so are the choices that they are compared with.
  available *= static_cast<u32>(options_.parallel.leaves);
  return options_.selection.rule == Selection::puct ? std::sqrt(static_cast<float>(available))
                                                    : logarithm(available);
}

/// The score of an edge: the mean value of its child, `c` times the exploration term, and the
/// biases. Inlined into the loop over the edges, where the CPU works on several of them at a time:
/// 3 % of a search.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
[[gnu::always_inline]] inline float SearchWorker<G, P>::score(const Iteration& it, u32 e,
                                                              Tally tally, float c,
                                                              unsigned mover) const {
  const Edge& edge = tree_.edge(e);
  const u32 child = tree_.child(e);
  const SearchNode& node = tree_[child];  // without a child, cell 0, which is not read
  const auto [visits, in_flight, breadth] = tally;
  const u32 counted = visits + in_flight;
  const auto n = static_cast<float>(counted);
  const bool loses = options_.parallel.virtual_play == Virtual::loss;
  float q = first_play_;
  if (visits > 0) {
    q = mean_utility<Kind>(node, visits, loses ? counted : visits, mover);
  } else if (loses && in_flight > 0) {
    q = 0;
  }
  if (has_more_values_) q = mix_values<Kind>(it, child, q, visits, mover);
  float explore = 0;
  switch (options_.selection.rule) {
    case Selection::ucb1: explore = std::sqrt(breadth / std::max(n, 1.0F)); break;
    case Selection::tuned:
      explore = spread_of<Kind>(child, visits, breadth / std::max(n, 1.0F), mover);
      break;
    case Selection::puct: explore = edge.prior * breadth / (1 + n); break;
  }
  const float value = q + c * explore;
  return has_biases_ ? add_biases(value, edge, q, n, mover) : value;
}

/// The mean value, mixed with what else speaks for a child: the evaluations below it (implicit=)
/// and the games in which its action came later (rave=).
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
float SearchWorker<G, P>::mix_values(const Iteration& it, u32 child, float q, u32 visits,
                                     unsigned mover) const {
  using Access = typename Kind::Access;
  if (options_.uses_implicit() && visits > 0) {
    const auto share = static_cast<float>(options_.backup.implicit);
    Rewards backed{};
    for (unsigned p = 0; p < kMaxPlayers; ++p) backed[p] = Access::load(tree_.implicit(child)[p]);
    q = (1 - share) * q + share * utility(backed, mover);
  }
  if (options_.selection.rave > 0) {
    const AmafSums& amaf = tree_.amaf(amaf_cell(it, child));
    const u32 games = Access::load(amaf.visits);
    if (games > 0) {
      const auto k = static_cast<float>(options_.selection.rave);
      const auto parent = static_cast<float>(Access::load(tree_[it.path.back().cell].visits));
      const float beta = std::sqrt(k / (3 * parent + k));
      q = (1 - beta) * q + beta * mean_of(Access::load(amaf.sum), games);
    }
  }
  return q;
}

/// How much UCB1-Tuned explores a child: by the variance of its rewards, at most that of a coin.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
float SearchWorker<G, P>::spread_of(u32 child, u32 visits, float log_over_n, unsigned mover) const {
  using Access = typename Kind::Access;
  float spread = 0;
  if (visits > 0) {  // around its own mean, whatever else counts in its value
    const float mean = mean_utility<Kind>(tree_[child], visits, visits, mover);
    spread = mean_of(Access::load(tree_.squares(child)), visits) - mean * mean;
  }
  const float variance = spread + std::sqrt(2 * log_over_n);
  return std::sqrt(log_over_n * std::clamp(variance, 0.0F, 0.25F)) * 2;
}

/// Adds the terms for the prior of an edge (bias=) and for the mean reward of its action anywhere
/// (history=) to its score. `q`: the mean value; `n`: visits.
template <Game G, RolloutPolicy<G> P>
float SearchWorker<G, P>::add_biases(float score, const Edge& edge, float q, float n,
                                     unsigned mover) const {
  if (options_.selection.bias > 0) {
    score += static_cast<float>(options_.selection.bias) * edge.prior / (n + 1);
  }
  if (options_.selection.history > 0) {
    const float mean = playouts_.history().mean(mover, edge.action, 0.5F);
    score +=
        static_cast<float>(options_.selection.history) * mean / ((1 - std::min(q, 1.0F)) * n + 1);
  }
  return score;
}

/// GRAVE: the nearest node on the path, from its end upwards, where the same player moves and that
/// has been visited often enough; else the highest node where that player moves.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::find_amaf_source(const Iteration& it, unsigned mover) {
  using Access = typename Kind::Access;
  amaf_source_ = it.path.back().cell;
  for (std::size_t i = it.path.size(); i-- > 0;) {
    const bool is_movers = i + 1 == it.path.size() || it.path[i + 1].mover == mover;
    if (!is_movers) continue;
    amaf_source_ = it.path[i].cell;
    if (Access::load(tree_[amaf_source_].visits) >= options_.selection.grave) return;
  }
}

/// The cell with the RAVE values of a child: with GRAVE, the cell of the same action at the
/// ancestor, if there is one.
template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::amaf_cell(const Iteration& it, u32 child) const {
  if (options_.selection.grave == 0 || amaf_source_ == it.path.back().cell) return child;
  u32 found = child;
  tree_.for_each_child(amaf_source_, [&](u32 other) {
    if (tree_[other].action == tree_[child].action) found = other;
  });
  return found;
}

}  // namespace carrack
