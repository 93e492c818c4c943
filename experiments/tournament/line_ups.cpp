#include "experiments/tournament/line_ups.hpp"

#include <bit>

namespace carrack {

std::vector<LineUpPair> line_up_pairs(unsigned players) {
  const auto more = static_cast<int>(players - players / 2);
  std::vector<LineUpPair> pairs;
  for (unsigned first = 0; first < 1U << players; ++first) {  // the set of agent 0's seats
    if (std::popcount(first) != more) continue;
    // With an even number of seats the complement is also in the list; keep the one with seat 0.
    if (players % 2 == 0 && (first & 1U) == 0) continue;
    LineUpPair pair;
    for (unsigned seat = 0; seat < players; ++seat) {
      const unsigned agent = (first >> seat & 1U) != 0 ? 0 : 1;
      pair[0].push_back(agent);
      pair[1].push_back(1 - agent);
    }
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace carrack
