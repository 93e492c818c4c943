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

/// What judges unfinished games: the linear evaluation, or the value of a network.
enum class Value : u8 { linear, network };
/// The source of the policy, if the search uses one: scripts, or a network.
enum class PolicySource : u8 { scripts, network };

/// The parameters of a search of Age of Discovery. `mcts` starts from default_search(), `uct` from
/// plain_uct().
struct MctsOptions {
  SearchOptions search;
  RewardOptions reward;
  PolicySource prior_source = PolicySource::scripts;    // prior=scripted or network
  PolicySource rollout_source = PolicySource::scripts;  // rollout=scripted or network
  Value value = Value::linear;
  double diversity = 0;      // diversity=, see StrategyPool
  u64 quick_iterations = 0;  // quick=, the budget of quick moves
  double quick_share = 0;    // quick_share=, the share of quick moves
  NamedNetwork network;      // net=; null if nothing uses it

  /// Whether a network gives the priors (orders), and whether it plays in playouts.
  [[nodiscard]] bool network_orders() const {
    return search.expansion.prior == Prior::policy && prior_source == PolicySource::network;
  }
  [[nodiscard]] bool network_plays() const {
    return search.rollout.policy == Rollout::policy && rollout_source == PolicySource::network;
  }
  [[nodiscard]] bool network_leads() const { return network_orders() || network_plays(); }
  [[nodiscard]] bool uses_network() const { return network_leads() || value == Value::network; }

  /// Reads every key of the table from a spec. Throws InputError for values that are out of range
  /// or do not go together.
  static MctsOptions read(AgentSpec& spec, const MctsOptions& defaults);
  /// The options as a spec: `key=value` for every key of the table, the budget first. Budgets that
  /// are not set and later keys that are off (SearchParameter::is_later) are left out.
  [[nodiscard]] std::string to_string() const;
  /// The same for a search whose leaves a function judges, perhaps with `priors`. Keys without
  /// effect are left out, and the values that the function replaces are `evaluate`. No agent can be
  /// made from this text.
  [[nodiscard]] std::string to_string_with_evaluator(bool priors) const;

 private:
  template <typename ValueOf>
  [[nodiscard]] std::string joined(const ValueOf& value_of) const;
};

/// The parameters of a spec of `mcts` or `uct`; nothing for other agents. Throws InputError for a
/// spec that is wrong.
[[nodiscard]] std::optional<MctsOptions> search_options(std::string_view spec);

/// The defaults of `mcts`: the combination that measured strongest (STRENGTH.md).
[[nodiscard]] MctsOptions default_search();
/// The defaults of `uct`, without extras: random playouts to the end, max^n, open loop.
[[nodiscard]] MctsOptions plain_uct();

/// The defaults of the search of this name; nothing if there is no such search.
[[nodiscard]] std::optional<MctsOptions> search_defaults(std::string_view name);

}  // namespace carrack
