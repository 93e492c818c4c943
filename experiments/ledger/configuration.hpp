// A tournament's plan as JSON, and its hash.
#pragma once

#include <string>
#include <string_view>

#include "experiments/tournament/schedule.hpp"

namespace carrack {

/// The plan as one line of JSON, agents by their full specs:
/// {"ruleset": {…}, "agents": […], "kind": "fixed", "seatings": "rotations", "seed": 1}.
[[nodiscard]] std::string configuration_of(const TournamentPlan& plan);
/// The plan that configuration_of() wrote. Throws InputError for anything else.
[[nodiscard]] TournamentPlan plan_from(std::string_view configuration);

/// The signature of the rules that a ruleset is played by, those of the world map apart, as 16
/// hexadecimal digits.
[[nodiscard]] std::string rules_signature(Ruleset rules);

/// 16 hexadecimal digits over both (FNV-1a, 64 bits).
[[nodiscard]] std::string configuration_hash(std::string_view configuration,
                                             std::string_view signature);

/// What differs between two configurations, e.g. `seed is 1 there, 2 here`; empty if nothing does.
[[nodiscard]] std::string configuration_difference(std::string_view there, std::string_view here);

/// A plan as a ledger keeps it.
struct KeptPlan {
  std::string configuration;
  std::string signature;  // of the rules
};
/// Throws InputError where `there`, what the ledger has by the name, is not the plan `here`, or was
/// begun under other rules unless `ignore_signature`. `what` is "ledger FILE: trial 'main'".
void check_same_plan(const std::string& what, const KeptPlan& there, const KeptPlan& here,
                     bool ignore_signature);

/// Throws InputError for what is no name of a plan in a ledger, which stands in JSON; "" means the
/// only one. `kind` is "tournament" or "trial".
void check_plan_name(std::string_view kind, const std::string& name);

/// The agents of the plan as the ledger names them: `random`, `random #2`.
[[nodiscard]] std::vector<std::string> distinct_names(const std::vector<std::string>& specs);

}  // namespace carrack
