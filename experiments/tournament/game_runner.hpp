// One game between agents, reproducible from its seed.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "core/notation/record.hpp"

namespace carrack {

/// Where a game's random numbers come from. Games that share `chance` meet the same draws; agents
/// draw from streams of their own, so that one agent's appetite changes nothing for the others.
struct GameSeeds {
  u64 chance;
  u64 agents;
};
/// The seeds of a run's game: `block` numbers its chance, `variant` tells apart games of one block.
[[nodiscard]] GameSeeds game_seeds(u64 run_seed, u64 block, u64 variant = 0) noexcept;
/// The streams of the agents of a game, by seat.
[[nodiscard]] std::array<Random, kMaxPlayers> agent_streams(GameSeeds seeds) noexcept;

struct PlayedGame {
  /// As the engine has it, but with forfeits ranked last: rank_forfeits_last().
  Result result;
  u32 decisions = 0;
  std::vector<Forfeit> forfeits;  // in the order of time, at most one a seat
};

/// Is told all that happens in a game.
class GameObserver {
 public:
  GameObserver() = default;
  GameObserver(const GameObserver&) = delete;
  GameObserver& operator=(const GameObserver&) = delete;
  virtual ~GameObserver() = default;

  /// An event, of chance or of a player: `after` is `before` with `action` applied.
  virtual void event(const State& before, Action action, const State& after) = 0;
  /// What the agent at `seat` based its choice on; comes before the choice's event.
  virtual void decision(unsigned seat, const Report& report) = 0;
};

/// Plays one game. `by_seat` has one agent a seat (an agent may sit at several). `writer` and
/// `observer` may be null. Nothing if `stop` was raised before the end, or the flag of an agent
/// (Agent::stop_on) that had no answer yet.
///
/// An agent that throws AgentFailure or chooses what is not legal forfeits: from then on its seat
/// plays at random, so that the others finish a whole game, and it is ranked last.
[[nodiscard]] std::optional<PlayedGame> play_game(Ruleset rules, std::span<Agent* const> by_seat,
                                                  GameSeeds seeds, RecordWriter* writer,
                                                  const std::atomic<bool>& stop,
                                                  GameObserver* observer = nullptr);

}  // namespace carrack
