// Standings of a tournament, with standard errors over blocks.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "experiments/statistics/estimate.hpp"
#include "experiments/tournament/block_game.hpp"

namespace carrack {

/// One agent, or all agents with the same name. The unit of statistics is the block, since its
/// games share chance events and are not independent.
struct Standing {
  std::string name;
  SeatTally seats;                                   // over its games in complete blocks
  std::array<u64, kFailureNames.size()> forfeits{};  // by FailureKind, in all games
  std::string reason;  // of the first forfeit by block and permutation

  [[nodiscard]] u64 all_forfeits() const noexcept;
};

class Standings {
 public:
  /// Agents with the same name share a line.
  Standings(const std::vector<std::string>& names, u64 games_per_block);

  /// Games may arrive in any order; a block counts when it is complete.
  void add(const BlockGame& game);

  [[nodiscard]] const std::vector<Standing>& lines() const noexcept { return lines_; }
  [[nodiscard]] u64 games() const noexcept { return games_; }
  [[nodiscard]] u64 blocks() const noexcept { return blocks_; }
  /// The games that count.
  [[nodiscard]] u64 games_of_whole_blocks() const noexcept { return blocks_ * games_per_block_; }
  /// A summary: "random 0.25 [0.23, 0.27], …"; empty before the second block.
  [[nodiscard]] std::string brief() const;

 private:
  struct Block {
    u64 games = 0;
    std::vector<BlockOfSeats> lines;
  };

  void add_forfeit(const BlockGame& game, const BlockSeat& seat, std::size_t line);

  std::vector<std::size_t> line_of_;  // by agent
  std::vector<Standing> lines_;
  std::vector<std::array<u64, 2>> first_forfeit_;  // by line: block and permutation
  std::map<u64, Block> open_;
  u64 games_per_block_;
  unsigned players_ = 0;  // of the games
  u64 games_ = 0;
  u64 blocks_ = 0;
};

}  // namespace carrack
