// A linear evaluation: the final VP of a player expected from features of a position. The weights
// are fitted on self-play by `carrack fit` and stand in weights.json.
#pragma once

#include <array>

#include "agents/evaluation/features.hpp"
#include "agents/evaluation/position_kind.hpp"

namespace carrack {

/// The final VP expected of every player, by seat.
[[nodiscard]] std::array<float, kMaxPlayers> expected_vp(const State& s);
/// The expected lead in VP, after `action`, of the player who plays it over the best other player.
[[nodiscard]] float one_ply_value(const State& s, Action action);

}  // namespace carrack
