#include "experiments/statistics/estimate.hpp"

namespace carrack {

void BlockOfSeats::add(const SeatFigures& seat, std::size_t game) noexcept {
  if (seats_ == 0 || game != last_game_) ++games_;
  last_game_ = game;
  ++seats_;
  sums_.win_share += seat.win_share;
  sums_.rank += seat.rank;
  sums_.vp += seat.vp;
  sums_.margin += seat.margin;
}

void SeatTally::add(const BlockOfSeats& block) {
  if (block.seats_ == 0) return;
  seats_ += block.seats_;
  games_ += block.games_;
  const auto count = static_cast<double>(block.seats_);
  win_share_.add(block.sums_.win_share, count);
  rank_.add(block.sums_.rank, count);
  vp_.add(block.sums_.vp, count);
  margin_.add(block.sums_.margin, count);
}

/// Seats of one game are dependent, so the game is the observation.
MeanOverBlocks SeatTally::over_blocks(const BlockMean& mean) const {
  MeanOverBlocks summary = mean.over_blocks();
  summary.observations = static_cast<double>(games_);
  return summary;
}

Estimate SeatTally::win_share(unsigned players, unsigned replicates, u64 seed, Stop stop) const {
  if (has_all_seats(players)) return {.mean = win_share_.mean(), .interval{}, .bootstrap{}};
  // The win shares of all seats of a game sum to at most 1.
  const double max = static_cast<double>(games_) / static_cast<double>(seats_);
  return {win_share_.mean(), bounded_interval(over_blocks(win_share_), {0, max}),
          win_share_.bootstrap(replicates, seed, stop)};
}

Estimate SeatTally::rank(unsigned players, unsigned replicates, u64 seed, Stop stop) const {
  if (has_all_seats(players)) return {.mean = rank_.mean(), .interval{}, .bootstrap{}};
  // At most the mean of the last ranks; all seats of a game may share rank 1.
  const double seats_of_game = static_cast<double>(seats_) / static_cast<double>(games_);
  const double last = players - (seats_of_game - 1) / 2;
  return {rank_.mean(), bounded_interval(over_blocks(rank_), {1, last}),
          rank_.bootstrap(replicates, seed, stop)};
}

Estimate SeatTally::whole_points(const BlockMean& mean, unsigned replicates, u64 seed,
                                 Stop stop) const {
  return {mean.mean(), stepped_interval(over_blocks(mean), 1),
          mean.bootstrap(replicates, seed, stop)};
}

Estimate SeatTally::vp(unsigned replicates, u64 seed, Stop stop) const {
  return whole_points(vp_, replicates, seed, stop);
}

Estimate SeatTally::margin(unsigned replicates, u64 seed, Stop stop) const {
  return whole_points(margin_, replicates, seed, stop);
}

}  // namespace carrack
