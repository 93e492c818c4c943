// The part of option_value() for the edition of 2015, its modules and variants.
#pragma once

#include "core/game/game.hpp"

namespace carrack {

/// What an option is worth to the player who decides, in VP; 0 for verbs that are not of 2015.
[[nodiscard]] double expansion_value(const State& s, Verb verb, unsigned argument);

}  // namespace carrack
