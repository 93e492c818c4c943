#include "experiments/ledger/missing_games.hpp"

#include <cassert>

#include "experiments/ledger/claims.hpp"
#include "experiments/tournament/tournament.hpp"

namespace carrack {

u64 play_missing_games(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                       MatchOptions options, const std::function<void(const BlockGame&)>& deliver,
                       std::atomic<bool>& stop) {
  assert(options.record.empty());  // each round of the loop below would create the file anew
  options = with_plan(std::move(options), schedule.plan());
  const u64 per_block = schedule.games_per_block();
  Claims claims(ledger, tournament, schedule);
  std::atomic<u64> played{0};
  options.keep = [&](const FinishedGame& game) {
    if (ledger.keep(tournament.id, claims.run(), per_block, game)) ++played;
  };
  do {
    play_match(
        options, schedule.games(), [&](std::size_t) { return claims.next(); },
        [&](const Fixture& fixture, const PlayedGame& game) {
          deliver(block_game(fixture, game, per_block));
        },
        stop);
  } while (claims.wait(stop));
  ledger.check_in_place();
  return played;
}

}  // namespace carrack
