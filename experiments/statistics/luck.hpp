// Luck of each player: a control variate with mean 0 for any agents.
// At every draw, the value of the resulting position minus the expected value over all outcomes.
// Each term has conditional mean 0, so their sum over a game has mean 0 for any value function and
// any policies; the better the values predict the result, the more of its variance the sum
// explains. The value is the linear evaluation's expected VP (agents/evaluation/evaluation.hpp).
// White, Bowling, "Learning a value analysis tool for agent evaluation" (MIVAT), IJCAI 2009; Burch
// et al., "AIVAT", AAAI 2018, of which these are the terms of chance.
#pragma once

#include <array>

#include "core/game/game.hpp"

namespace carrack {

/// The luck by seat, in VP.
using Luck = std::array<double, kMaxPlayers>;

/// The luck of one draw: `after` is `before` with its outcome applied. Precondition:
/// is_chance(before).
[[nodiscard]] Luck luck_of_draw(const State& before, const State& after);

}  // namespace carrack
