// The inputs of the linear evaluation: counts and VP of every player.
#pragma once

#include <array>
#include <string_view>

#include "core/game/game.hpp"

namespace carrack {

/// Counts and VP, and then of each kind of tile how many the player has.
inline constexpr unsigned kCountFeatures = 37;
inline constexpr unsigned kFeatures = kCountFeatures + kTiles;
inline constexpr unsigned kConstantFeature = 0;  // 1 for everybody
using Features = std::array<float, kFeatures>;

/// What each feature counts, in the order of Features; for a tile, the tile's name.
[[nodiscard]] const std::array<std::string_view, kFeatures>& feature_names();
/// The features of every player, by seat, unscaled.
using AllFeatures = std::array<Features, kMaxPlayers>;
[[nodiscard]] AllFeatures features_of(const State& s) noexcept;

/// By seat: dot_product(features, weights), without the features that are 0.
[[nodiscard]] std::array<float, kMaxPlayers> weighted_features(const State& s,
                                                               const Features& weights) noexcept;

}  // namespace carrack
