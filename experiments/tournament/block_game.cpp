#include "experiments/tournament/block_game.hpp"

#include "core/game/win_shares.hpp"

namespace carrack {

BlockGame block_game(const Fixture& fixture, const PlayedGame& game, u64 games_per_block) {
  BlockGame row{fixture.number / games_per_block, fixture.number % games_per_block, {}};
  const auto players = static_cast<unsigned>(fixture.seating.size());
  const auto shares = win_shares(game.result.rank, players);
  for (unsigned p = 0; p < players; ++p) {
    row.seats.push_back(
        {fixture.seating[p], game.result.rank[p], game.result.vp[p], shares[p], std::nullopt, {}});
  }
  for (const Forfeit& forfeit : game.forfeits) {
    row.seats[forfeit.seat].forfeit = forfeit.kind;
    row.seats[forfeit.seat].reason = forfeit.what;
  }
  return row;
}

}  // namespace carrack
