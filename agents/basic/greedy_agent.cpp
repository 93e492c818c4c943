#include "agents/basic/greedy_agent.hpp"

#include <limits>

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

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
