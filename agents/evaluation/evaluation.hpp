// A linear evaluation: the final VP of a player expected from features of a position. The weights
// are fitted on self-play by `carrack fit` and stand in evaluation_weights.hpp.
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

/// What each feature counts, in the order of Features; of a tile its name.
[[nodiscard]] const std::array<std::string_view, kFeatures>& feature_names();
/// The features of every player, by seat, unscaled.
using AllFeatures = std::array<Features, kMaxPlayers>;
[[nodiscard]] AllFeatures features_of(const State& s) noexcept;

/// Whether the boxes are as a turn finds them, no worker placed: where a search's playouts end.
/// What waits in `discovery` and `india`, where workers stay, does not show when it came.
[[nodiscard]] bool begins_turn(const State& s) noexcept;

/// Positions that are judged by the same weights. What a lead is worth depends on how many there
/// are to lead, and a position without workers on the boxes is judged better by its own weights.
struct PositionKind {
  Edition edition = Edition::aoe3;
  unsigned players = 2;
  bool begins_turn = false;
  unsigned turn = 1;

  static constexpr unsigned kCount = 2 * (kMaxPlayers - 1) * 2 * kTurns;

  [[nodiscard]] static PositionKind of(const State& s) noexcept;
  /// Below kCount: by edition, players, starts before others, turn.
  [[nodiscard]] constexpr unsigned number() const noexcept {
    const unsigned table = carrack::index(edition) * (kMaxPlayers - 1) + players - 2;
    return (table * 2 + (begins_turn ? 0U : 1U)) * kTurns + turn - 1;
  }
};

/// By the number of the kind of position.
using EvaluationWeights = std::array<Features, PositionKind::kCount>;

/// The final VP expected of every player, by seat.
[[nodiscard]] std::array<float, kMaxPlayers> expected_vp(const State& s) noexcept;
/// VP by which who plays `action` is expected to lead the best other player after it.
[[nodiscard]] float one_ply_value(const State& s, Action action);

}  // namespace carrack
