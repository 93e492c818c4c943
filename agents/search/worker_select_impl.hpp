// SearchWorker: choosing among children. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <limits>

#include "agents/search/worker.hpp"

namespace carrack {

/// The best legal child. Legal actions that have no edge yet get one, unless the memory is full or
/// another thread is adding them at this moment. kNone: the node is a leaf.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
u32 SearchWorker<G, P>::select(Iteration& it, u32 parent, const State& s, const Legal& legal) {
  if (tree_.first_block(parent) == SearchTree::kNone && !expander_.is_known(parent, s) &&
      (waits_for_priors_ || !expander_.expand(it.random, parent, s, legal))) {
    return SearchTree::kNone;
  }
  const unsigned mover = G::mover(s);
  if (options_.selection.grave > 0) find_amaf_source<Kind>(it, mover);
  if (options_.selection.reduction >= 0) find_first_play<Kind>(parent, legal, mover);
  const Width width = width_of<Kind>(parent, legal);
  const Compared compared = compare_edges<Kind>(it, parent, legal, width, mover);
  u32 chosen = compared.unvisited != SearchTree::kNone ? compared.unvisited : compared.best;
  // Chance has made new actions legal. One with a high prior may come before those that have edges.
  const unsigned wanted =
      options_.uses_priors() ? legal.size() : std::min(width.size, legal.size());
  if (compared.legal < wanted) {
    if (waits_for_priors_) {
      if (tree_.has_room(legal.size())) return SearchTree::kNone;
    } else if (expander_.add_missing(it.random, parent, compared.last_block, s, legal) &&
               expander_.has_added()) {
      const u32 added = tree_.next_block(compared.last_block) + 1;
      if (is_better<Kind>(it, added, compared, mover) &&
          (!options_.uses_priors() || is_among_first(added, parent, legal, width.size))) {
        chosen = added;
      }
    }
  }
  if (chosen == SearchTree::kNone) return SearchTree::kNone;
  if (const u32 child = tree_.make_child(chosen); child != SearchTree::kNone) return child;
  // The memory is full: the search goes on among the edges that have a node.
  return compared.visited == SearchTree::kNone ? SearchTree::kNone : tree_.child(compared.visited);
}

/// Counts a choice among the edges of a node, and compares those that are tried.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
typename SearchWorker<G, P>::Compared SearchWorker<G, P>::compare_edges(
    const Iteration& it, u32 parent, const Legal& legal, Width width, unsigned mover) {
  using Access = typename Kind::Access;
  const bool unvisited_first = options_.selection.unvisited_first();
  const float c = exploration(mover);
  // Local variables, not members of the result, so that they can stay in registers.
  u32 best = SearchTree::kNone;
  float best_score = -std::numeric_limits<float>::infinity();
  u32 visited = SearchTree::kNone;
  float visited_score = best_score;
  u32 unvisited = SearchTree::kNone;
  u32 last_block = SearchTree::kNone;
  unsigned met = 0;
  for (u32 block = tree_.first_block(parent); block != SearchTree::kNone;
       block = tree_.next_block(block)) {
    last_block = block;
    if (tree_.edge(block + 1).action >= G::kActions) continue;  // what the player has seen
    const u32 before = count_choice<Kind>(block);
    tree_.prefetch_children(block, width.size);
    for (u32 e = block + 1; e <= block + tree_.block_size(block); ++e) {
      Edge& edge = tree_.edge(e);
      u32 missed = Access::load(edge.missed);
      const bool is_legal = legal.contains(Action(edge.action));
      met += is_legal ? 1 : 0;
      if (!is_legal || !admit(width, edge.prior)) {
        if (missed != Edge::kUnmet) Access::add(edge.missed, 1U);
        continue;
      }
      if (missed == Edge::kUnmet) {
        missed = before;
        Access::store(edge.missed, missed);
      }
      const u32 child = tree_.child(e);
      const bool has_node = child != SearchTree::kNone;
      const u32 visits = has_node ? Access::load(tree_[child].visits) : 0U;
      const u32 in_flight = Kind::kOverlaps && has_node ? Access::load(tree_[child].in_flight) : 0U;
      if (visits + in_flight == 0 && unvisited_first) {
        if (unvisited == SearchTree::kNone || is_preferred(e, unvisited)) unvisited = e;
        continue;
      }
      // Another thread may have met the edge between the two counts.
      const u32 available = std::max(before, missed) + 1 - missed;
      const float value = score<Kind>(it, e, {visits, in_flight, breadth_of(available)}, c, mover);
      if (value > best_score) {
        best_score = value;
        best = e;
      }
      if (has_node && value > visited_score) {
        visited_score = value;
        visited = e;
      }
    }
  }
  return {.best = best,
          .best_score = best_score,
          .visited = visited,
          .unvisited = unvisited,
          .last_block = last_block,
          .legal = met};
}

/// Whether a new edge, the first of its block, comes before those that were compared.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
bool SearchWorker<G, P>::is_better(const Iteration& it, u32 added, const Compared& compared,
                                   unsigned mover) const {
  if (compared.unvisited != SearchTree::kNone) {
    return !options_.uses_priors() || is_preferred(added, compared.unvisited);
  }
  if (compared.best == SearchTree::kNone || options_.selection.unvisited_first()) return true;
  return score<Kind>(it, added, {0, 0, breadth_of(1)}, exploration(mover), mover) >
         compared.best_score;
}

/// How many edges of a node are tried. Those of one block stand in the order of their priors; if
/// there are several blocks, the lowest prior that is tried is looked up.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
typename SearchWorker<G, P>::Width SearchWorker<G, P>::width_of(u32 parent, const Legal& legal) {
  using Access = typename Kind::Access;
  Width width{.size = legal.size(), .left = legal.size()};
  if (options_.expansion.widening >= 1) return width;
  u32 visits = Access::load(tree_[parent].visits);
  // Other nodes of the position have chosen among these children too.
  if (expander_.shares())
    visits = std::max(visits, Access::load(tree_.choices(tree_.first_block(parent))));
  width.size = width.left = widening_.children(visits);
  const bool has_one_block = tree_.next_block(tree_.first_block(parent)) == SearchTree::kNone;
  if (!options_.uses_priors() || has_one_block) return width;
  legal_priors_.clear();
  tree_.for_each_edge(parent, [&](u32 e) {
    const Edge& edge = tree_.edge(e);
    if (is_legal_edge<G>(edge, legal)) legal_priors_.push_back(edge.prior);
  });
  if (legal_priors_.size() <= width.size) return width;
  const auto last = legal_priors_.begin() + width.size - 1;
  std::ranges::nth_element(legal_priors_, last, std::ranges::greater{});
  width.lowest_prior = *last;
  width.left = static_cast<unsigned>(std::count(legal_priors_.begin(), last + 1, *last));
  return width;
}

/// Whether a legal edge is tried; to be asked once of each, in their order.
template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::admit(Width& width, float prior) const {
  if (width.lowest_prior >= 0) {
    if (prior != width.lowest_prior) return prior > width.lowest_prior;
  }
  if (width.left == 0) return false;
  --width.left;
  return true;
}

template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::is_preferred(u32 edge, u32 other) const {
  return options_.uses_priors() && tree_.edge(edge).prior > tree_.edge(other).prior;
}

/// Whether fewer than `width` legal edges have a higher prior.
template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::is_among_first(u32 edge, u32 parent, const Legal& legal,
                                        unsigned width) const {
  unsigned before = 0;
  tree_.for_each_edge(parent, [&](u32 other) {
    if (is_preferred(other, edge) && is_legal_edge<G>(tree_.edge(other), legal)) ++before;
  });
  return before < width;
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
u32 SearchWorker<G, P>::count_choice(u32 block) {
  using Access = typename Kind::Access;
  if (Access::kShares && buffer_.is_hot_block(block)) return buffer_.count(block);
  return Access::count(tree_.choices(block), 1U);
}

}  // namespace carrack
