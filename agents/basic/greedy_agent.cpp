#include "agents/basic/greedy_agent.hpp"

#include <algorithm>
#include <limits>

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

float one_ply_value(const State& s, Action action) {
  State after = s;
  apply(after, action);
  const auto vp = expected_vp(after);
  float best_other = -std::numeric_limits<float>::infinity();
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(s.actor)) best_other = std::max(best_other, vp[q]);
  }
  return vp[index(s.actor)] - best_other;
}

Action GreedyAgent::choose(const State& s, const Legal& legal, Random& random) {
  Action best;
  float most = -std::numeric_limits<float>::infinity();
  unsigned ties = 0;
  legal.for_each([&](Action action) {
    const float value = one_ply_value(s, action);
    if (value > most) {
      most = value;
      best = action;
      ties = 1;
    } else if (value == most && random.below(++ties) == 0) {
      best = action;
    }
  });
  return best;
}

}  // namespace carrack
