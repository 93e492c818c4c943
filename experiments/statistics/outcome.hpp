// Results of games as plain data, the input of every estimator in this folder.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.hpp"
#include "core/game/win_shares.hpp"

namespace carrack {

/// One seat of a finished game. `entrant` is an index from 0; an entrant may have several seats in
/// a game. `rank` 1 is best; shared ranks are 1, 1, 3.
struct SeatOutcome {
  u32 entrant = 0;
  u8 seat = 0;
  u8 rank = 0;
  i16 vp = 0;
  friend bool operator==(const SeatOutcome&, const SeatOutcome&) = default;
};

/// One game. Games of one `block` share their chance draws and are not independent; games of
/// different blocks are.
struct GameOutcome {
  u64 block = 0;
  u32 players = 0;
  std::array<SeatOutcome, kMaxPlayers> by_seat{};

  [[nodiscard]] std::span<const SeatOutcome> seats() const noexcept {
    return {by_seat.data(), players};
  }
};

/// The win share of a seat of the game.
[[nodiscard]] inline double win_share(const GameOutcome& game, const SeatOutcome& seat) noexcept {
  return win_share(seat.rank, std::ranges::count(game.seats(), 1, &SeatOutcome::rank));
}

/// Games of one ruleset between named entrants.
struct Results {
  std::string ruleset;
  unsigned players = 0;
  std::vector<std::string> entrants;  // by number
  std::vector<GameOutcome> games;
  u64 duplicates = 0;           // duplicate games, which count once
  u64 unfinished_blocks = 0;    // in ledgers: blocks that lack games; their other games count
  std::vector<u64> forfeits{};  // forfeited seats by entrant; entrants beyond its end have none

  void add_forfeit(std::size_t entrant) {
    if (entrant >= forfeits.size()) forfeits.resize(entrant + 1);
    ++forfeits[entrant];
  }
  [[nodiscard]] u64 forfeits_of(std::size_t entrant) const noexcept {
    return entrant < forfeits.size() ? forfeits[entrant] : 0;
  }
};

/// Game indices grouped by block, blocks in increasing order; block b begins at blocks[b], and
/// blocks.back() is the number of games.
struct BlockOrder {
  std::vector<std::size_t> games;
  std::vector<std::size_t> blocks;
  [[nodiscard]] std::size_t size() const noexcept { return blocks.size() - 1; }
  /// The indices of the games of block `b`.
  [[nodiscard]] std::span<const std::size_t> block(std::size_t b) const noexcept {
    return {games.data() + blocks[b], blocks[b + 1] - blocks[b]};
  }
};
[[nodiscard]] BlockOrder by_block(std::span<const GameOutcome> games);

}  // namespace carrack
