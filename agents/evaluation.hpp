// A linear evaluation: the final VP of a player expected from features of a position. The weights
// are fitted on self-play by `carrack fit` and stand in evaluation_weights.hpp.
#pragma once

#include <array>
#include <string_view>

#include "core/game.hpp"

namespace carrack {

inline constexpr unsigned kFeatures = 30;
using Features = std::array<float, kFeatures>;

/// What each feature counts, in the order of Features.
[[nodiscard]] const std::array<std::string_view, kFeatures>& feature_names();
/// The features of every player, by seat: unscaled counts and VP; the last one is 1.
using AllFeatures = std::array<Features, kMaxPlayers>;
[[nodiscard]] AllFeatures features_of(const State& s) noexcept;

/// Weights by edition, number of players (from 2), part of the turn (see begins_turn) and turn
/// (from 0). What a lead is worth depends on how many there are to lead, and a position without
/// workers on the boxes is judged better by weights of its own.
inline constexpr unsigned kTableSizes = kMaxPlayers - 1;
inline constexpr unsigned kTurnParts = 2;
using EvaluationWeights =
    std::array<std::array<std::array<std::array<Features, kTurns>, kTurnParts>, kTableSizes>, 2>;

/// Whether the boxes are as a turn finds them, no worker placed: where a search's playouts end.
/// What waits in `discovery` and `india`, where workers stay, does not show when it came.
[[nodiscard]] bool begins_turn(const State& s) noexcept;

/// The final VP expected of every player, by seat.
[[nodiscard]] std::array<float, kMaxPlayers> expected_vp(const State& s) noexcept;

}  // namespace carrack
