#include "agents/scripted/scripted_choice.hpp"

#include <algorithm>
#include <limits>

#include "agents/scripted/best_placement.hpp"
#include "agents/scripted/option_value.hpp"
#include "agents/scripted/placement_value.hpp"

namespace carrack {
namespace {

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

constexpr std::array<float, std::size_t{kWorkers} * kBoxes + 1> kNoBonus{};

/// VP that `N` tables add to what actions are worth, by their ids.
template <std::size_t N>
struct Tables {
  std::array<const float*, N> tables;

  [[nodiscard]] double operator()(Action action) const {
    if constexpr (N == 0) return 0;
    if constexpr (N == 1) return double{tables[0][action.id()]};
    if constexpr (N == 2) return double{tables[0][action.id()]} + double{tables[1][action.id()]};
  }
  [[nodiscard]] PlacementTerms added_to(const double* values) const {
    constexpr unsigned kFirst = Action(Verb::place, 0).id();
    PlacementTerms terms{.values = values, .bonuses = {kNoBonus.data(), kNoBonus.data()}};
    for (std::size_t i = 0; i < N; ++i) terms.bonuses[i] = tables[i] + kFirst;
    return terms;
  }
};

template <std::size_t N>
Action choose_best(const State& s, const Legal& legal, const Strategy& strategy,
                   PlacementValues& placements, Random& random, Tables<N> bonus) {
  const auto best_by = [&](auto&& value_of) {
    return best_of(random, [&](auto&& visit) {
      legal.for_each([&](Action action) { visit(action, value_of(action) + bonus(action)); });
    });
  };
  if (s.node == Node::land) {
    const LandingValues values(s, strategy);
    return best_by([&](Action action) { return values.of(action); });
  }
  if (s.node != Node::place) {
    OptionValues values(s, strategy);
    return best_by([&](Action action) { return values.of(action); });
  }
  placements.update(s, strategy);
  if (has_secrets(s)) {  // there may be looks among the options
    return best_by([&](Action action) {
      return action.is(Verb::place) ? placements.of(action) : option_value(s, action, strategy);
    });
  }
  const u32 types = s.of(s.actor).available().types();
  const auto sole = sole_best_placement(legal, types, bonus.added_to(placements.values()));
  if (sole) [[likely]]
    return Action(Verb::place, *sole);
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

Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                       Random& random) {
  PlacementValues placements;
  return scripted_choice(s, legal, strategy, placements, random);
}

Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                       PlacementValues& placements, Random& random) {
  return choose_best(s, legal, strategy, placements, random, Tables<0>{});
}

Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                       PlacementValues& placements, std::span<const float, kActions> bonus,
                       Random& random) {
  // The tables of the seats are larger than the first cache, so entries that are needed soon are
  // prefetched.
  if (s.node == Node::place) __builtin_prefetch(&bonus[Action(Verb::place, 0).id()]);
  return choose_best(s, legal, strategy, placements, random, Tables<1>{{bonus.data()}});
}

Action scripted_choice(const State& s, const Legal& legal, const Strategy& strategy,
                       PlacementValues& placements, std::span<const float, kActions> bonus,
                       std::span<const float, kActions> learned, Random& random) {
  if (s.node == Node::place) __builtin_prefetch(&bonus[Action(Verb::place, 0).id()]);
  return choose_best(s, legal, strategy, placements, random,
                     Tables<2>{{bonus.data(), learned.data()}});
}

void script_values(const State& s, std::span<const Action> actions, std::vector<float>& values) {
  const Strategy& balanced = balanced_strategy();
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

}  // namespace carrack
