// Performance of each entrant and seat: win share, rank, VP and margin, with intervals over blocks.
#pragma once

#include <span>
#include <vector>

#include "experiments/statistics/estimate.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

struct Performance {
  std::size_t seats = 0;   // number of seats averaged over
  std::size_t games = 0;   // number of their games
  std::size_t blocks = 0;  // number of their blocks
  Estimate win_share;      // a shared win counts 1/k; the even share is 1 / players
  Estimate rank;           // 1 is best
  Estimate vp;
  Estimate margin;  // VP above the best of the other seats of the game
};

struct Performances {
  std::vector<Performance> entrants;
  std::vector<Performance> seats;
  std::vector<std::vector<Performance>> entrants_by_seat;  // [entrant][seat]
};

/// `replicates` of the bootstrap, 0 for none; seeded by `seed`. Once `stop` is raised, there is no
/// bootstrap.
[[nodiscard]] Performances performances(const Results& results, unsigned replicates = 0,
                                        u64 seed = 1, const std::atomic<bool>* stop = nullptr);

}  // namespace carrack
