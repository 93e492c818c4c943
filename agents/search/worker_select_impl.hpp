// SearchWorker: choosing among children, and new ones. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "agents/search/expansion.hpp"
#include "agents/search/worker.hpp"
#include "core/base/elementary.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// Natural logarithms of small counts, which is what most nodes have.
inline const std::array<float, 4096>& logarithms() {
  static const std::array<float, 4096> kTable = [] {
    std::array<float, 4096> table{};
    for (std::size_t n = 1; n < table.size(); ++n) {
      table[n] = static_cast<float>(elementary::log(static_cast<double>(n)));
    }
    return table;
  }();
  return kTable;
}
[[nodiscard]] inline float logarithm(u32 n) {
  const auto& table = logarithms();
  return n < table.size() ? table[n] : elementary::log(static_cast<float>(n));
}

/// The best legal child. Legal actions that have no edge yet get one, unless the memory is full or
/// another thread is just doing it. kNone: the node is a leaf.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
u32 SearchWorker<G, P>::select(Iteration& it, u32 parent, const State& s, const Legal& legal) {
  const unsigned mover = G::mover(s);
  if (tree_.first_block(parent) == SearchTree::kNone && !is_known(parent, s) &&
      (waits_for_priors_ || !expand(it.random, parent, s, legal))) {
    return SearchTree::kNone;
  }
  if (options_.selection.grave > 0) find_amaf_source<Access>(it);
  if (options_.selection.reduction >= 0) find_first_play<Access>(parent, legal, mover);
  const bool unvisited_first = options_.selection.unvisited_first();
  Width width = width_of<Access>(parent, legal);
  u32 best = SearchTree::kNone;  // as the next two, an edge
  u32 visited = SearchTree::kNone;
  float visited_score = -std::numeric_limits<float>::infinity();
  u32 unvisited = SearchTree::kNone;
  unsigned met = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  u32 last_block = SearchTree::kNone;
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
      const float value = score<Access>(it, e, in_flight, visits, available, mover);
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
  u32 chosen = unvisited != SearchTree::kNone ? unvisited : best;
  // Chance has made new ones legal. One with a high prior may come before those that are here.
  const unsigned wanted =
      options_.uses_priors() ? legal.size() : std::min(width.size, legal.size());
  if (met < wanted) {
    if (waits_for_priors_) {
      if (tree_.has_room(legal.size())) return SearchTree::kNone;
    } else if (add_missing(it.random, parent, last_block, s, legal) && !new_actions_.empty()) {
      const u32 added = tree_.next_block(last_block) + 1;
      if (!options_.uses_priors()) {
        chosen = added;
      } else {
        const bool is_better = unvisited != SearchTree::kNone
                                   ? is_preferred(added, unvisited)
                                   : best == SearchTree::kNone || unvisited_first ||
                                         score<Access>(it, added, 0, 0, 1, mover) > best_score;
        if (is_better && is_among_first(added, parent, legal, width.size)) chosen = added;
      }
    }
  }
  if (chosen == SearchTree::kNone) return SearchTree::kNone;
  if (const u32 child = tree_.make_child(chosen); child != SearchTree::kNone) return child;
  // The memory is full: the search goes on among those that have a node.
  return visited == SearchTree::kNone ? SearchTree::kNone : tree_.child(visited);
}

/// How many edges of a node are tried. Those of one block stand in the order of their priors; where
/// there are several blocks, the lowest prior that is tried is looked up.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
typename SearchWorker<G, P>::Width SearchWorker<G, P>::width_of(u32 parent, const Legal& legal) {
  Width width{.size = legal.size(), .left = legal.size()};
  if (options_.expansion.widening >= 1) return width;
  width.size = width.left = widening_.children(Access::load(tree_[parent].visits));
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

/// A node without visits has no mean: its children, all unvisited, then differ by their priors
/// alone.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
void SearchWorker<G, P>::find_first_play(u32 parent, const Legal& legal, unsigned mover) {
  const u32 visits = Access::load(tree_[parent].visits);
  first_play_ = 0;
  if (visits == 0) return;
  float mass = 0;
  tree_.for_each_edge(parent, [&](u32 e) {
    const Edge& edge = tree_.edge(e);
    if (!legal.contains(Action(edge.action))) return;
    const u32 child = tree_.child(e);
    if (child != SearchTree::kNone && Access::load(tree_[child].visits) > 0) mass += edge.prior;
  });
  first_play_ = mean_worth<Access>(tree_[parent], visits, visits, mover) -
                static_cast<float>(options_.selection.reduction) * std::sqrt(mass);
}

/// How good a mean value vector looks to who moves.
template <Game G, RolloutPolicy<G> P>
float SearchWorker<G, P>::worth(const Rewards& value, unsigned mover) const {
  if (options_.tree.opponents != Opponents::paranoid) return value[mover];
  return mover == searcher_ ? value[searcher_] : 1 - value[searcher_];
}

/// The mean of worth() over `counted` visits, of which only the first `visits` have a reward; the
/// others count as losses of the mover.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
float SearchWorker<G, P>::mean_worth(const SearchNode& node, u32 visits, u32 counted,
                                     unsigned mover) const {
  const bool is_paranoid = options_.tree.opponents == Opponents::paranoid;
  const float mean = mean_of(Access::load(node.sum[is_paranoid ? searcher_ : mover]), counted);
  if (!is_paranoid || mover == searcher_) return mean;
  return static_cast<float>(visits) / static_cast<float>(counted) - mean;
}

template <Game G, RolloutPolicy<G> P>
template <typename Access>
float SearchWorker<G, P>::score(const Iteration& it, u32 e, u32 in_flight, u32 visits,
                                u32 available, unsigned mover) const {
  const Edge& edge = tree_.edge(e);
  const u32 child = tree_.child(e);
  const SearchNode& node = tree_[child];  // where there is none, cell 0, which is not looked at
  const u32 counted = visits + in_flight;
  const auto n = static_cast<float>(counted);
  const bool loses = options_.parallel.virtual_play == Virtual::loss;
  float q = first_play_;
  if (visits > 0) {
    q = mean_worth<Access>(node, visits, loses ? counted : visits, mover);
  } else if (loses && in_flight > 0) {
    q = 0;
  }
  if (options_.uses_implicit() && visits > 0) {
    const auto share = static_cast<float>(options_.backup.implicit);
    Rewards backed{};
    for (unsigned p = 0; p < kMaxPlayers; ++p) backed[p] = Access::load(tree_.implicit(child)[p]);
    q = (1 - share) * q + share * worth(backed, mover);
  }
  if (options_.selection.rave > 0) {
    const AmafSums& amaf = tree_.amaf(amaf_cell(it, child));
    const u32 games = Access::load(amaf.visits);
    if (games > 0) {
      const auto k = static_cast<float>(options_.selection.rave);
      const float beta = std::sqrt(k / (3 * n + k));
      q = (1 - beta) * q + beta * mean_of(Access::load(amaf.sum), games);
    }
  }
  const float c = exploration(mover);
  // Visits are playouts, and so are the choices that they are compared with.
  available *= static_cast<u32>(options_.parallel.leaves);
  float explore = 0;
  switch (options_.selection.rule) {
    case Selection::ucb1: explore = std::sqrt(logarithm(available) / std::max(n, 1.0F)); break;
    case Selection::tuned: {
      const float log_over_n = logarithm(available) / std::max(n, 1.0F);
      float spread = 0;
      if (visits > 0) {  // around its own mean, whatever else counts in q
        const float mean = mean_worth<Access>(node, visits, visits, mover);
        spread = mean_of(Access::load(tree_.squares(child)), visits) - mean * mean;
      }
      const float variance = spread + std::sqrt(2 * log_over_n);
      explore = std::sqrt(log_over_n * std::clamp(variance, 0.0F, 0.25F)) * 2;
      break;
    }
    case Selection::puct:
      explore = edge.prior * std::sqrt(static_cast<float>(available)) / (1 + n);
      break;
  }
  float value = q + c * explore;
  if (options_.selection.bias > 0)
    value += static_cast<float>(options_.selection.bias) * edge.prior / (n + 1);
  if (options_.selection.history > 0) {
    const float mean = history_.mean(mover, edge.action, 0.5F);
    value += static_cast<float>(options_.selection.history) * mean / ((1 - q) * n + 1);
  }
  return value;
}

/// GRAVE: the nearest node above (or the node itself) that has been visited often enough.
template <Game G, RolloutPolicy<G> P>
template <typename Access>
void SearchWorker<G, P>::find_amaf_source(const Iteration& it) {
  amaf_source_ = it.path.back().cell;
  for (std::size_t i = it.path.size(); i-- > 0;) {
    amaf_source_ = it.path[i].cell;
    if (Access::load(tree_[amaf_source_].visits) >= options_.selection.grave) return;
  }
}

/// Where the RAVE values of a child stand: with GRAVE, with the same action above, if it is there.
template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::amaf_cell(const Iteration& it, u32 child) const {
  if (options_.selection.grave == 0 || amaf_source_ == it.path.back().cell) return child;
  u32 found = child;
  tree_.for_each_child(amaf_source_, [&](u32 other) {
    if (tree_[other].action == tree_[child].action) found = other;
  });
  return found;
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
