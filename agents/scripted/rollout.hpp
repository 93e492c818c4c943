// Playouts: uniformly random steps and games, by which the speed of the engine is measured, and
// those of scripts.
#pragma once

#include "agents/scripted/placement_value.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// One step: a uniform choice among the legal actions, or chance's draw. `legal` holds the options
/// of `s` and is replaced by those of the next position. Precondition: the game is not over.
inline void random_step(State& s, Legal& legal, Random& random) noexcept {
  const Action action = is_chance(s) ? draw_chance(s, random) : legal[random.below(legal.size())];
  apply(s, action, legal);
}

/// Plays to the end. Allocates nothing.
inline void rollout(State& s, Legal& legal, Random& random) noexcept {
  while (!is_over(s)) random_step(s, legal, random);
}

/// Plays to the end, every player by a strategy. Allocates nothing.
inline void scripted_playout(State& s, Legal& legal, Random& random, const Weights& weights) {
  std::array<PlacementValues, kMaxPlayers> placements;
  while (!is_over(s)) {
    if (is_chance(s)) {
      random_step(s, legal, random);
    } else {
      apply(s, scripted_choice(s, legal, weights, placements[index(s.actor)], random), legal);
    }
  }
}

}  // namespace carrack
