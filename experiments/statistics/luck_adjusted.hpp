// Luck-adjusted win shares.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "experiments/statistics/fewest_observations.hpp"
#include "experiments/statistics/interval.hpp"
#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// The number of controls of luck_adjusted_win_shares().
inline constexpr std::ptrdiff_t kLuckControls = 2;

/// An adjusted win share; NaN if unknown.
struct AdjustedShare {
  double mean = std::numeric_limits<double>::quiet_NaN();
  Interval interval;                                                 // 95 %, over blocks
  double variance_ratio = std::numeric_limits<double>::quiet_NaN();  // as in AdjustedMean

  [[nodiscard]] bool is_known() const noexcept { return !std::isnan(mean); }
};
/// The mean win share of each entrant's seats over its blocks, adjusted for two controls: the mean
/// luck of its own seats, and that of all other seats in its games. `luck` is indexed like the
/// games. Unknown for an entrant with fewer than fewest_observations(kLuckControls) blocks.
[[nodiscard]] std::vector<AdjustedShare> luck_adjusted_win_shares(const Results& results,
                                                                  std::span<const Luck> luck);

}  // namespace carrack
