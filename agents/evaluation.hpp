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

/// Weights by edition, turn (from 0) and feature.
using EvaluationWeights = std::array<std::array<Features, kTurns>, 2>;

/// The final VP expected of every player, by seat.
[[nodiscard]] std::array<float, kMaxPlayers> expected_vp(const State& s) noexcept;

}  // namespace carrack
