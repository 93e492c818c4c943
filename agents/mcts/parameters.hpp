// Everything that `mcts` and `uct` may be told, in one table: key, group, range, default, meaning,
// paper.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agents/learned/named_network.hpp"
#include "agents/mcts/reward.hpp"
#include "agents/search/options.hpp"
#include "agents/spec.hpp"

namespace carrack {

/// What judges unfinished games.
enum class Value : u8 { linear, network };

/// The parameters of a search of Age of Discovery. `mcts` starts from default_search(), `uct` from
/// plain_uct().
struct MctsOptions {
  SearchOptions search;
  RewardOptions reward;
  Value value = Value::linear;
  double diversity = 0;      // of the strategies in playouts, see StrategyPool
  u64 quick_iterations = 0;  // quick=, of the moves that have a smaller budget
  double quick_share = 0;    // of the moves
  NamedNetwork network;      // net=; null where nothing uses it

  [[nodiscard]] bool uses_network() const {
    return search.expansion.prior == Prior::network || search.rollout.policy == Rollout::network ||
           value == Value::network;
  }

  /// Reads every key of the table from a spec. Throws InputError for what is out of range or does
  /// not go together.
  static MctsOptions read(AgentSpec& spec, const MctsOptions& defaults);
  /// `key=value` for every key of the table, the budget first; without budgets that are not set,
  /// and without later keys that are off (SearchParameter::is_later).
  [[nodiscard]] std::string to_string() const;
};

/// The parameters of a spec of `mcts` or `uct`; nothing for other agents. Throws InputError for a
/// spec that is wrong.
[[nodiscard]] std::optional<MctsOptions> search_options(std::string_view spec);

/// What `mcts` is unless told otherwise: the combination that measured strongest (STRENGTH.md).
[[nodiscard]] MctsOptions default_search();
/// UCT without extras: random playouts to the end, max^n, open loop.
[[nodiscard]] MctsOptions plain_uct();

/// What the search of this name starts from; nothing where no search is called so.
[[nodiscard]] std::optional<MctsOptions> search_defaults(std::string_view name);

/// A row of the table.
struct SearchParameter {
  std::string_view key;
  std::string_view group;                   // budget, tree, reward, selection, root, expansion ...
  std::span<const std::string_view> words;  // of a choice; empty for a number
  double min = 0;
  double max = 0;
  bool whole = false;
  bool is_duration = false;  // in seconds, and may have a unit
  /// Came after ledgers had been written: specs leave it out while it is off, as all agents before
  /// had it, so that these are still the same agents.
  bool is_later = false;
  /// Of a later parameter: when it is off. Null: while it is 0.
  bool (*is_off)(const MctsOptions&) = nullptr;
  double (*get)(const MctsOptions&) = nullptr;
  void (*set)(MctsOptions&, double) = nullptr;
  std::string_view help;
  std::string_view paper;

  /// The section of agents/STRENGTH.md that says what it does for strength; empty where nobody has
  /// measured that.
  [[nodiscard]] std::string_view measured() const;
  /// Whether specs leave it out.
  [[nodiscard]] bool is_left_out(const MctsOptions& options) const;
  /// The value as a spec has it.
  [[nodiscard]] std::string text(const MctsOptions& options) const;
};
/// In the order of specs.
[[nodiscard]] std::span<const SearchParameter> search_parameters();
/// The groups, in the order of the iteration that they describe.
[[nodiscard]] std::span<const std::string_view> search_parameter_groups();

}  // namespace carrack
