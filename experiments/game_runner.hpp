// One game between agents, reproducible from its seed.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <string>

#include "agents/agent.hpp"
#include "core/record.hpp"

namespace carrack {

/// Where a game's random numbers come from. Games that share `chance` meet the same draws; agents
/// draw from streams of their own, so that one agent's appetite changes nothing for the others.
struct GameSeeds {
  u64 chance;
  u64 agents;
};
/// The seeds of a run's game: `block` numbers its chance, `variant` tells apart games of one block.
[[nodiscard]] GameSeeds game_seeds(u64 run_seed, u64 block, u64 variant = 0) noexcept;

struct PlayedGame {
  Result result;
  u32 decisions = 0;
};

/// Plays one game. `by_seat` has one agent a seat (an agent may sit at several). `writer` may be
/// null. Nothing if `stop` was raised before the end.
[[nodiscard]] std::optional<PlayedGame> play_game(Ruleset rules, std::span<Agent* const> by_seat,
                                                  GameSeeds seeds, RecordWriter* writer,
                                                  const std::atomic<bool>& stop);

}  // namespace carrack
