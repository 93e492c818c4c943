// Assigns agents to seats.
#pragma once

#include <string>
#include <vector>

#include "core/game/ruleset.hpp"

namespace carrack {

/// The agents by seat: one per seat as given, or a single agent at every seat. Throws InputError
/// for any other number of agents.
[[nodiscard]] std::vector<std::string> one_a_seat(std::vector<std::string> agents, Ruleset rules);

}  // namespace carrack
