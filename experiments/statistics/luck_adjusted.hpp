// Win shares with the luck of the draws taken out.
#pragma once

#include <span>
#include <vector>

#include "experiments/statistics/control_variates.hpp"
#include "experiments/statistics/luck.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// The mean win share of each entrant's seats over its blocks, adjusted for two controls: the mean
/// luck of its own seats, and that of all other seats of its games. `luck` is by game, as the
/// games. Throws InputError where there are too few blocks.
[[nodiscard]] std::vector<AdjustedMean> luck_adjusted_win_shares(const Results& results,
                                                                 std::span<const Luck> luck);

}  // namespace carrack
