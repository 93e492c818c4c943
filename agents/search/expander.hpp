// Gives the nodes of a search tree their edges.
#pragma once

#include <array>
#include <bitset>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "agents/search/expansion.hpp"
#include "agents/search/rollout_policy.hpp"
#include "agents/search/root_choice.hpp"
#include "agents/search/tree.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// Belongs to one worker. With priors, the edges of a block are sorted by them, best first;
/// otherwise they are in random order.
template <Game G, RolloutPolicy<G> P>
class Expander {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;

  /// All of these must outlive it.
  Expander(const SearchOptions& options, const P& policy, SearchTree& tree, RootChoice<G>& root)
      : options_(options), policy_(policy), tree_(tree), root_(root) {
    new_actions_.reserve(kUsualOptions);
    new_priors_.reserve(kUsualOptions);
  }
  /// Begins a search. `shares`: nodes of one position have the same edges.
  void start(u32 root_cell, bool shares) {
    root_cell_ = root_cell;
    shares_ = shares;
  }

  /// Whether nodes of one position have the same edges.
  [[nodiscard]] bool shares() const { return shares_; }
  /// Whether nodes of this position have the same edges. Not with secrets: a node then stands for
  /// all positions that look the same to a player.
  [[nodiscard]] bool shares(const State& s) const { return shares_ && !has_secrets_in<G>(s); }
  /// Whether the node has edges. If a node of the same position has edges elsewhere in the tree,
  /// the node gets those. `s` is its position.
  [[nodiscard]] bool is_known(u32 cell, const State& s) {
    if (!shares(s)) return false;
    return tree_.first_block(cell) != SearchTree::kNone || tree_.share_edges(cell, hash_in<G>(s));
  }

  /// Gives a node without edges one for each legal action. False: the memory is full, or another
  /// thread is adding edges at this moment.
  bool expand(Random& random, u32 cell, const State& s, const Legal& legal);
  /// Adds a block of edges behind the block `last` for the legal actions that have none. False as
  /// in expand(). True also if no edge is missing any more, because another thread has added them:
  /// then has_added() is false. A prior is a share among all legal actions, so that priors of
  /// different blocks can be compared.
  bool add_missing(Random& random, u32 parent, u32 last, const State& s, const Legal& legal);
  /// Whether the last add_missing() has added edges.
  [[nodiscard]] bool has_added() const { return !new_actions_.empty(); }
  /// Gives a node an edge for each legal action of `leaf`, its position, that it has none for.
  /// `logits` has a number for each action. Throws InputError unless the logits of legal actions
  /// are finite.
  void expand_by_logits(u32 cell, const State& leaf, std::span<const float> logits, Random& random);

  /// The child for an event of the mover, perhaps chance. It is made if it does not exist yet.
  /// kNone: the memory is full, or another thread is adding edges.
  u32 child_of(u32 parent, u16 event, u8 mover);
  /// The same for a draw of chance in the position `s`. `seen`: the draw as the player who searches
  /// sees it.
  u32 chance_child(u32 parent, const State& s, u16 seen);

 private:
  [[nodiscard]] static u8 mover_of(const State& s) { return static_cast<u8>(G::mover(s)); }
  /// Orders new_actions_, legal in `s`, with their priors.
  void order_new_actions(Random& random, const State& s);

  const SearchOptions& options_;
  const P& policy_;
  SearchTree& tree_;
  RootChoice<G>& root_;
  u32 root_cell_ = SearchTree::kNone;
  bool shares_ = false;
  std::vector<Action> new_actions_;
  std::vector<float> new_priors_;
};

template <Game G, RolloutPolicy<G> P>
bool Expander<G, P>::expand(Random& random, u32 cell, const State& s, const Legal& legal) {
  if (!tree_.has_room(static_cast<u32>(legal.size()))) return false;
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_new_actions(random, s);
  if (cell == root_cell_) root_.mix_noise(new_actions_, new_priors_);
  if (!tree_.add_edges(cell, SearchTree::kNone, new_actions_, new_priors_, mover_of(s))) {
    return false;
  }
  if (shares(s)) tree_.remember_edges(cell, hash_in<G>(s));
  return true;
}

template <Game G, RolloutPolicy<G> P>
bool Expander<G, P>::add_missing(Random& random, u32 parent, u32 last, const State& s,
                                 const Legal& legal) {
  collect_missing<G>(tree_, parent, legal, new_actions_);
  if (new_actions_.empty()) return true;
  if (!tree_.has_room(static_cast<u32>(new_actions_.size()))) return false;
  if (!options_.uses_priors()) {
    order_new_actions(random, s);
    return tree_.add_edges(parent, last, new_actions_, new_priors_, mover_of(s));
  }
  new_actions_.clear();
  legal.for_each([&](Action a) { new_actions_.push_back(a); });
  order_new_actions(random, s);
  std::bitset<G::kActions> present;
  tree_.for_each_edge(parent, [&](u32 e) {
    if (const u16 event = tree_.edge(e).action; event < G::kActions) present.set(event);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < new_actions_.size(); ++i) {
    if (present.test(id_of(new_actions_[i]))) continue;
    new_actions_[kept] = new_actions_[i];
    new_priors_[kept++] = new_priors_[i];
  }
  new_actions_.resize(kept);
  new_priors_.resize(kept);
  return tree_.add_edges(parent, last, new_actions_, new_priors_, mover_of(s));
}

template <Game G, RolloutPolicy<G> P>
void Expander<G, P>::expand_by_logits(u32 cell, const State& leaf, std::span<const float> logits,
                                      Random& random) {
  const Legal options = G::legal(leaf);
  options.for_each([&](Action action) {
    const float logit = logits[id_of(action)];
    if (std::isfinite(logit)) return;
    throw InputError("the logit of '" + text_in<G>(leaf, action) + "' is " + std::to_string(logit) +
                     ", expected a finite number");
  });
  collect_missing<G>(tree_, cell, options, new_actions_);
  if (new_actions_.empty()) return;
  order_by_logits(options, logits, random, new_actions_, new_priors_);
  const u32 last = tree_.last_block(cell);
  if (cell == root_cell_ && last == SearchTree::kNone) root_.mix_noise(new_actions_, new_priors_);
  if (!tree_.add_edges(cell, last, new_actions_, new_priors_, mover_of(leaf))) return;
  if (shares(leaf) && last == SearchTree::kNone) tree_.remember_edges(cell, hash_in<G>(leaf));
}

/// Best first if the options name a source of priors, else in random order and without priors.
template <Game G, RolloutPolicy<G> P>
void Expander<G, P>::order_new_actions(Random& random, const State& s) {
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
u32 Expander<G, P>::child_of(u32 parent, u16 event, u8 mover) {
  u32 last = SearchTree::kNone;
  for (u32 block = tree_.first_block(parent); block != SearchTree::kNone;
       block = tree_.next_block(block)) {
    for (u32 e = block + 1; e <= block + tree_.block_size(block); ++e) {
      if (tree_.edge(e).action == event) return tree_.make_child(e);
    }
    last = block;
  }
  const std::array<u16, 1> only{event};
  if (!tree_.add_edges(parent, last, std::span<const u16>(only), {}, mover))
    return SearchTree::kNone;
  const u32 block = last == SearchTree::kNone ? tree_.first_block(parent) : tree_.next_block(last);
  return tree_.make_child(block + 1);
}

template <Game G, RolloutPolicy<G> P>
u32 Expander<G, P>::chance_child(u32 parent, const State& s, u16 seen) {
  const bool was_empty = tree_.first_block(parent) == SearchTree::kNone && !is_known(parent, s);
  const u32 child = child_of(parent, seen, kChanceMover);
  if (was_empty && shares(s)) tree_.remember_edges(parent, hash_in<G>(s));
  return child;
}

}  // namespace carrack
