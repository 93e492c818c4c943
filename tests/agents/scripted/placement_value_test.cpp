// The values of placements that playouts keep are those that are worked out anew.
#include "agents/scripted/placement_value.hpp"

#include <gtest/gtest.h>

#include "agents/scripted/scripted_choice.hpp"
#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack {
namespace {

using Kept = std::array<PlacementValues, kMaxPlayers>;

/// Compares the kept values with new ones; returns how many placements there were.
unsigned expect_kept(const State& s, const Legal& options, const Strategy& strategy, Kept& kept) {
  PlacementValues& values = kept[index(s.actor)];
  values.update(s, strategy);
  PlacementValues fresh;
  fresh.update(s, strategy);
  unsigned placements = 0;
  options.for_each([&](Action action) {
    if (!action.is(Verb::place)) return;
    ++placements;
    EXPECT_EQ(values.of(action), fresh.of(action)) << "turn " << int{s.turn};
  });
  return placements;
}

/// Plays on to the end, or for some turns; one decision in three is random.
unsigned play_on(State s, unsigned turns, u64 seed, const Strategy& strategy, Kept& kept) {
  const unsigned last = s.turn + turns - 1;
  Legal options = legal(s);
  Random random(seed, 1);
  unsigned placements = 0;
  while (!is_over(s) && s.turn <= last) {
    if (!is_chance(s) && s.node == Node::place) {
      placements += expect_kept(s, options, strategy, kept);
    }
    if (is_chance(s) || random.below(3) == 0) {
      random_step(s, options, random);
    } else {
      apply(s, scripted_choice(s, options, strategy, random), options);
    }
  }
  return placements;
}

TEST(PlacementValues, KeptThroughAGameAreThoseOfEachPosition) {
  const Strategy& trader = *find_strategy("trader");
  unsigned placements = 0;
  u64 seed = 0;
  for (const Ruleset rules : all_rulesets()) {
    if (++seed % 5 != 0) continue;
    Kept kept;
    placements += play_on(start(rules), kTurns, seed, trader, kept);
    ASSERT_FALSE(::testing::Test::HasFailure()) << rules.to_string();
  }
  EXPECT_GT(placements, 100'000U);
}

TEST(PlacementValues, ADearTileLeavesTheOthersAffordable) {
  const Ruleset dear = testing::tweaked(Ruleset::make("aoe3", 2),
                                        R"({"name": "x", "tiles": {"settlers": {"cost": 99}}})");
  unsigned compared = 0;
  for (u64 seed = 1; seed < 60; ++seed) {
    State s = start(dear);
    Legal options = legal(s);
    Random random(seed, 1);
    while (is_chance(s) || s.node != Node::place) random_step(s, options, random);
    unsigned lowest = 99;
    bool has_dear = false;
    tiles_on_show(s).for_each([&](TileCopy copy) {
      const unsigned cost = dear.figures().of(kind_of(copy)).cost;
      lowest = std::min(lowest, cost);
      has_dear = has_dear || cost == 99;
    });
    if (!has_dear) continue;
    ++compared;
    TurnEstimates now;
    now.update(s);
    EXPECT_EQ(now.tile_price, lowest);
  }
  EXPECT_GT(compared, 5U);
}

TEST(PlacementValues, OfTheTurnOfARootServeAllItsPlayouts) {
  const std::array<std::string, 3> modules{"builder", "national", "world"};
  const std::array<std::string, 1> scouting{"scouting"};
  unsigned placements = 0;
  for (const Ruleset rules : {Ruleset::make("aoe3", 4), Ruleset::make("empires", 3, modules),
                              Ruleset::make("empires", 5, {}, scouting)}) {
    State s = start(rules);
    Legal options = legal(s);
    Random random(3, 2);
    Kept kept;  // from root to root too
    for (unsigned n = 0; !is_over(s); ++n) {
      if (!is_chance(s) && n % 11 == 0) {
        for (unsigned p = 0; p < s.players(); ++p) kept[p].start(s);
        for (u64 playout = 0; playout < 4; ++playout) {
          for (PlacementValues& values : kept) values.forget();
          State root = s;
          resample(root, s.actor, random);
          const Strategy& strategy =
              *find_strategy(known_strategies()[playout % known_strategies().size()]);
          placements += play_on(root, 2, n + playout, strategy, kept);
          ASSERT_FALSE(HasFailure()) << rules.to_string();
        }
      }
      random_step(s, options, random);
    }
  }
  EXPECT_GT(placements, 50'000U);
}

}  // namespace
}  // namespace carrack
