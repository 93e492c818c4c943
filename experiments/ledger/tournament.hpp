// Playing a schedule: in memory, or what a ledger lacks of it.
#pragma once

#include <functional>

#include "experiments/ledger/ledger.hpp"

namespace carrack {

/// A finished game as a ledger has it, without its details.
[[nodiscard]] LedgerGame ledger_game(const Fixture& fixture, const PlayedGame& game,
                                     u64 games_per_block);

/// Plays all games and delivers them in order, on this thread. `options` say threads and records;
/// its rules, entrants and seed are the plan's. Returns how many were delivered before `stop`.
u64 play_schedule(const Schedule& schedule, MatchOptions options,
                  const std::function<void(const LedgerGame&)>& deliver,
                  std::atomic<bool>& stop = stop_flag());

/// Plays the games that the ledger's tournament lacks. Each is in the ledger as soon as it is
/// finished, before it is delivered. What other processes are playing is left to them and waited
/// for: all games are in the ledger when this returns, unless `stop` was raised. Returns how many
/// this process has played.
u64 play_schedule(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
                  MatchOptions options, const std::function<void(const LedgerGame&)>& deliver,
                  std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
