// What the agents of a tournament have done so far, with errors over blocks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/statistics/estimate.hpp"
#include "experiments/tournament/block_game.hpp"

namespace carrack {

/// One agent, or all agents of one name. The unit is the block: its games share their chance and
/// are not independent.
struct Standing {
  std::string name;
  SeatTally seats;                                   // of the games of whole blocks that it sat in
  std::array<u64, kFailureNames.size()> forfeits{};  // by FailureKind, in all games
  std::string reason;  // of the first forfeit in the order of blocks and permutations

  [[nodiscard]] u64 all_forfeits() const noexcept;
};

class Standings {
 public:
  /// Agents of equal names share a line.
  Standings(const std::vector<std::string>& names, u64 games_per_block);

  /// Games may come in any order; a block counts when all of its games are in.
  void add(const BlockGame& game);

  [[nodiscard]] const std::vector<Standing>& lines() const noexcept { return lines_; }
  [[nodiscard]] u64 games() const noexcept { return games_; }
  [[nodiscard]] u64 blocks() const noexcept { return blocks_; }
  /// In a few words: "random 0.25 [0.23, 0.27], …"; empty before the second block.
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
  u64 games_ = 0;
  u64 blocks_ = 0;
};

}  // namespace carrack
