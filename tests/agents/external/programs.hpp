// Games with external agents.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/game_runner.hpp"

namespace carrack {

/// The spec of a program that fails in this way (bad_agent.py).
inline std::string bad(const std::string& how, const std::string& more = "") {
  return "process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py " + how + more;
}

/// A game between this agent, which plays first, and a random one.
inline std::optional<PlayedGame> play(Agent& first, u64 seed = 1,
                                      Ruleset rules = Ruleset::make("aoe3", 2)) {
  const std::unique_ptr<Agent> other = make_agent("random");
  const std::vector<Agent*> seats{&first, other.get()};
  const std::atomic<bool> stop{false};
  return play_game(rules, seats, game_seeds(seed, 0), nullptr, stop);
}

}  // namespace carrack
