// What a game is worth to its players.
#pragma once

#include <array>

#include "core/base/types.hpp"

namespace carrack {

/// Rewards by seat, in [0, 1]; seats beyond the players hold 0.
using Rewards = std::array<float, kMaxPlayers>;

/// The result of an iteration: the rewards that the search maximises, and the win shares, which
/// mean the same in every game.
struct Payoff {
  Rewards rewards{};
  Rewards win_shares{};  // 1 for the winner, divided among equals
};

}  // namespace carrack
