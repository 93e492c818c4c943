// Uniformly random steps and games, by which the speed of the engine is measured.
#pragma once

#include "core/base/random.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// A uniform choice among the legal actions, or chance's draw. `legal` holds the options of `s`,
/// or anything at a chance node. Precondition: the game is not over.
[[nodiscard]] inline Action random_action(const State& s, const Legal& legal,
                                          Random& random) noexcept {
  return is_chance(s) ? draw_chance(s, random) : legal[random.below(legal.size())];
}

/// One random action. `legal` holds the options of `s` and is replaced by those of the next
/// position. Precondition: the game is not over.
inline void random_step(State& s, Legal& legal, Random& random) noexcept {
  apply(s, random_action(s, legal, random), legal);
}

/// Plays to the end. Allocates nothing.
inline void rollout(State& s, Legal& legal, Random& random) noexcept {
  while (!is_over(s)) random_step(s, legal, random);
}

}  // namespace carrack
