// Plays the games of a schedule that are missing in a ledger.
#pragma once

#include <functional>

#include "experiments/ledger/ledger.hpp"

namespace carrack {

/// Plays the missing games of the ledger's tournament. Each is stored as soon as it is finished,
/// before it is delivered. Waits for games claimed by other processes: on return all games are in
/// the ledger, unless `stop` was raised. Returns the number of games played by this process. Throws
/// InputError if the new records would have search values and those in the ledger have none, or the
/// other way round. Precondition: options.record is empty; the ledger has the records.
u64 play_missing_games(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                       MatchOptions options, const std::function<void(const BlockGame&)>& deliver,
                       std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
