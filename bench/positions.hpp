// Positions for benchmarks, identical on every machine.
#pragma once

#include <vector>

#include "core/game/game.hpp"
#include "core/tools/perft.hpp"
#include "core/tools/rollout.hpp"

namespace carrack::bench {

/// The first decision of the first turn.
[[nodiscard]] inline State first_decision(unsigned players) {
  return perft_start(Ruleset::make("aoe3", players));
}

/// Positions at one kind of node, from random four-player games.
[[nodiscard]] inline std::vector<State> positions_at(Node node, std::size_t wanted) {
  std::vector<State> found;
  Random random(5, stream(StreamFamily::rollout));
  while (found.size() < wanted) {
    State s = start(Ruleset::make("aoe3", 4));
    Legal options = legal(s);
    while (!is_over(s) && found.size() < wanted) {
      if (s.node == node) found.push_back(s);
      random_step(s, options, random);
    }
  }
  return found;
}

}  // namespace carrack::bench
