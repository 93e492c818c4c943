// One thread of a search: iterations on a tree that is its own or shared.
//
// UCT: Kocsis, Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. Value vectors (max^n):
// Sturtevant, "An analysis of UCT in multi-player games", CG 2008. Open loop with availability
// counts: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012.
// The papers behind the options are named in the table of agents/mcts/parameters.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "agents/search/expander.hpp"
#include "agents/search/iteration.hpp"
#include "agents/search/iteration_kind.hpp"
#include "agents/search/playouts.hpp"
#include "agents/search/root_choice.hpp"
#include "agents/search/tree.hpp"
#include "agents/search/update_buffer.hpp"
#include "agents/search/widening.hpp"

namespace carrack {

template <Game G, RolloutPolicy<G> P>
class SearchWorker {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;
  using Iteration = carrack::Iteration<G, P>;

  SearchWorker(const SearchOptions& options, const P& policy, SearchTree& tree);

  /// Gets ready for iterations from a root whose tree is reset (or kept).
  void start(const SearchRoot<G>& root, const Random& random);
  /// Does one iteration on the worker's own Iteration: OneByOne, or Threaded if other workers use
  /// the tree too.
  template <typename Kind>
  void iterate();
  /// Writes all buffered updates to the tree. Must be called after the last iterate<Threaded>.
  void flush() { buffer_.flush(); }

  // The parts of an iteration, for several under way at a time. From the first part to the last,
  // its leaf counts as being visited. Several threads may call play_out() at the same time, also
  // while another one is in descend(). All other functions are called by one thread at a time.
  /// Gets an iteration ready for the root that the worker has started from.
  void prepare(Iteration& it, const Random& random) const {
    it.random = random;
    playouts_.prepare(it, root().state);
  }
  /// Descends to a leaf: the position and what is legal there.
  void descend(Iteration& it, State& s, Legal& legal);
  /// Plays on from the leaf, to the end of the game or to where the evaluation takes over.
  [[nodiscard]] Payoff play_out(Iteration& it, State& s, Legal& legal) const {
    return playouts_.play_out(it, s, legal);
  }
  /// Backs up what the leaf is worth.
  void back_up(const Iteration& it, const Payoff& payoff);

  // For leaves that are evaluated elsewhere.
  /// Descends to a leaf: `s` becomes a player's decision, or the end of the game.
  void descend_to_leaf(Iteration& it, State& s);
  /// Whether the evaluator of leaves also gives priors. Then only expand_leaf() gives nodes edges,
  /// and a node that lacks a needed edge is a leaf until then.
  void wait_for_priors(bool wait) { waits_for_priors_ = wait; }
  /// `s` becomes the root, as a leaf for expand_leaf() but not for back_up().
  void go_to_root(Iteration& it, State& s);
  /// Gives a judged leaf an edge for each legal action that has none. `logits` has a number for
  /// each action. Throws InputError unless the logits of legal actions are finite.
  void expand_leaf(Iteration& it, const State& leaf, std::span<const float> logits);
  /// What a finished game is worth.
  [[nodiscard]] Payoff payoff_of(const State& end) const { return playouts_.policy().payoff(end); }

  /// Descents from the root, of which each may have several playouts.
  [[nodiscard]] u64 descents() const { return descents_; }
  [[nodiscard]] u64 depth_sum() const { return depth_sum_; }
  [[nodiscard]] u64 deepest() const { return deepest_; }
  /// The exact sum of all rewards so far, by seat.
  [[nodiscard]] const std::array<u64, kMaxPlayers>& reward_sum() const { return reward_sum_; }
  /// What the worker knows of the root's options.
  [[nodiscard]] const RootChoice<G>& root_choice() const { return root_choice_; }
  /// c=, times the range of the rewards that the player chooses by with scale=on. While all rewards
  /// are equal there is no range to scale by: without exploration, other options might never be
  /// visited (fpu=0).
  [[nodiscard]] float exploration(unsigned mover) const {
    const auto c = static_cast<float>(options_.selection.exploration);
    if (!options_.selection.scale_exploration) return c;
    const unsigned seat = options_.tree.opponents == Opponents::paranoid ? searcher_ : mover;
    const float range = highest_[seat] - lowest_[seat];
    return range > 0 ? c * std::max(0.01F, range) : c;
  }
  [[nodiscard]] const PlayoutAdaptation<G::kActions>& adaptation() const {
    return playouts_.adaptation();
  }
  /// The root of the player who decides; with one tree per player there are others.
  [[nodiscard]] u32 root_cell() const { return kRoot + tree_of(searcher_); }
  [[nodiscard]] unsigned trees() const { return options_.has_many_roots() ? players_ : 1; }

 private:
  static constexpr u32 kRoot = 1;  // the first root's cell

  using Step = typename Iteration::Step;

  [[nodiscard]] const SearchRoot<G>& root() const { return root_choice_.root(); }
  /// The tree that has a player's decisions, or trees() if none has.
  [[nodiscard]] unsigned tree_of(unsigned seat) const;

  /// Starts an iteration at the root: its path has the roots of all trees and nothing else.
  void begin(Iteration& it, State& s, Legal& legal) const;
  /// From the root to a leaf, on a path of its own.
  template <typename Kind>
  void walk(Iteration& it, State& s, Legal& legal);
  template <typename Kind>
  void descend_in_tree(Iteration& it, State& s, Legal& legal);
  template <typename Kind>
  u32 choose_in_tree(Iteration& it, u32 node, const State& s, const Legal& legal);
  template <typename Kind>
  u32 select(Iteration& it, u32 parent, const State& s, const Legal& legal);
  /// The edges that a choice is made among.
  struct Width {
    unsigned size;            // how many edges, those of the highest priors
    unsigned left;            // edges of prior lowest_prior still to be admitted
    float lowest_prior = -1;  // below 0: the edges are in the order of their priors
  };
  template <typename Kind>
  [[nodiscard]] Width width_of(u32 parent, const Legal& legal);
  [[nodiscard]] bool admit(Width& width, float prior) const;
  /// What a comparison of the edges of a node has found.
  struct Compared {
    u32 best;          // the edge with the highest score
    float best_score;  // - infinity if there is none
    u32 visited;       // the best edge that has a node
    u32 unvisited;     // the edge of the highest prior among those without visits
    u32 last_block;
    unsigned legal;  // edges of legal actions
  };
  template <typename Kind>
  Compared compare_edges(const Iteration& it, u32 parent, const Legal& legal, Width width,
                         unsigned mover);
  template <typename Kind>
  [[nodiscard]] bool is_better(const Iteration& it, u32 added, const Compared& compared,
                               unsigned mover) const;
  [[nodiscard]] bool is_preferred(u32 edge, u32 other) const;
  [[nodiscard]] bool is_among_first(u32 edge, u32 parent, const Legal& legal, unsigned width) const;
  u32 choose_at_root(Random& random, const State& s, const Legal& legal);
  /// What the score of an edge depends on besides the rewards of its child.
  struct Tally {
    u32 visits;     // finished ones
    u32 in_flight;  // on their way
    float breadth;  // breadth_of(number of choices for which the edge was available)
  };
  [[nodiscard]] float breadth_of(u32 available) const;
  template <typename Kind>
  [[nodiscard]] float score(const Iteration& it, u32 e, Tally tally, float c, unsigned mover) const;
  template <typename Kind>
  [[nodiscard]] float mix_values(const Iteration& it, u32 child, float q, u32 visits,
                                 unsigned mover) const;
  template <typename Kind>
  [[nodiscard]] float spread_of(u32 child, u32 visits, float log_over_n, unsigned mover) const;
  [[nodiscard]] float add_biases(float score, const Edge& edge, float q, float n,
                                 unsigned mover) const;
  /// fpu_reduction=: what the unvisited children of a node are worth.
  template <typename Kind>
  void find_first_play(u32 parent, const Legal& legal, unsigned mover);
  template <typename Kind>
  void find_amaf_source(const Iteration& it, unsigned mover);
  [[nodiscard]] u32 amaf_cell(const Iteration& it, u32 child) const;
  [[nodiscard]] float utility(const Rewards& value, unsigned mover) const;
  template <typename Kind>
  [[nodiscard]] float mean_utility(const SearchNode& node, u32 visits, u32 counted,
                                   unsigned mover) const;

  [[nodiscard]] Payoff play_leaves(Iteration& it, const State& s, const Legal& legal);
  [[noreturn, gnu::cold]] static void fail_illegal(const State& s, Action action);

  template <typename Kind>
  void enter(Iteration& it, unsigned tree, u32 child, u8 mover);
  // MO-ISMCTS: a node of a player's tree is what that player has seen.
  [[nodiscard]] bool observes() const { return options_.tree.opponents == Opponents::observers; }
  /// Enters, in each tree of another player, the node for what that player alone knows in this
  /// iteration. In the tree of the searcher that is the root.
  template <typename Kind>
  void enter_secrets(Iteration& it, const State& s);
  /// Goes on to the next node in the trees of all players that see the action, except in that of
  /// `except`.
  template <typename Kind>
  void watch(Iteration& it, const State& s, Action action, u8 mover, unsigned except);
  template <typename Kind>
  void observe(Iteration& it, unsigned tree, u16 seen, u8 mover);
  static void leave(Iteration& it, unsigned tree) {
    it.in_tree[tree] = false;
    --it.inside;
  }
  /// Counts a choice from a block. Returns how many there were before.
  template <typename Kind>
  u32 count_choice(u32 block);
  template <typename Kind>
  void back_up_path(const Iteration& it, const Payoff& payoff, u32 games);
  template <typename Kind>
  void back_up_amaf(const Iteration& it, const Rewards& rewards);
  template <typename Kind>
  void back_up_implicit(const Iteration& it, bool is_first_visit);

  const SearchOptions options_;
  const bool has_more_values_;  // mix_values() has something to mix
  const bool has_biases_;       // likewise
  SearchTree& tree_;
  Playouts<G, P> playouts_;
  RootChoice<G> root_choice_;
  Expander<G, P> expander_;
  UpdateBuffer buffer_;
  unsigned players_ = 0;
  unsigned searcher_ = 0;  // who decides at the root
  Iteration own_;
  std::vector<Iteration> leaf_games_;  // parallel=leaf: of the playouts from one leaf
  Widening widening_;

  std::vector<Payoff> leaf_payoffs_;
  u32 amaf_source_ = 0;
  float first_play_ = 0;  // the value of unvisited children of the node where a child is chosen
  bool waits_for_priors_ = false;
  std::array<float, kMaxPlayers> lowest_{};
  std::array<float, kMaxPlayers> highest_{};
  std::vector<float> legal_priors_;  // of children, while a width is looked up

  u64 descents_ = 0;
  u64 depth_sum_ = 0;
  u64 deepest_ = 0;
  std::array<u64, kMaxPlayers> reward_sum_{};
};

}  // namespace carrack
