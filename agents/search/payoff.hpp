// What a game is worth to its players.
#pragma once

#include <array>

#include "core/base/types.hpp"

namespace carrack {

/// By seat, in [0, 1]; seats beyond the players hold 0.
using Rewards = std::array<float, kMaxPlayers>;

/// What an iteration ends with: what the search maximises, and the part of it that has the same
/// meaning in every game.
struct Payoff {
  Rewards rewards{};
  Rewards win_shares{};  // 1 for the winner, divided among equals
};

}  // namespace carrack
