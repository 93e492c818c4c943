// The choice of a placement is that of a loop over the options, on every level of instructions, and
// draws the same random numbers.
#include "agents/scripted/best_placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "agents/scripted/placement_value.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack::testing {
namespace {

using Table = std::vector<float>;
constexpr std::size_t kPlacements = std::size_t{kWorkers} * kBoxes;

/// Numbers on a grid, `step` VP apart, `levels` of them.
Table random_table(Random& random, double step, unsigned levels, std::size_t size = kActions) {
  Table table(size);
  for (float& vp : table) {
    vp = static_cast<float>(step * (random.below(levels) - levels / 2.0));
  }
  return table;
}

/// The option that is worth most; one of several is drawn while they are looked at.
Action plain_choice(const State& s, const Legal& options, const Table& bonus, const Table& learned,
                    Random& random) {
  PlacementValues values;
  values.update(s, balanced_strategy());
  double best = -std::numeric_limits<double>::infinity();
  unsigned ties = 0;
  Action chosen;
  options.for_each([&](Action action) {
    const double value =
        values.of(action) + (double{bonus[action.id()]} + double{learned[action.id()]});
    if (value < best) return;
    ties = value > best ? 1 : ties + 1;
    if (ties == 1 || random.below(ties) == 0) chosen = action;
    best = value;
  });
  return chosen;
}

Action choice(const State& s, const Legal& options, const Table& bonus, const Table& learned,
              unsigned tables, Random& random) {
  const Strategy& balanced = balanced_strategy();
  PlacementValues values;
  const std::span<const float, kActions> first(bonus.data(), kActions);
  const std::span<const float, kActions> second(learned.data(), kActions);
  if (tables == 0) return scripted_choice(s, options, balanced, values, random);
  if (tables == 1) return scripted_choice(s, options, balanced, values, first, random);
  return scripted_choice(s, options, balanced, values, first, second, random);
}

struct Seen {
  unsigned placements = 0;
  unsigned draws = 0;  // placements of which one was drawn
};

/// Compares the choices at one position for each number of tables.
void expect_plain(const State& s, const Legal& options, double step, u64 seed, Seen& seen) {
  Random tables(seed, 1);
  const Table none(kActions);
  const Table bonus = random_table(tables, step, 9);
  const Table learned = random_table(tables, step / 2, 5);
  for (unsigned n = 0; n <= 2; ++n) {
    Random plain(seed, 2);
    const Action expected =
        plain_choice(s, options, n == 0 ? none : bonus, n == 2 ? learned : none, plain);
    const u32 next = plain.next();
    ++seen.placements;
    seen.draws += next != Random(seed, 2).next() ? 1U : 0U;
    for (const cpu::Level level : levels_here()) {
      const AtLevel here(level);
      Random random(seed, 2);
      ASSERT_EQ(choice(s, options, bonus, learned, n, random), expected);
      ASSERT_EQ(random.next(), next);
    }
  }
}

TEST(BestPlacement, IsTheOneOfALoopAndDrawsTheSameNumbers) {
  Seen seen;
  u64 seed = 0;
  for (const Ruleset rules : all_rulesets()) {
    if (++seed % 7 != 0) continue;
    State s = start(rules);
    Legal options = legal(s);
    Random random(seed, 3);
    for (u64 n = 0; !is_over(s); ++n) {
      if (!is_chance(s) && s.node == Node::place && !has_secrets(s)) {
        expect_plain(s, options, n % 2 == 0 ? 4 : 0.001, seed << 32 | n, seen);
        ASSERT_FALSE(HasFatalFailure()) << rules.to_string();
      }
      random_step(s, options, random);
    }
  }
  EXPECT_GT(seen.placements, 30'000U);
  EXPECT_GT(seen.draws, 200U);
}

/// Terms without a bonus, all of them worth `value`.
struct Flat {
  explicit Flat(double value) { values.fill(value); }
  [[nodiscard]] std::optional<unsigned> sole_best(const Legal& options, u32 types) const {
    return sole_best_placement(options, types, {values.data(), {none.data(), none.data()}});
  }
  std::array<double, kPlacements + 1> values;
  std::array<float, kPlacements + 1> none{};
};

/// A loop over the options: nothing where one equals the best before it.
std::optional<unsigned> plain_sole_best(const Legal& options, const PlacementTerms& terms) {
  double best = -std::numeric_limits<double>::infinity();
  bool has_ties = false;
  std::optional<unsigned> argument;
  options.for_each([&](Action action) {
    const unsigned i = action.argument(Verb::place);
    const double value =
        terms.values[i] + (double{terms.bonuses[0][i]} + double{terms.bonuses[1][i]});
    has_ties = has_ties || value == best;
    if (value > best) argument = i;
    best = std::max(best, value);
  });
  return has_ties ? std::nullopt : argument;
}

TEST(BestPlacement, IsTheOneOfALoopForAnyTerms) {
  if (cpu::machine_level() < cpu::Level::v3) GTEST_SKIP() << "this machine has no level v3";
  Random random(5, 5);
  unsigned with_ties = 0;
  constexpr unsigned kSets = 200'000;
  for (unsigned set = 0; set < kSets; ++set) {
    Flat terms(0);
    const Table bonus = random_table(random, 0.25, 9, kPlacements + 1);
    const Table learned = random_table(random, 0.5, 9, kPlacements + 1);
    for (double& value : terms.values) value = random.below(100) - 60.0;
    const u32 types = 1 + random.below((1U << kWorkers) - 1);
    Legal options;
    options.reset(Verb::place);
    for_each_bit(types, [&](unsigned type) {
      for (unsigned box = 0; box < kBoxes; ++box) {
        if (random.below(3) != 0) options.add(Verb::place, type * kBoxes + box);
      }
    });
    if (options.size() == 0) continue;
    const PlacementTerms all{terms.values.data(), {bonus.data(), learned.data()}};
    const std::optional<unsigned> expected = plain_sole_best(options, all);
    with_ties += expected ? 0U : 1U;
    ASSERT_EQ(sole_best_placement(options, types, all), expected);
  }
  EXPECT_GT(with_ties, kSets / 20);
  EXPECT_LT(with_ties, kSets / 2);
}

TEST(BestPlacement, OfOneOptionIsThatOption) {
  if (cpu::machine_level() < cpu::Level::v3) GTEST_SKIP() << "this machine has no level v3";
  for (const double value : {-3.5, 0.0, 2.25}) {
    for (unsigned argument = 0; argument < kPlacements; ++argument) {
      Legal options;
      options.reset(Verb::place);
      options.add(Verb::place, argument);
      EXPECT_EQ(Flat(value).sole_best(options, 1U << argument / kBoxes), argument);
    }
  }
}

TEST(BestPlacement, AnEqualBeforeIsFoundWhereverItIs) {
  for (unsigned second = 1; second < kPlacements; ++second) {
    for (unsigned first = 0; first < second; ++first) {
      Flat terms(-1);
      terms.values[first] = terms.values[second] = 0.1;
      Legal options;
      options.reset(Verb::place);
      options.add(Verb::place, first);
      options.add(Verb::place, second);
      const u32 types = 1U << first / kBoxes | 1U << second / kBoxes;
      ASSERT_EQ(terms.sole_best(options, types), std::nullopt) << first << ' ' << second;
    }
  }
}

TEST(BestPlacement, EqualsBehindABetterOneDoNotMatter) {
  if (cpu::machine_level() < cpu::Level::v3) GTEST_SKIP() << "this machine has no level v3";
  for (unsigned best = 0; best < kPlacements; ++best) {
    Flat terms(-1);
    terms.values[best] = 0.1;
    Legal options;
    options.reset(Verb::place);
    options.add_set(Verb::place, low_bits(std::min<unsigned>(kPlacements - best, 63)), best);
    ASSERT_EQ(terms.sole_best(options, low_bits(kWorkers)), best);
  }
}

}  // namespace
}  // namespace carrack::testing
