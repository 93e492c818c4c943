// What an agent is: something that chooses an action in a position.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace carrack {

/// What one option looked like to the agent that chose.
struct OptionReport {
  Action action;
  u32 visits = 0;
  std::array<float, kMaxPlayers> value{};  // mean reward by seat, in [0, 1]
};

/// What an agent found out while it chose. Agents that do not search leave it empty.
struct Report {
  u64 iterations = 0;
  double seconds = 0;
  std::vector<OptionReport> options;        // most visited first
  std::vector<Action> principal_variation;  // the most visited line
};

/// An agent sits at one seat of one game at a time. Not thread-safe: one per thread.
class Agent {
 public:
  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  /// One of the legal actions. `legal` is legal(s), which has at least two; `random` is the agent's
  /// own stream. What the player does not know has been drawn anew in `s` (see resample()).
  /// Precondition: a player is to decide.
  [[nodiscard]] virtual Action choose(const State& s, const Legal& legal, Random& random) = 0;

  /// What the last choice was based on.
  [[nodiscard]] virtual const Report& report() const;

  /// The spec that makes this agent, with every key at its value, e.g. `mcts:iterations=500`.
  [[nodiscard]] virtual std::string spec() const = 0;
};

/// An agent from its spec: `name`, `name:variant` or `name:key=value,key=value`, e.g. `random`,
/// `scripted:balanced`, `mcts:iterations=500`. Throws InputError for an unknown name, key or value,
/// with the nearest known one.
[[nodiscard]] std::unique_ptr<Agent> make_agent(std::string_view spec);

/// The names that make_agent knows.
[[nodiscard]] std::vector<std::string_view> known_agents();

}  // namespace carrack
