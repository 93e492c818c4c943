#include "agents/scripted.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "agents/placement_value.hpp"
#include "agents/playout.hpp"

namespace carrack {
namespace {

constexpr std::array<Weights, 1> kStrategies{{{.name = "balanced"}}};
constexpr std::array<std::string_view, 1> kStrategyNames{kStrategies[0].name};

}  // namespace

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights, Random& random) {
  Action best;
  double best_value = -std::numeric_limits<double>::infinity();
  unsigned ties = 0;
  const PlacementValues placements(s, weights);
  legal.for_each([&](Action action) {
    const double value =
        action.is(Verb::place) ? placements.of(action) : option_value(s, action, weights);
    if (value > best_value) {
      best = action;
      best_value = value;
      ties = 1;
    } else if (value == best_value && random.below(++ties) == 0) {
      best = action;
    }
  });
  return best;
}

Action ScriptedAgent::choose(const State& s, const Legal& legal, Random& random) {
  return scripted_choice(s, legal, weights_, random);
}

const Weights* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(kStrategies, name, &Weights::name);
  return found == kStrategies.end() ? nullptr : &*found;
}

std::span<const std::string_view> known_strategies() { return kStrategyNames; }

}  // namespace carrack
