#include "agents/scripted/scripted.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "agents/scripted/option_value.hpp"
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

/// The action with the highest value among those that `each(visit)` calls `visit(action, value)`
/// with; ties are broken uniformly at random.
template <typename Each>
Action best_of(Random& random, const Each& each) {
  constexpr double kLowest = -std::numeric_limits<double>::infinity();
  u32 id = 0;
  double highest = kLowest;
  bool has_ties = false;
  each([&](Action action, double value) {
    // Whether an option is the best so far is hard to predict: no branch depends on it.
    has_ties |= value == highest;
    const u32 keeps = u32{value > highest} - 1;
    id = (id & keeps) | (action.id() & ~keeps);
    highest = std::max(highest, value);
  });
  if (!has_ties) [[likely]]
    return Action(static_cast<u16>(id));
  highest = kLowest;
  u32 ties = 0;
  each([&](Action action, double value) {
    if (value < highest) return;
    ties = value > highest ? 1 : ties + 1;
    if (ties == 1 || random.below(ties) == 0) id = action.id();
    highest = value;
  });
  return Action(static_cast<u16>(id));
}

template <typename Bonus>
Action choose_best(const State& s, const Legal& legal, const Weights& weights,
                   PlacementValues& placements, Random& random, const Bonus& bonus) {
  const auto best_by = [&](auto&& value_of) {
    return best_of(random, [&](auto&& visit) {
      legal.for_each([&](Action action) { visit(action, value_of(action) + bonus(action)); });
    });
  };
  if (s.node == Node::land) {
    const LandingValues values(s, weights);
    return best_by([&](Action action) { return values.of(action); });
  }
  if (s.node != Node::place) {
    OptionValues values(s, weights);
    return best_by([&](Action action) { return values.of(action); });
  }
  placements.update(s, weights);
  if (has_secrets(s)) {  // there may be looks among the options
    return best_by([&](Action action) {
      return action.is(Verb::place) ? placements.of(action) : option_value(s, action, weights);
    });
  }
  const u32 types = s.of(s.actor).available().types();
  return best_of(random, [&](auto&& visit) {
    for_each_bit(types, [&](unsigned type) {
      const unsigned first = type * kBoxes;
      for_each_bit(legal.arguments(Verb::place, first, kBoxes), [&](unsigned box) {
        const Action action(Verb::place, first + box);
        visit(action, placements.of(action) + bonus(action));
      });
    });
  });
}

}  // namespace

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights, Random& random) {
  PlacementValues placements;
  return scripted_choice(s, legal, weights, placements, random);
}

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                       PlacementValues& placements, Random& random) {
  return choose_best(s, legal, weights, placements, random, [](Action) { return 0.0; });
}

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                       PlacementValues& placements, std::span<const float, kActions> bonus,
                       Random& random) {
  // The tables of the seats are larger than the first cache: what is needed soon is asked for now.
  if (s.node == Node::place) __builtin_prefetch(&bonus[Action(Verb::place, 0).id()]);
  return choose_best(s, legal, weights, placements, random,
                     [&](Action action) { return double{bonus[action.id()]}; });
}

Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                       PlacementValues& placements, std::span<const float, kActions> bonus,
                       std::span<const float, kActions> learned, Random& random) {
  if (s.node == Node::place) __builtin_prefetch(&bonus[Action(Verb::place, 0).id()]);
  return choose_best(s, legal, weights, placements, random, [&](Action action) {
    return double{bonus[action.id()]} + double{learned[action.id()]};
  });
}

void script_values(const State& s, std::span<const Action> actions, std::vector<float>& values) {
  const Weights& balanced = kStrategies.front();
  if (s.node == Node::land) {
    const LandingValues landings(s, balanced);
    for (const Action action : actions) values.push_back(static_cast<float>(landings.of(action)));
    return;
  }
  PlacementValues placements;
  if (s.node == Node::place) placements.update(s, balanced);
  OptionValues others(s, balanced);
  for (const Action action : actions) {
    const double value = action.is(Verb::place) ? placements.of(action) : others.of(action);
    values.push_back(static_cast<float>(value));
  }
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

void ScriptedAgent::begin(Ruleset rules, Player /*seat*/, Random& /*random*/) {
  check_tiles("scripted", "prefer", weights_.preferred, rules);
  check_tiles("scripted", "avoid", weights_.avoided, rules);
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
