// SearchWorker: choosing among children, and new ones. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "agents/search/expansion.hpp"
#include "agents/search/worker.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// The best legal child. Legal actions that have no edge yet get one, unless the memory is full or
/// another thread is just doing it. kNone: the node is a leaf.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
u32 SearchWorker<G, P>::select(Iteration& it, u32 parent, const State& s, const Legal& legal) {
  if (tree_.first_block(parent) == SearchTree::kNone && !is_known(parent, s) &&
      (waits_for_priors_ || !expand(it.random, parent, s, legal))) {
    return SearchTree::kNone;
  }
  const unsigned mover = G::mover(s);
  if (options_.selection.grave > 0) find_amaf_source<Access>(it, mover);
  if (options_.selection.reduction >= 0) find_first_play<Access>(parent, legal, mover);
  const Width width = width_of<Access>(parent, legal);
  const Compared compared = compare_edges<Access>(it, parent, legal, width, mover);
  u32 chosen = compared.unvisited != SearchTree::kNone ? compared.unvisited : compared.best;
  // Chance has made new ones legal. One with a high prior may come before those that are here.
  const unsigned wanted =
      options_.uses_priors() ? legal.size() : std::min(width.size, legal.size());
  if (compared.legal < wanted) {
    if (waits_for_priors_) {
      if (tree_.has_room(legal.size())) return SearchTree::kNone;
    } else if (add_missing(it.random, parent, compared.last_block, s, legal) &&
               !new_actions_.empty()) {
      const u32 added = tree_.next_block(compared.last_block) + 1;
      if (is_better<Access>(it, added, compared, mover) &&
          (!options_.uses_priors() || is_among_first(added, parent, legal, width.size))) {
        chosen = added;
      }
    }
  }
  if (chosen == SearchTree::kNone) return SearchTree::kNone;
  if (const u32 child = tree_.make_child(chosen); child != SearchTree::kNone) return child;
  // The memory is full: the search goes on among those that have a node.
  return compared.visited == SearchTree::kNone ? SearchTree::kNone : tree_.child(compared.visited);
}

/// Counts a choice among the edges of a node, and compares those that are tried.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
typename SearchWorker<G, P>::Compared SearchWorker<G, P>::compare_edges(
    const Iteration& it, u32 parent, const Legal& legal, Width width, unsigned mover) {
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
    const u32 before = count_choice<Access>(block);
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
      const u32 in_flight =
          Access::kOverlaps && has_node ? Access::load(tree_[child].in_flight) : 0U;
      if (visits + in_flight == 0 && unvisited_first) {
        if (unvisited == SearchTree::kNone || is_preferred(e, unvisited)) unvisited = e;
        continue;
      }
      // Another thread may have met the edge between the two counts.
      const u32 available = std::max(before, missed) + 1 - missed;
      const float value =
          score<Access>(it, e, {visits, in_flight, breadth_of(available)}, c, mover);
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
template <typename Access>
bool SearchWorker<G, P>::is_better(const Iteration& it, u32 added, const Compared& compared,
                                   unsigned mover) const {
  if (compared.unvisited != SearchTree::kNone) {
    return !options_.uses_priors() || is_preferred(added, compared.unvisited);
  }
  if (compared.best == SearchTree::kNone || options_.selection.unvisited_first()) return true;
  return score<Access>(it, added, {0, 0, breadth_of(1)}, exploration(mover), mover) >
         compared.best_score;
}

/// How many edges of a node are tried. Those of one block stand in the order of their priors; where
/// there are several blocks, the lowest prior that is tried is looked up.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
typename SearchWorker<G, P>::Width SearchWorker<G, P>::width_of(u32 parent, const Legal& legal) {
  Width width{.size = legal.size(), .left = legal.size()};
  if (options_.expansion.widening >= 1) return width;
  u32 visits = Access::load(tree_[parent].visits);
  // Other nodes of the position have chosen among these children too.
  if (shares_) visits = std::max(visits, Access::load(tree_.choices(tree_.first_block(parent))));
  width.size = width.left = widening_.children(visits);
  const bool has_one_block = tree_.next_block(tree_.first_block(parent)) == SearchTree::kNone;
  if (!options_.uses_priors() || has_one_block) return width;
  legal_priors_.clear();
  tree_.for_each_edge(parent, [&](u32 e) {
    const Edge& edge = tree_.edge(e);
    if (legal.contains(Action(edge.action))) legal_priors_.push_back(edge.prior);
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
    if (is_preferred(other, edge) && legal.contains(Action(tree_.edge(other).action))) ++before;
  });
  return before < width;
}

/// A block of edges behind the block `last` for the legal actions that have none: `new_actions_`,
/// which is empty if another thread has added them since they were counted. A prior is a share of
/// all that is legal now, so that those of different blocks can be compared. False: the memory is
/// full, or another thread is just adding edges.
template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::add_missing(Random& random, u32 parent, u32 last, const State& s,
                                     const Legal& legal) {
  collect_missing(tree_, parent, legal, new_actions_);
  if (new_actions_.empty()) return true;
  if (!tree_.has_room(static_cast<u32>(new_actions_.size()))) return false;
  if (!options_.uses_priors()) {
    order_new_actions(random, s);
    return tree_.add_edges(parent, last, new_actions_, new_priors_);
  }
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_new_actions(random, s);
  std::bitset<G::kActions> present;
  tree_.for_each_edge(parent, [&](u32 e) { present.set(tree_.edge(e).action); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < new_actions_.size(); ++i) {
    if (present.test(id_of(new_actions_[i]))) continue;
    new_actions_[kept] = new_actions_[i];
    new_priors_[kept++] = new_priors_[i];
  }
  new_actions_.resize(kept);
  new_priors_.resize(kept);
  return tree_.add_edges(parent, last, new_actions_, new_priors_);
}

template <Game G, RolloutPolicy<G> P>
template <typename Access>
u32 SearchWorker<G, P>::count_choice(u32 block) {
  if (Access::kShares && buffer_.is_hot_block(block)) return buffer_.count(block);
  return Access::count(tree_.choices(block), 1U);
}

template <Game G, RolloutPolicy<G> P>
bool SearchWorker<G, P>::expand(Random& random, u32 cell, const State& s, const Legal& legal) {
  if (!tree_.has_room(static_cast<u32>(legal.size()))) return false;
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_new_actions(random, s);
  if (cell == root_cell()) mix_root_noise();
  if (!tree_.add_edges(cell, SearchTree::kNone, new_actions_, new_priors_)) return false;
  if (shares_) tree_.remember_edges(cell, hash_in<G>(s));
  return true;
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::expand_leaf(Iteration& it, const State& leaf,
                                     std::span<const float> logits) {
  if (!it.leaf_is_node) return;
  const Legal options = G::legal(leaf);
  options.for_each([&](Action action) {
    const float logit = logits[id_of(action)];
    if (std::isfinite(logit)) return;
    throw InputError("the logit of '" + text_in<G>(leaf, action) + "' is " + std::to_string(logit) +
                     ", expected a finite number");
  });
  const u32 cell = it.path.back().cell;
  collect_missing(tree_, cell, options, new_actions_);
  if (new_actions_.empty()) return;
  order_by_logits(options, logits, it.random, new_actions_, new_priors_);
  const u32 last = tree_.last_block(cell);
  if (cell == root_cell() && last == SearchTree::kNone) mix_root_noise();
  if (!tree_.add_edges(cell, last, new_actions_, new_priors_)) return;
  if (shares_ && last == SearchTree::kNone) tree_.remember_edges(cell, hash_in<G>(leaf));
}

/// Best first where the options name a source of priors, else in random order and without priors.
template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::order_new_actions(Random& random, const State& s) {
  shuffle(new_actions_, random);
  new_priors_.clear();
  if (!options_.uses_priors()) return;
  if (options_.expansion.prior == Prior::evaluation) {
    policy_.evaluation_values(s, new_actions_, new_priors_);
  } else {
    policy_.policy_values(s, new_actions_, new_priors_);
  }
  softmax_by_value(options_.expansion.temperature, new_actions_, new_priors_);
}

template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::child_of(u32 parent, u16 event) {
  u32 last = SearchTree::kNone;
  for (u32 block = tree_.first_block(parent); block != SearchTree::kNone;
       block = tree_.next_block(block)) {
    for (u32 e = block + 1; e <= block + tree_.block_size(block); ++e) {
      if (tree_.edge(e).action == event) return tree_.make_child(e);
    }
    last = block;
  }
  const std::array<u16, 1> only{event};
  if (!tree_.add_edges(parent, last, std::span<const u16>(only), {})) return SearchTree::kNone;
  const u32 block = last == SearchTree::kNone ? tree_.first_block(parent) : tree_.next_block(last);
  return tree_.make_child(block + 1);
}

template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::chance_child(u32 parent, const State& s, Action drawn) {
  const bool was_empty = tree_.first_block(parent) == SearchTree::kNone && !is_known(parent, s);
  const u32 child = child_of(parent, id_of(drawn));
  if (was_empty && shares_) tree_.remember_edges(parent, hash_in<G>(s));
  return child;
}

}  // namespace carrack
