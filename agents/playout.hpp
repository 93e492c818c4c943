// How a search plays on from its leaves.
#pragma once

#include "agents/rollout.hpp"
#include "agents/scripted.hpp"

namespace carrack {

/// Uniformly random, or as a scripted strategy plays.
enum class Playout : u8 { random, scripted };

/// The strategy's choice: what ScriptedAgent does, for searches that hold no agent.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                                     Random& random);

/// Plays to the end, every player by the strategy. Allocates nothing.
inline void scripted_playout(State& s, Legal& legal, Random& random, const Weights& weights) {
  while (!is_over(s)) {
    if (is_chance(s)) {
      random_step(s, legal, random);
    } else {
      apply(s, scripted_choice(s, legal, weights, random), legal);
    }
  }
}

}  // namespace carrack
