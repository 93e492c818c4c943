#include "agents/scripted/scripted.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "agents/scripted/placement_value.hpp"
#include "agents/tile_list.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

constexpr std::array<Weights, 6> kStrategies{{
    {.name = "balanced"},
    {.name = "settler", .colonies = 1.6, .discoveries = 1.2},
    {.name = "trader", .goods = 1.7, .ships = 1.7},
    {.name = "explorer", .discoveries = 1.8},
    {.name = "builder", .buildings = 1.5, .initiative = 1.2},
    {.name = "warlord", .specialists = 1.2, .warfare = 2.5},
}};
constexpr auto kStrategyNames = [] {
  std::array<std::string_view, kStrategies.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kStrategies[i].name;
  return names;
}();

constexpr std::array<WeightKey, 8> kWeightKeys{{
    {"colonies", &Weights::colonies},
    {"goods", &Weights::goods},
    {"ships", &Weights::ships},
    {"buildings", &Weights::buildings},
    {"discoveries", &Weights::discoveries},
    {"specialists", &Weights::specialists},
    {"warfare", &Weights::warfare},
    {"initiative", &Weights::initiative},
}};

template <typename Bonus>
Action choose_best(const State& s, const Legal& legal, const Weights& weights, Random& random,
                   const Bonus& bonus) {
  Action best;
  double best_value = -std::numeric_limits<double>::infinity();
  unsigned ties = 0;
  const PlacementValues placements(s, weights);
  legal.for_each([&](Action action) {
    const double value =
        (action.is(Verb::place) ? placements.of(action) : option_value(s, action, weights)) +
        bonus(action);
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

}  // namespace

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights, Random& random) {
  return choose_best(s, legal, weights, random, [](Action) { return 0.0; });
}

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                       std::span<const float, kActions> bonus, Random& random) {
  return choose_best(s, legal, weights, random,
                     [&](Action action) { return double{bonus[action.id()]}; });
}

std::string ScriptedAgent::spec() const {
  std::string text = "scripted:" + std::string(weights_.name);
  const Weights& strategy = *find_strategy(weights_.name);
  for (const auto& [key, weight] : kWeightKeys) {
    if (weights_.*weight == strategy.*weight) continue;
    text.append(",").append(key).append("=").append(digits_of(weights_.*weight));
  }
  return text + listed("prefer", weights_.preferred) + listed("avoid", weights_.avoided);
}

Action ScriptedAgent::choose(const State& s, const Legal& legal, Random& random) {
  return scripted_choice(s, legal, weights_, random);
}

const Weights* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(kStrategies, name, &Weights::name);
  return found == kStrategies.end() ? nullptr : &*found;
}

std::span<const WeightKey> weight_keys() { return kWeightKeys; }

std::span<const std::string_view> known_strategies() { return kStrategyNames; }

}  // namespace carrack
