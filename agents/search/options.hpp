// The options of a search, which do not depend on the game. Keys in comments are those of agents'
// specs; papers stand in the table of agents/mcts/parameters.cpp.
#pragma once

#include <optional>
#include <string>

#include "core/base/types.hpp"

namespace carrack {

enum class Opponents : u8 { maxn, paranoid, self, separate, observers };
enum class ChanceNodes : u8 { open, closed };
enum class Selection : u8 { ucb1, tuned, puct };
enum class RootSelection : u8 { same, halving, exp3, regret, gumbel };
enum class FinalChoice : u8 { robust, max, secure };
/// The source of priors: none, the rollout policy, or its evaluation after one action.
enum class Prior : u8 { none, policy, evaluation };
/// Who plays on from a leaf; mast: the mean reward of each action.
enum class Rollout : u8 { random, policy, mast };
enum class Parallel : u8 { none, root, leaf, tree, batch };
enum class Virtual : u8 { visits, loss };

/// When a search ends: at whichever limit it reaches first.
struct BudgetOptions {
  u64 iterations = 1000;    // per move; 0: no limit
  double seconds = 0;       // time=, per move; 0: no limit
  double game_seconds = 0;  // game_time=, of all moves of a game; 0: no limit
  bool stop = false;        // end once no option can get as many visits as the first
  double extend = 0;        // share of the budget added while the first two options are close

  /// Whether there is a limit of time.
  [[nodiscard]] constexpr bool has_time() const { return seconds > 0 || game_seconds > 0; }
};

/// What a node is, and how many there may be.
struct TreeOptions {
  Opponents opponents = Opponents::maxn;
  ChanceNodes chance = ChanceNodes::open;
  bool transpositions = false;
  bool reuse = false;
  u64 memory = 256;  // MiB
};

/// How a child is chosen.
struct SelectionOptions {
  Selection rule = Selection::ucb1;  // selection=
  double exploration = 0.2;          // c=
  bool scale_exploration = false;    // scale=
  double first_play = -1;            // fpu=; below 0: unvisited children come first
  double reduction = -1;             // fpu_reduction=; below 0: off
  double bias = 0;
  double history = 0;
  double rave = 0;
  u64 grave = 0;

  /// Whether unvisited children are chosen before all others.
  [[nodiscard]] bool unvisited_first() const { return first_play < 0 && reduction < 0; }
};

/// How the root is different from other nodes, and what is played in the end.
struct RootOptions {
  RootSelection rule = RootSelection::same;        // root=
  double mixing = 0.1;                             // gamma=
  FinalChoice final_choice = FinalChoice::robust;  // final=
  // For root=gumbel.
  u64 considered = 16;       // options that are visited, at most
  double gumbel_scale = 1;   // of the Gumbel noise; 0: none
  double visit_offset = 50;  // c_visit=
  double value_scale = 1;    // c_scale=
  // Dirichlet noise in the priors.
  double noise = 0;            // its share; 0: none
  double noise_alpha = 10.83;  // its concentration, over all options together

  /// Whether the options of the root get random numbers.
  [[nodiscard]] bool draws_noise() const {
    return rule == RootSelection::gumbel ? gumbel_scale > 0 : noise > 0;
  }
};

/// Which children there are, and in which order.
struct ExpansionOptions {
  double widening = 1;
  Prior prior = Prior::none;
  double temperature = 1;  // of the softmax over the policy's values
};

/// How a game is played on from a leaf.
struct RolloutOptions {
  Rollout policy = Rollout::random;  // rollout=
  double epsilon = 0;
  double adapt = 0;      // what a unit of mean reward adds to the policy's values; 0: off
  u64 learners = 1;      // for each seat, with adapt
  u64 cutoff = 0;        // decisions of a playout; 0: to the end
  u64 cutoff_turns = 0;  // turns after the root; 0: to the end

  /// Whether RolloutPolicy::choose() plays.
  [[nodiscard]] bool uses_policy() const { return policy == Rollout::policy; }
};

/// How the result of an iteration is backed up.
struct BackupOptions {
  double lambda = 1;  // 1: only the end of a playout counts
  double implicit = 0;
};

struct ParallelOptions {
  Parallel kind = Parallel::none;  // parallel=
  u64 threads = 1;
  u64 workers = 1;
  u64 leaves = 1;
  u64 batch = 0;                           // playouts at a time, with parallel=batch
  Virtual virtual_play = Virtual::visits;  // virtual=
};

/// UCT with random playouts to the end, max^n, open loop, 1,000 iterations.
struct SearchOptions {
  BudgetOptions budget;
  TreeOptions tree;
  SelectionOptions selection;
  RootOptions root;
  ExpansionOptions expansion;
  RolloutOptions rollout;
  BackupOptions backup;
  ParallelOptions parallel;

  /// Whether every player has a tree.
  [[nodiscard]] bool has_many_roots() const {
    return tree.opponents == Opponents::separate || tree.opponents == Opponents::observers;
  }
  // Which statistics the options ask for.
  [[nodiscard]] bool uses_amaf() const { return selection.rave > 0; }
  [[nodiscard]] bool uses_action_history() const {
    return rollout.policy == Rollout::mast || selection.history > 0;
  }
  [[nodiscard]] bool uses_squares() const { return selection.rule == Selection::tuned; }
  [[nodiscard]] bool uses_implicit() const { return backup.implicit > 0; }
  [[nodiscard]] bool uses_priors() const { return expansion.prior != Prior::none; }
  [[nodiscard]] bool records_moves() const {
    return uses_amaf() || uses_action_history() || rollout.adapt > 0;
  }
  // Which parts of a rollout policy the options need.
  [[nodiscard]] bool needs_policy() const {
    return rollout.uses_policy() || expansion.prior == Prior::policy;
  }
  /// Whether positions of unfinished games get a reward.
  [[nodiscard]] bool rewards_estimates() const {
    return rollout.cutoff > 0 || rollout.cutoff_turns > 0 || backup.lambda < 1 || uses_implicit();
  }
  [[nodiscard]] bool needs_evaluation() const {
    return rewards_estimates() || expansion.prior == Prior::evaluation;
  }
};

/// Why options do not go together, by their keys in specs; nothing when they do.
[[nodiscard]] std::optional<std::string> conflict(const SearchOptions& options);

}  // namespace carrack
