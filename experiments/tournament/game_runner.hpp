// Plays one game between agents, reproducible from its seed.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "core/notation/record.hpp"

namespace carrack {

/// The seeds of a game. Games with the same `chance` have the same draws. Each agent has its own
/// stream, so the random numbers it consumes do not affect the others.
struct GameSeeds {
  u64 chance;
  u64 agents;
};
/// The seeds of a game of a run: `block` selects the chance seed, `variant` distinguishes the games
/// of a block.
[[nodiscard]] GameSeeds game_seeds(u64 run_seed, u64 block, u64 variant = 0) noexcept;
/// The random streams of the agents, by seat.
[[nodiscard]] std::array<Random, kMaxPlayers> agent_streams(GameSeeds seeds) noexcept;

/// The header of the record of a game that these agents play: game number `game` of a run of this
/// seed.
[[nodiscard]] RecordHeader record_header(Ruleset rules, std::span<Agent* const> by_seat,
                                         u64 run_seed, u64 game);

struct PlayedGame {
  /// The engine's result, but with forfeits ranked last: rank_forfeits_last().
  Result result;
  u32 decisions = 0;
  std::vector<Forfeit> forfeits;  // in chronological order, at most one per seat
};

/// Is told the events of a game.
class GameObserver {
 public:
  GameObserver() = default;
  GameObserver(const GameObserver&) = delete;
  GameObserver& operator=(const GameObserver&) = delete;
  virtual ~GameObserver() = default;

  /// An event, of chance or of a player: `after` is `before` with `action` applied.
  virtual void event(const State& before, Action action, const State& after) = 0;
  /// The search report behind the choice of the agent at `seat`; called before the event of the
  /// choice.
  virtual void decision(unsigned seat, const Report& report) = 0;
};

/// Plays one game. `by_seat` has one agent per seat; one that observes() holds one seat at most.
/// `writer` and `observer` may be null. Returns empty if `stop`, or the flag of an agent that was
/// still thinking (Agent::stop_on), was raised before the end. An agent that throws AgentFailure or
/// chooses an illegal action forfeits: its seat plays at random from then on, so that the game can
/// be finished, and it is ranked last.
[[nodiscard]] std::optional<PlayedGame> play_game(Ruleset rules, std::span<Agent* const> by_seat,
                                                  GameSeeds seeds, RecordWriter* writer,
                                                  const std::atomic<bool>& stop,
                                                  GameObserver* observer = nullptr);

}  // namespace carrack
