// Evaluates the value of a network: what a position is worth to each seat.
#pragma once

#include <memory>

#include "agents/learned/network.hpp"

namespace carrack {

/// The player from whose seat a network reads a position to judge it for all seats: the player who
/// decides; at a chance node the first player of the turn order, or p1 before there is an order. A
/// fixed choice makes the value a function of the position alone.
[[nodiscard]] inline Player value_observer(const State& s) {
  if (!is_chance(s) && !is_over(s)) return s.actor;
  const Player first = s.in_place(0);
  return index(first) < s.players() ? first : Player{0};
}

/// Numbers by seat; 0 for seats that are not played.
struct NetworkValue {
  std::array<float, kMaxPlayers> win_shares{};  // expected; their sum is 1
  std::array<float, kMaxPlayers> vp{};          // expected at the end of the game
};

/// Evaluates positions. Threads may share it. Allocates nothing after its construction.
class ValueEvaluator {
 public:
  explicit ValueEvaluator(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

  /// The value of a position. Precondition: the game is not over.
  [[nodiscard]] NetworkValue evaluate(const State& s) const;
  /// What a lead in the VP of evaluate() is worth.
  [[nodiscard]] const EstimateScale& scale(const State& s) const {
    return network_->data().scales[s.players() - 2][s.turn - 1U];
  }

 private:
  std::shared_ptr<const Network> network_;
};

}  // namespace carrack
