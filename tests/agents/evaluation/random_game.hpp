// Positions of random games.
#pragma once

#include "core/tools/rollout.hpp"

namespace carrack::testing {

/// A random game; `visit(s)` at every position but the end.
template <typename Visit>
void play_at_random(Ruleset rules, u64 seed, Visit&& visit) {
  Random random(seed, 0);
  State s = start(rules);
  Legal options = legal(s);
  while (!is_over(s)) {
    visit(s);
    random_step(s, options, random);
  }
}

}  // namespace carrack::testing
