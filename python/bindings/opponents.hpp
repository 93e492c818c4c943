// The agents of a game in which one seat is decided from outside.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack::python {

/// Agents for all seats of a game but one, from p1. Not thread-safe.
class Opponents {
 public:
  /// `specs` has one per other seat, or one for all of them. Throws InputError.
  Opponents(std::span<const std::string> specs, unsigned players);

  /// Starts a game with `seat` decided from outside. Throws AgentFailure.
  void begin(Ruleset rules, Player seat, GameSeeds seeds);
  /// The choice of the agent at `s.actor`, given what its player knows. Throws AgentFailure, also
  /// for an illegal choice, and ChoiceStopped once `stop` is raised. Precondition: an agent is to
  /// decide.
  [[nodiscard]] Action choose(const State& s, const Legal& legal, const std::atomic<bool>& stop);
  /// Whether an agent observes events.
  [[nodiscard]] bool observes() const noexcept { return !listeners_.empty(); }
  void observe(const State& before, Action action, const State& after);

 private:
  std::vector<std::unique_ptr<Agent>> agents_;
  std::vector<Agent*> listeners_;
  std::array<Agent*, kMaxPlayers> by_seat_{};  // null: the seat decided from outside
  std::array<Random, kMaxPlayers> random_ = agent_streams({0, 0});
};

}  // namespace carrack::python
