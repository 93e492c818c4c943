#include "experiments/statistics/luck_adjusted.hpp"

#include <algorithm>
#include <cassert>

#include "experiments/statistics/control_variates.hpp"

namespace carrack {
namespace {

/// Means over the seats of one entrant in one block.
struct BlockSums {
  double share = 0;
  double own_luck = 0;
  double seats = 0;
  double games = 0;
  double other_luck = 0;
  double other_seats = 0;
};

BlockSums sums_of(const Results& results, std::span<const Luck> luck,
                  std::span<const std::size_t> games, std::size_t entrant) {
  BlockSums sums;
  for (const std::size_t i : games) {
    const GameOutcome& game = results.games[i];
    if (std::ranges::find(game.seats(), entrant, &SeatOutcome::entrant) == game.seats().end()) {
      continue;
    }
    ++sums.games;
    for (const SeatOutcome& seat : game.seats()) {
      if (seat.entrant == entrant) {
        sums.share += win_share(game, seat);
        sums.own_luck += luck[i][seat.seat];
        ++sums.seats;
      } else {
        sums.other_luck += luck[i][seat.seat];
        ++sums.other_seats;
      }
    }
  }
  return sums;
}

/// The interval is clipped, as the seats of a game win at most once in total. There is no interval
/// if the entrant holds all seats, because then its win share cannot vary.
AdjustedShare share_of(const AdjustedMean& mean, double seats, double games, unsigned players) {
  if (seats == games * players) return {1.0 / players, Interval{}, 1};
  const double max = games / seats;
  const double share = std::clamp(mean.adjusted, 0.0, max);
  const MeanOverBlocks blocks{share, mean.error, games, mean.degrees_of_freedom + 1};
  return {share, bounded_interval(blocks, {0, max}), mean.variance_ratio};
}

}  // namespace

std::vector<AdjustedShare> luck_adjusted_win_shares(const Results& results,
                                                    std::span<const Luck> luck) {
  assert(luck.size() == results.games.size());
  const BlockOrder order = by_block(results.games);
  std::vector<AdjustedShare> adjusted;
  for (std::size_t e = 0; e < results.entrants.size(); ++e) {
    std::vector<BlockSums> blocks;
    for (std::size_t b = 0; b < order.size(); ++b) {
      const BlockSums sums = sums_of(results, luck, order.block(b), e);
      if (sums.seats > 0) blocks.push_back(sums);
    }
    const auto n = static_cast<Eigen::Index>(blocks.size());
    if (n < fewest_observations(kLuckControls)) {
      adjusted.emplace_back();
      continue;
    }
    Eigen::VectorXd y(n);
    Eigen::MatrixXd x(n, kLuckControls);
    double seats = 0;
    double games = 0;
    for (Eigen::Index b = 0; b < n; ++b) {
      const BlockSums& sums = blocks[static_cast<std::size_t>(b)];
      seats += sums.seats;
      games += sums.games;
      y[b] = sums.share / sums.seats;
      x(b, 0) = sums.own_luck / sums.seats;
      x(b, 1) = sums.other_seats > 0 ? sums.other_luck / sums.other_seats : 0;
    }
    adjusted.push_back(share_of(adjusted_mean(y, x), seats, games, results.players));
  }
  return adjusted;
}

}  // namespace carrack
