// Luck-adjusted win shares.
#pragma once

#include <span>
#include <vector>

#include "experiments/statistics/control_variates.hpp"
#include "experiments/statistics/interval.hpp"
#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct AdjustedShare {
  double mean = 0;
  Interval interval;          // 95 %, over blocks
  double variance_ratio = 1;  // as in AdjustedMean
};
/// The mean win share of each entrant's seats over its blocks, adjusted for two controls: the mean
/// luck of its own seats, and that of all other seats in its games. `luck` is indexed like the
/// games. Throws InputError if there are too few blocks.
[[nodiscard]] std::vector<AdjustedShare> luck_adjusted_win_shares(const Results& results,
                                                                  std::span<const Luck> luck);

}  // namespace carrack
