// SearchWorker: an iteration. Included by search_impl.hpp.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "agents/search/worker.hpp"
#include "agents/threads/team.hpp"

namespace carrack {

template <Game G, RolloutPolicy<G> P>
SearchWorker<G, P>::SearchWorker(const SearchOptions& options, const P& policy, SearchTree& tree)
    : options_(options),
      has_more_values_(options.uses_implicit() || options.uses_amaf()),
      has_biases_(options.selection.bias > 0 || options.selection.history > 0),
      tree_(tree),
      playouts_(options_, policy),
      root_choice_(options_),
      expander_(options_, playouts_.policy(), tree, root_choice_),
      buffer_(tree, static_cast<unsigned>(options.parallel.threads)),
      widening_(options.expansion.widening) {
  if (options.parallel.kind == Parallel::leaf) leaf_games_.resize(options.parallel.leaves);
  first_play_ = static_cast<float>(std::max(options.selection.first_play, 0.0));
  legal_priors_.reserve(kUsualOptions);
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::start(const SearchRoot<G>& root, const Random& random) {
  buffer_.forget();
  players_ = G::players(root.state);
  searcher_ = G::mover(root.state);
  // The budget counts playouts, of which a descent from the root may have several.
  const u64 leaves = options_.parallel.leaves;
  const u64 descents = std::max<u64>(root.budget / leaves + (root.budget % leaves != 0 ? 1 : 0), 1);
  root_choice_.start(root, descents);
  playouts_.start(root.state);
  expander_.start(root_cell(), tree_.has_transpositions() && !has_secrets_in<G>(root.state));
  prepare(own_, random);
  for (Iteration& game : leaf_games_) prepare(game, random);
  descents_ = depth_sum_ = deepest_ = 0;
  reward_sum_ = {};
  lowest_.fill(1);
  highest_.fill(0);
}

template <Game G, RolloutPolicy<G> P>
unsigned SearchWorker<G, P>::tree_of(unsigned seat) const {
  switch (options_.tree.opponents) {
    case Opponents::separate:
    case Opponents::observers: return seat;
    case Opponents::self: return seat == searcher_ ? 0 : 1;
    case Opponents::maxn:
    case Opponents::paranoid: break;
  }
  return 0;
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::begin(Iteration& it, State& s, Legal& legal) const {
  s = root().state;
  resample_in<G>(s, searcher_, it.random);
  legal = root().legal;
  playouts_.begin(it);
  it.path.clear();
  it.depth = 0;
  for (unsigned t = 0; t < trees(); ++t) {
    it.cursor[t] = kRoot + t;
    it.in_tree[t] = true;
    it.path.push_back({kRoot + t, 0, 0, buffer_.is_hot(kRoot + t), 0});
  }
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::walk(Iteration& it, State& s, Legal& legal) {
  begin(it, s, legal);
  descend_in_tree<Kind>(it, s, legal);
  depth_sum_ += it.depth;
  deepest_ = std::max(deepest_, u64{it.depth});
  if (options_.uses_implicit()) it.leaf_estimate = playouts_.estimate(s).rewards;
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::iterate() {
  State s;
  Legal legal;
  walk<Kind>(own_, s, legal);
  if (options_.parallel.kind == Parallel::leaf) {
    const auto games = static_cast<u32>(options_.parallel.leaves);
    back_up_path<Kind>(own_, play_leaves(own_, s, legal), games);
  } else {
    back_up_path<Kind>(own_, play_out(own_, s, legal), 1);
  }
  ++descents_;
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::descend(Iteration& it, State& s, Legal& legal) {
  walk<Batched>(it, s, legal);
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::back_up(const Iteration& it, const Payoff& payoff) {
  back_up_path<Batched>(it, payoff, 1);
  ++descents_;
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::descend_to_leaf(Iteration& it, State& s) {
  Legal legal;
  walk<Judged>(it, s, legal);
  it.leaf_is_node = options_.tree.chance == ChanceNodes::open || !is_chance_in<G>(s);
  while (is_chance_in<G>(s)) random_step_in<G>(s, legal, it.random);
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::go_to_root(Iteration& it, State& s) {
  Legal legal;
  begin(it, s, legal);
  it.leaf_is_node = true;
}

template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::expand_leaf(Iteration& it, const State& leaf,
                                     std::span<const float> logits) {
  if (it.leaf_is_node) expander_.expand_by_logits(it.path.back().cell, leaf, logits, it.random);
}

/// Throws for an illegal action in the tree, which apply() does not check.
template <Game G, RolloutPolicy<G> P>
void SearchWorker<G, P>::fail_illegal(const State& s, Action action) {
  throw std::logic_error("the search tree holds '" + text_in<G>(s, action) +
                         "', which is not legal");
}

/// Descends in the tree, or in each player's tree, until each has met a node without visits. Chance
/// draws on the way; players whose tree has been left play as in a playout.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::descend_in_tree(Iteration& it, State& s, Legal& legal) {
  using Access = typename Kind::Access;
  it.inside = trees();
  if (observes()) enter_secrets<Kind>(it, s);
  while (it.inside > 0 && !G::is_over(s) && it.path.size() < Iteration::kMaxDepth) {
    if constexpr (Kind::kEvaluatesTurns) playouts_.meet_turn(s, it.lambda_return);
    if (is_chance_in<G>(s)) {
      const Action drawn = draw_in<G>(s, it.random);
      if (options_.tree.chance == ChanceNodes::closed) {
        if (observes()) {
          watch<Kind>(it, s, drawn, kChanceMover, trees());
        } else {
          const u16 seen = seen_in<G>(s, drawn, searcher_);
          const u32 child = expander_.chance_child(it.cursor[0], s, seen);
          if (child == SearchTree::kNone) return;  // no room, or another thread is adding edges
          enter<Kind>(it, 0, child, kChanceMover);
        }
      }
      G::apply(s, drawn, legal);
      continue;
    }
    const unsigned mover = G::mover(s);
    const unsigned tree = tree_of(mover);
    u32 child = SearchTree::kNone;
    if (tree < trees() && it.in_tree[tree]) {
      child = choose_in_tree<Kind>(it, it.cursor[tree], s, legal);
      if (child == SearchTree::kNone) {
        leave(it, tree);
        continue;
      }
    }
    const Action action =
        child == SearchTree::kNone ? playouts_.choose(it, s, legal) : Action(tree_[child].action);
    if (!legal.contains(action)) [[unlikely]]
      fail_illegal(s, action);
    if (child != SearchTree::kNone) {
      enter<Kind>(it, tree, child, static_cast<u8>(mover));
      ++it.depth;
    }
    if (observes()) watch<Kind>(it, s, action, static_cast<u8>(mover), mover);
    playouts_.note(it, s, action);
    G::apply(s, action, legal);
    if (child == SearchTree::kNone) continue;
    if (Access::load(tree_[child].visits) == 0 && !expander_.is_known(child, s)) leave(it, tree);
  }
}

/// The child to go to from a node of the player who decides; kNone if the node is a leaf.
template <Game G, RolloutPolicy<G> P>
template <typename Kind>
u32 SearchWorker<G, P>::choose_in_tree(Iteration& it, u32 node, const State& s,
                                       const Legal& legal) {
  using Access = typename Kind::Access;
  const bool at_root = node < kRoot + trees();
  if (Access::load(tree_[node].visits) == 0 && !at_root && !expander_.is_known(node, s)) {
    return SearchTree::kNone;
  }
  return node == root_cell() && root_choice_.chooses() ? choose_at_root(it.random, s, legal)
                                                       : select<Kind>(it, node, s, legal);
}

/// kNone: the memory is full, or another thread is adding edges.
template <Game G, RolloutPolicy<G> P>
u32 SearchWorker<G, P>::choose_at_root(Random& random, const State& s, const Legal& legal) {
  if (!root_choice_.has_children()) {
    const u32 root = root_cell();
    const bool has_edges = expander_.add_missing(random, root, tree_.last_block(root), s, legal);
    if (!has_edges || !root_choice_.take_children(tree_, root)) return SearchTree::kNone;
  }
  return root_choice_.choose(tree_, random);
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::enter_secrets([[maybe_unused]] Iteration& it,
                                       [[maybe_unused]] const State& s) {
  if constexpr (GameWithPrivateViews<G>) {
    if (!G::has_secrets(s)) return;
    for (unsigned t = 0; t < trees(); ++t) {
      if (t != searcher_) observe<Kind>(it, t, G::secret(s, t), kChanceMover);
    }
  }
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::watch(Iteration& it, const State& s, Action action, u8 mover,
                               unsigned except) {
  for (unsigned t = 0; t < trees(); ++t) {
    if (t != except && it.in_tree[t]) observe<Kind>(it, t, seen_in<G>(s, action, t), mover);
  }
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::observe(Iteration& it, unsigned tree, u16 seen, u8 mover) {
  using Access = typename Kind::Access;
  const u32 child = expander_.child_of(it.cursor[tree], seen, mover);
  if (child == SearchTree::kNone) return leave(it, tree);  // the memory is full
  enter<Kind>(it, tree, child, mover);
  if (Access::load(tree_[child].visits) == 0) leave(it, tree);
}

template <Game G, RolloutPolicy<G> P>
template <typename Kind>
void SearchWorker<G, P>::enter(Iteration& it, unsigned tree, u32 child, u8 mover) {
  using Access = typename Kind::Access;
  const bool hot = Access::kShares && buffer_.is_hot(child);
  it.path.push_back({child, it.cursor[tree], mover, hot, static_cast<u32>(it.moves.size())});
  it.cursor[tree] = child;
  if (Kind::kOverlaps && !hot) Access::add(tree_[child].in_flight, u16{1});
}

/// Plays several games from one leaf, each with its own random stream, so that results do not
/// depend on threads.
template <Game G, RolloutPolicy<G> P>
Payoff SearchWorker<G, P>::play_leaves(Iteration& it, const State& s, const Legal& legal) {
  const u64 key = it.random.next64();
  leaf_payoffs_.resize(leaf_games_.size());
  const auto threads = static_cast<unsigned>(options_.parallel.threads);
  run_team(threads, [&](unsigned t) {
    for (std::size_t i = t; i < leaf_games_.size(); i += threads) {
      Iteration& game = leaf_games_[i];
      game.random = Random(key, stream(StreamFamily::rollout, i));
      playouts_.begin_again(game);
      game.lambda_return = it.lambda_return;
      State copy = s;
      Legal open = legal;
      leaf_payoffs_[i] = play_out(game, copy, open);
    }
  });
  Payoff mean;
  const float weight = 1 / static_cast<float>(leaf_games_.size());
  for (const Payoff& payoff : leaf_payoffs_) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      mean.rewards[p] += weight * payoff.rewards[p];
      mean.win_shares[p] += weight * payoff.win_shares[p];
    }
  }
  return mean;
}

}  // namespace carrack
