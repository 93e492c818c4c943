#include "experiments/ledger/missing_games.hpp"

#include <algorithm>
#include <cassert>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/record.hpp"
#include "experiments/ledger/claims.hpp"
#include "experiments/tournament/tournament.hpp"

namespace carrack {
namespace {

/// Whether the records of a tournament have the search reports; nothing if nobody searched so far.
std::optional<bool> has_search_values(Ledger& ledger, i64 tournament) {
  const std::optional<GameRange> game = ledger.first_searched_game(tournament);
  if (!game) return std::nullopt;
  bool has_values = false;
  ledger.for_each_record(
      tournament,
      [&](std::string_view text) {
        std::istringstream in{std::string(text)};
        RecordReader reader(in, ledger.path());
        reader.next_game();
        has_values = false;  // the last game of the range counts
        while (!has_values && reader.next_event()) has_values = reader.search().has_value();
      },
      *game);
  return has_values;
}

/// Throws InputError if the records in the ledger have search values and the missing ones would
/// not, or the other way round.
void check_search_values(Ledger& ledger, const LedgerTournament& tournament,
                         const Schedule& schedule, bool are_wanted) {
  const std::optional<bool> are_there = has_search_values(ledger, tournament.id);
  if (!are_there || *are_there == are_wanted) return;
  const std::vector<u64> open = ledger.open_blocks(tournament.id);
  const bool has_all = std::ranges::none_of(open, [&](u64 b) { return schedule.has(b); });
  if (*are_there && has_all) return;  // nothing to play
  throw InputError("ledger " + ledger.path() + ": the " + counted(tournament.games, "game") +
                   " of '" + excerpt(tournament.name) + "' are stored " +
                   (*are_there
                        ? "with search values; --search-values (search_values=True) continues"
                        : "without search values; they are continued without them") +
                   ", another name plays all games again");
}

}  // namespace

u64 play_missing_games(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                       MatchOptions options, const std::function<void(const BlockGame&)>& deliver,
                       std::atomic<bool>& stop) {
  check_search_values(ledger, tournament, schedule, options.search_values);
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
