#include "experiments/statistics/luck.hpp"

#include <cassert>

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

Luck luck_of_draw(const State& before, const State& after) {
  assert(is_chance(before));
  const unsigned players = before.players();
  Luck luck{};
  const auto add = [&](const State& s, double weight) {
    const auto value = expected_vp(s);
    for (unsigned p = 0; p < players; ++p) luck[p] += weight * static_cast<double>(value[p]);
  };
  add(after, 1);
  const double total = chance_total(before);
  legal(before).for_each([&](Action outcome) {
    State other = before;
    apply(other, outcome);
    add(other, -static_cast<double>(chance_weight(before, outcome)) / total);
  });
  return luck;
}

}  // namespace carrack
