// A finished game of a block, as used by standings and ratings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/game_runner.hpp"
#include "experiments/tournament/schedule.hpp"

namespace carrack {

struct BlockSeat {
  unsigned agent;  // index into the tournament's agents
  unsigned rank;   // 1 is best; forfeits are last, see PlayedGame
  int vp;          // final VP; after a forfeit, those of random play
  double win_share;
  std::optional<FailureKind> forfeit;
  std::string reason;  // reason of the forfeit, one line
};

struct BlockGame {
  u64 block;
  u64 permutation;               // within the block
  std::vector<BlockSeat> seats;  // p1 first
};

[[nodiscard]] BlockGame block_game(const Fixture& fixture, const PlayedGame& game,
                                   u64 games_per_block);

}  // namespace carrack
