// Plays a schedule in memory.
#pragma once

#include <functional>

#include "experiments/tournament/block_game.hpp"
#include "experiments/tournament/match.hpp"

namespace carrack {

/// `options` with the rules, entrants and seed of a plan.
[[nodiscard]] MatchOptions with_plan(MatchOptions options, const TournamentPlan& plan);

/// Plays all games and delivers them in order on this thread. `options` gives threads and records;
/// its rules, entrants and seed are those of the plan. Returns the number of games delivered before
/// `stop`.
u64 play_schedule(const Schedule& schedule, MatchOptions options,
                  const std::function<void(const BlockGame&)>& deliver,
                  std::atomic<bool>& stop = stop_flag());

}  // namespace carrack
