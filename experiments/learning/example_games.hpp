// Games that are played for examples.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack {

/// The games to play.
struct ExampleGames {
  Ruleset rules;
  std::vector<std::string> agents;  // one per seat
  u64 seed = 1;
  i32 first = 0;  // number of the first game; game k does not depend on `first`
  i32 games = 0;
};

/// Plays the games. `collector` has end_game(result, players), and drop_game() for a game with a
/// forfeit or without an end; `begin(number, seeds)` gets it ready for a game, whose events go to
/// `observer`. Ends early once `stop` is raised, also during a search. Throws InputError for an
/// unknown agent, or a number of agents that is not the number of players, and for numbers of games
/// below 0 or too large.
template <typename Collector, typename Begin>
void play_for_examples(const ExampleGames& plan, Collector& collector, GameObserver& observer,
                       const std::atomic<bool>& stop, Begin&& begin) {
  const unsigned players = plan.rules.players();
  if (plan.agents.size() != players) {
    throw InputError(std::to_string(plan.agents.size()) + " agents, expected " +
                     std::to_string(players) + ", one per seat");
  }
  constexpr i32 kMax = std::numeric_limits<i32>::max();
  if (plan.first < 0 || plan.games < 0 || plan.games > kMax - plan.first) {
    throw InputError(std::to_string(plan.games) + " games from " + std::to_string(plan.first) +
                     " on, expected numbers from 0 to " + std::to_string(kMax));
  }
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Agent*> by_seat;
  for (const std::string& spec : plan.agents) {
    agents.push_back(make_agent(spec));
    agents.back()->stop_on(&stop);
    by_seat.push_back(agents.back().get());
  }
  for (i32 game = plan.first; game < plan.first + plan.games && !stop; ++game) {
    const GameSeeds seeds = game_seeds(plan.seed, static_cast<u64>(game));
    begin(game, seeds);
    const auto played = play_game(plan.rules, by_seat, seeds, nullptr, stop, &observer);
    if (!played) {
      collector.drop_game();
      return;
    }
    if (played->forfeits.empty()) {
      collector.end_game(played->result, players);
    } else {
      collector.drop_game();
    }
  }
}

}  // namespace carrack
