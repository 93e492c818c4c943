// The options of a search of Age of Discovery: what `mcts` and `uct` start from, and how specs
// change it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agents/learned/named_network.hpp"
#include "agents/mcts/reward.hpp"
#include "agents/search/options.hpp"
#include "agents/spec.hpp"

namespace carrack {

/// What judges unfinished games.
enum class Value : u8 { linear, network };
/// The policy where the search uses one: scripts, or what a network has learned.
enum class PolicySource : u8 { scripts, network };

/// The parameters of a search of Age of Discovery. `mcts` starts from default_search(), `uct` from
/// plain_uct().
struct MctsOptions {
  SearchOptions search;
  RewardOptions reward;
  PolicySource prior_source = PolicySource::scripts;    // prior=scripted or network
  PolicySource rollout_source = PolicySource::scripts;  // rollout=scripted or network
  Value value = Value::linear;
  double diversity = 0;      // of the strategies in playouts, see StrategyPool
  u64 quick_iterations = 0;  // quick=, of the moves that have a smaller budget
  double quick_share = 0;    // of the moves
  NamedNetwork network;      // net=; null where nothing uses it

  /// Whether a network orders options; whether it plays.
  [[nodiscard]] bool network_orders() const {
    return search.expansion.prior == Prior::policy && prior_source == PolicySource::network;
  }
  [[nodiscard]] bool network_plays() const {
    return search.rollout.policy == Rollout::policy && rollout_source == PolicySource::network;
  }
  [[nodiscard]] bool network_leads() const { return network_orders() || network_plays(); }
  [[nodiscard]] bool uses_network() const { return network_leads() || value == Value::network; }

  /// Reads every key of the table from a spec. Throws InputError for what is out of range or does
  /// not go together.
  static MctsOptions read(AgentSpec& spec, const MctsOptions& defaults);
  /// `key=value` for every key of the table, the budget first; without budgets that are not set,
  /// and without later keys that are off (SearchParameter::is_later).
  [[nodiscard]] std::string to_string() const;
  /// The same where a function judges the leaves, perhaps with `priors`: without keys that have no
  /// effect then, and with the word `evaluate` for what the function replaces. No agent can be made
  /// from it.
  [[nodiscard]] std::string to_string_with_evaluator(bool priors) const;

 private:
  template <typename ValueOf>
  [[nodiscard]] std::string joined(const ValueOf& value_of) const;
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

}  // namespace carrack
