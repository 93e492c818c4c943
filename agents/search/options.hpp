// Everything that a search may be told, in one table: key, range, default, meaning, paper.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/spec.hpp"

namespace carrack {

enum class Opponents : u8 { maxn, paranoid, self, separate };
enum class Selection : u8 { ucb1, tuned, puct };
enum class RootSelection : u8 { same, halving, exp3, regret };
enum class FinalChoice : u8 { robust, max, secure };
enum class ChanceNodes : u8 { open, closed };
enum class Prior : u8 { none, scripted, evaluation };
enum class Playout : u8 { random, scripted, mast };
enum class Estimates : u8 { fitted, constant };
enum class Parallel : u8 { none, root, leaf, tree };
enum class Virtual : u8 { visits, loss };

/// The parameters of a search. `mcts` starts from default_search(), `uct` from plain_uct().
struct SearchOptions {
  u64 iterations = 0;  // 0: no limit
  double seconds = 0;  // 0: no limit

  Opponents opponents = Opponents::maxn;
  double win = 0;  // weights of the parts of the reward; they are divided by their sum
  double rank = 0;
  double margin = 1;
  double margin_scale = 15;

  Selection selection = Selection::ucb1;
  double exploration = 0.2;
  bool scale_exploration = false;
  double first_play = -1;  // below 0: unvisited children come first
  RootSelection root = RootSelection::same;
  double root_mixing = 0.1;
  FinalChoice final_choice = FinalChoice::robust;
  ChanceNodes chance = ChanceNodes::open;

  double widening = 1;
  Prior prior = Prior::none;
  double prior_temperature = 1;
  double bias = 0;
  double history = 0;
  double rave = 0;
  u64 grave = 0;

  Playout playout = Playout::random;
  double epsilon = 0;
  double diversity = 0;
  double adapt = 0;      // VP a unit of mean reward
  u64 learners = 1;      // of each seat, with adapt
  u64 cutoff = 0;        // decisions; 0: to the end
  u64 cutoff_turns = 0;  // turns; 0: to the end
  double lambda = 1;     // 1: what a playout ends with is all that counts
  double implicit = 0;
  Estimates estimates = Estimates::fitted;

  bool reuse = false;
  u64 memory = 256;  // MiB

  Parallel parallel = Parallel::none;
  u64 threads = 1;
  u64 workers = 1;
  u64 leaves = 1;
  Virtual virtual_play = Virtual::visits;

  /// Which statistics the options ask for.
  [[nodiscard]] bool uses_amaf() const { return rave > 0; }
  [[nodiscard]] bool uses_action_history() const { return playout == Playout::mast || history > 0; }
  [[nodiscard]] bool uses_squares() const { return selection == Selection::tuned; }
  [[nodiscard]] bool uses_priors() const { return prior != Prior::none; }
  [[nodiscard]] bool records_moves() const {
    return uses_amaf() || uses_action_history() || adapt > 0;
  }

  /// Reads every key of the table from a spec. Throws InputError for what is out of range or does
  /// not go together.
  static SearchOptions read(AgentSpec& spec, const SearchOptions& defaults);
  /// `key=value` for every key of the table, the budget first.
  [[nodiscard]] std::string to_string() const;
};

/// The parameters of a spec of `mcts` or `uct`; nothing for other agents. Throws InputError for a
/// spec that is wrong.
[[nodiscard]] std::optional<SearchOptions> search_options(std::string_view spec);

/// What `mcts` is unless told otherwise: the combination that measured strongest (STRENGTH.md).
[[nodiscard]] SearchOptions default_search();
/// UCT without extras: random playouts to the end, max^n, open loop.
[[nodiscard]] SearchOptions plain_uct();

/// What the search of this name starts from; nothing where no search is called so.
[[nodiscard]] std::optional<SearchOptions> search_defaults(std::string_view name);

/// A row of the table.
struct SearchParameter {
  std::string_view key;
  std::span<const std::string_view> words;  // of a choice; empty for a number
  double least = 0;
  double most = 0;
  bool whole = false;
  bool is_duration = false;  // in seconds, and may have a unit
  double (*get)(const SearchOptions&) = nullptr;
  void (*set)(SearchOptions&, double) = nullptr;
  std::string_view help;
  std::string_view paper;

  /// The value as a spec has it.
  [[nodiscard]] std::string text(const SearchOptions& options) const;
};
[[nodiscard]] std::span<const SearchParameter> search_parameters();

}  // namespace carrack
