// A trial's plan as JSON.
#pragma once

#include <string>
#include <string_view>

#include "experiments/trial/trial_plan.hpp"

namespace carrack {

/// The plan without its number of games as one line of JSON, agents by their full specs:
/// {"ruleset": {…}, "agents": […], "seed": 1, "continuations": 1, "turn": null, "seat": null, "on":
/// ["place:discovery"]}; the members "occasion": "offered", "denial": true and "discounts": [3] are
/// left out if they are not used.
[[nodiscard]] std::string configuration_of(const TrialPlan& plan);
/// Parses the output of configuration_of(), with one game. Throws InputError for anything else, and
/// as check_plan() does.
[[nodiscard]] TrialPlan trial_plan_from(std::string_view configuration);

}  // namespace carrack
