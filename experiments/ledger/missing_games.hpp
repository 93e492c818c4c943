// Playing what a ledger lacks of a schedule.
#pragma once

#include <functional>

#include "experiments/ledger/ledger.hpp"

namespace carrack {

/// Plays the games that the ledger's tournament lacks. Each is in the ledger as soon as it is
/// finished, before it is delivered. What other processes are playing is left to them and waited
/// for: all games are in the ledger when this returns, unless `stop` was raised. Returns how many
/// this process has played.
u64 play_missing_games(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                       MatchOptions options, const std::function<void(const BlockGame&)>& deliver,
                       std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
