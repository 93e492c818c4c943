// A tournament's plan as JSON, and its hash.
#pragma once

#include <string>
#include <string_view>

#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// The plan as one line of JSON, agents by their full specs:
/// {"ruleset": {…}, "agents": […], "kind": "fixed", "seatings": "rotations", "seed": 1}.
[[nodiscard]] std::string configuration_of(const TournamentPlan& plan);
/// Parses the output of configuration_of(). Throws InputError for anything else.
[[nodiscard]] TournamentPlan plan_from(std::string_view configuration);

/// The signature of the rules of a ruleset (the world map has its own), as 16 hexadecimal digits.
[[nodiscard]] std::string rules_signature(Ruleset rules);

/// The hash of configuration and signature as 16 hexadecimal digits (FNV-1a, 64 bits).
[[nodiscard]] std::string configuration_hash(std::string_view configuration,
                                             std::string_view signature);

/// The difference between two configurations, e.g. `seed is 1 there, 2 here`; empty if equal.
[[nodiscard]] std::string configuration_difference(std::string_view there, std::string_view here);

/// A plan as stored in a ledger.
struct KeptPlan {
  std::string configuration;
  std::string signature;  // of the rules
};
/// Throws InputError if the stored plan `there` differs from the plan `here`, or was started under
/// other rules and not `ignore_signature`. `what` is "ledger FILE: trial 'main'".
void check_same_plan(const std::string& what, const KeptPlan& there, const KeptPlan& here,
                     bool ignore_signature);

/// Throws InputError unless the text can name a plan in a ledger (it is written to JSON). "" means
/// the only plan. `kind` is "tournament" or "trial".
void check_plan_name(std::string_view kind, const std::string& name);
/// The same for a plan that a ledger does not have yet: also throws InputError for more than
/// kLongestPlanName characters and for a space at either end.
void check_new_plan_name(std::string_view kind, const std::string& name);
inline constexpr std::size_t kLongestPlanName = 100;

/// Names of the agents in the ledger: `random`, `random #2`.
[[nodiscard]] std::vector<std::string> distinct_names(const std::vector<std::string>& specs);

}  // namespace carrack
