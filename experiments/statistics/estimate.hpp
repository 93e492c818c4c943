// Estimates for tables: means with intervals that respect the range of each quantity.
#pragma once

#include <atomic>

#include "experiments/statistics/sample.hpp"

namespace carrack {

/// A mean over the seats of games, with its 95 % intervals over blocks.
struct Estimate {
  double mean = 0;
  Interval interval;   // NaN for fewer than two blocks, and for a mean that cannot vary
  Interval bootstrap;  // NaN if not requested, of too few blocks, or if all resamples agree
  /// The interval for tables: the bootstrap one if available.
  [[nodiscard]] const Interval& shown() const noexcept {
    return bootstrap.is_known() ? bootstrap : interval;
  }
};

/// The quantities of a seat.
struct SeatFigures {
  double win_share = 0;
  double rank = 0;
  double vp = 0;
  double margin = 0;  // VP above the best of the other seats
};

/// Seats of the games of one block, possibly several of one game.
class BlockOfSeats {
 public:
  /// Adds a seat of game `game`; seats of a game are consecutive.
  void add(const SeatFigures& seat, std::size_t game) noexcept;

 private:
  friend class SeatTally;
  SeatFigures sums_;
  std::size_t seats_ = 0;
  std::size_t games_ = 0;
  std::size_t last_game_ = 0;
};

/// The seats of an entrant, or of one seat number, block by block.
class SeatTally {
 public:
  /// A block without seats does not count.
  void add(const BlockOfSeats& block);

  [[nodiscard]] std::size_t seats() const noexcept { return seats_; }
  [[nodiscard]] std::size_t games() const noexcept { return games_; }
  [[nodiscard]] std::size_t blocks() const noexcept { return win_share_.blocks(); }

  using Stop = const std::atomic<bool>*;
  /// `players` of each game. `replicates` of the bootstrap, 0 for none; seeded by `seed`. Once
  /// `stop` is raised, there is no bootstrap. The win share and the rank have no interval if these
  /// are all seats of their games: then the win share is 1 / players, and the rank only says how
  /// often seats share a rank.
  [[nodiscard]] Estimate win_share(unsigned players, unsigned replicates = 0, u64 seed = 1,
                                   Stop stop = nullptr) const;
  [[nodiscard]] Estimate rank(unsigned players, unsigned replicates = 0, u64 seed = 1,
                              Stop stop = nullptr) const;
  [[nodiscard]] Estimate vp(unsigned replicates = 0, u64 seed = 1, Stop stop = nullptr) const;
  [[nodiscard]] Estimate margin(unsigned replicates = 0, u64 seed = 1, Stop stop = nullptr) const;

 private:
  [[nodiscard]] bool has_all_seats(unsigned players) const noexcept {
    return seats_ == games_ * players;
  }
  [[nodiscard]] MeanOverBlocks over_blocks(const BlockMean& mean) const;
  [[nodiscard]] Estimate whole_points(const BlockMean& mean, unsigned replicates, u64 seed,
                                      Stop stop) const;

  std::size_t seats_ = 0;
  std::size_t games_ = 0;
  BlockMean win_share_;
  BlockMean rank_;
  BlockMean vp_;
  BlockMean margin_;
};

}  // namespace carrack
