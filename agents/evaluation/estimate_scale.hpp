// What a lead in expected VP is worth, by turn and players.
#pragma once

#include <array>

#include "core/base/types.hpp"

namespace carrack {

/// Final VP are not certain while a game lasts: early leads are worth less than late ones. All
/// numbers are in VP, and hold for positions in which a turn begins.
struct EstimateScale {
  float win = 10;           // temperature of the softmax that gives the win share
  float rank = 0.01F;       // scale of the logistic that one player ends before another
  float margin_spread = 0;  // its square is added to that of margin_scale
  float margin_shift = 0;   // by how much the best other ends above the best estimate
};

/// The numbers of a scale, in the order of files and arrays.
inline constexpr std::array kEstimateScaleParts{&EstimateScale::win, &EstimateScale::rank,
                                                &EstimateScale::margin_spread,
                                                &EstimateScale::margin_shift};

/// The scale that `carrack calibrate` has fitted (fitted_scales.hpp). Precondition: 2 to
/// kMaxPlayers players, a turn of 1 to kTurns.
[[nodiscard]] const EstimateScale& fitted_scale(unsigned players, unsigned turn) noexcept;

}  // namespace carrack
