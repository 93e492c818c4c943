// The exact values of a late position, by backward induction (agents/search/solver.hpp).
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "agents/mcts/reward.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// What each option of a position is worth, in the order of the legal actions. Values and win
/// shares are by seat, expected if every player maximises their own reward.
struct ExactSolution {
  struct Option {
    Action action;
    std::array<double, kMaxPlayers> value{};
    std::array<double, kMaxPlayers> win_share{};
  };
  std::vector<Option> options;
  Action best;  // for the player who decides; of equal ones the first
  u64 positions = 0;
};

/// The reward that a search with this spec maximises. Throws InputError for an agent that is not
/// mcts or uct.
[[nodiscard]] RewardOptions reward_to_solve_for(const std::string& spec);

/// Solves a position, looking at so many positions at most. Throws InputError if that is too few,
/// or if players may have private information, and ChoiceStopped at the end of a game once `stop`
/// is raised. Precondition: a player is to decide.
[[nodiscard]] ExactSolution solve_exactly(const State& s, const RewardOptions& reward,
                                          u64 max_positions, const std::atomic<bool>& stop);

}  // namespace carrack
