// Playouts by scripts; the random ones are in core/tools/rollout.hpp.
#pragma once

#include "agents/scripted/placement_value.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/tools/rollout.hpp"

namespace carrack {

/// Plays to the end, every player by a strategy. Allocates nothing.
inline void scripted_playout(State& s, Legal& legal, Random& random, const Strategy& strategy) {
  std::array<PlacementValues, kMaxPlayers> placements;
  while (!is_over(s)) {
    if (is_chance(s)) {
      random_step(s, legal, random);
    } else {
      apply(s, scripted_choice(s, legal, strategy, placements[index(s.actor)], random), legal);
    }
  }
}

}  // namespace carrack
