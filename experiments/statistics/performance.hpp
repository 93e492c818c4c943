// Who did how well: win share, rank, victory points and margin, of each entrant and each seat, with
// intervals over blocks.
#pragma once

#include <span>
#include <vector>

#include "experiments/statistics/estimate.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct Performance {
  std::size_t seats = 0;   // seats of games that these means are over
  std::size_t blocks = 0;  // blocks that they come from
  Estimate win_share;      // a shared win counts its part; even: 1 / players
  Estimate rank;           // 1 is best
  Estimate vp;
  Estimate margin;  // VP above the best of the other seats of the game
};

struct Performances {
  std::vector<Performance> entrants;
  std::vector<Performance> seats;
  std::vector<std::vector<Performance>> entrants_by_seat;  // [entrant][seat]
};

/// `replicates` of the bootstrap, 0 for none; it draws from `seed`.
[[nodiscard]] Performances performances(const Results& results, unsigned replicates = 0,
                                        u64 seed = 1);

}  // namespace carrack
