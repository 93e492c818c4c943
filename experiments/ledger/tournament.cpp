#include "experiments/ledger/tournament.hpp"

#include "experiments/ledger/claims.hpp"

namespace carrack {

LedgerGame ledger_game(const Fixture& fixture, const PlayedGame& game, u64 games_per_block) {
  LedgerGame row{fixture.number / games_per_block, fixture.number % games_per_block, {}};
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

namespace {

void take_plan(MatchOptions& options, const TournamentPlan& plan) {
  options.rules = plan.rules;
  options.entrants = plan.agents;
  options.seed = plan.seed;
}

}  // namespace

u64 play_schedule(const Schedule& schedule, MatchOptions options,
                  const std::function<void(const LedgerGame&)>& deliver, std::atomic<bool>& stop) {
  take_plan(options, schedule.plan());
  const u64 per_block = schedule.games_per_block();
  return play_match(
      options, schedule.games(), [&](std::size_t i) { return schedule.game(i); },
      [&](const Fixture& fixture, const PlayedGame& game) {
        deliver(ledger_game(fixture, game, per_block));
      },
      stop);
}

u64 play_schedule(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                  MatchOptions options, const std::function<void(const LedgerGame&)>& deliver,
                  std::atomic<bool>& stop) {
  take_plan(options, schedule.plan());
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
          deliver(ledger_game(fixture, game, per_block));
        },
        stop);
  } while (claims.wait(stop));
  ledger.check_in_place();
  return played;
}

}  // namespace carrack
