// Solves late positions by backward induction, as targets of learning.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The end of a game in which everybody maximises the reward of the default search.
struct ExactEndgame {
  std::vector<Action> best;  // all options that are worth most to the player to decide
  std::array<double, kMaxPlayers> win_share{};  // expected, by seat
};

/// Solves a decision. Empty before the last turn, if players may have secrets, and if more than
/// `max_positions` positions would have to be solved.
[[nodiscard]] std::optional<ExactEndgame> exact_endgame(const State& s, u64 max_positions);
/// Expected win shares of a position, which may be a chance event. Empty in the same cases.
[[nodiscard]] std::optional<std::array<double, kMaxPlayers>> exact_win_share(const State& s,
                                                                             u64 max_positions);

}  // namespace carrack
