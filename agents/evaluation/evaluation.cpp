#include "agents/evaluation/evaluation.hpp"

#include <algorithm>
#include <limits>

#include "agents/evaluation/features.hpp"
#include "agents/evaluation/weights.hpp"

namespace carrack {

std::array<float, kMaxPlayers> expected_vp(const State& s) {
  return weighted_features(s, evaluation_weights()[PositionKind::of(s).number()]);
}

float one_ply_value(const State& s, Action action) {
  State after = s;
  apply(after, action);
  std::array<float, kMaxPlayers> vp{};
  if (is_over(after)) {
    std::ranges::copy(result(after).vp, vp.begin());
  } else {
    vp = expected_vp(after);
  }
  float best_other = -std::numeric_limits<float>::infinity();
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(s.actor)) best_other = std::max(best_other, vp[q]);
  }
  return vp[index(s.actor)] - best_other;
}

}  // namespace carrack
