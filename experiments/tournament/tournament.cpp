#include "experiments/tournament/tournament.hpp"

namespace carrack {

MatchOptions with_plan(MatchOptions options, const TournamentPlan& plan) {
  options.rules = plan.rules;
  options.entrants = plan.agents;
  options.seed = plan.seed;
  return options;
}

u64 play_schedule(const Schedule& schedule, MatchOptions options,
                  const std::function<void(const BlockGame&)>& deliver, std::atomic<bool>& stop) {
  const u64 per_block = schedule.games_per_block();
  return play_match(
      with_plan(std::move(options), schedule.plan()), schedule.games(),
      [&](std::size_t i) { return schedule.game(i); },
      [&](const Fixture& fixture, const PlayedGame& game) {
        deliver(block_game(fixture, game, per_block));
      },
      stop);
}

}  // namespace carrack
