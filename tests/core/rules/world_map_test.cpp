// RULES §9: the second board, Denmark, Portugal's start, workers in undiscovered regions.
#include "core/game/knowledge.hpp"
#include "core/tools/perft.hpp"
#include "tests/core/rules/world.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(WorldMap, S9_NeedsEmpiresWithBuilder) {
  const auto refusal = [](std::string_view edition, const Words& modules) {
    return complaint([&] { static_cast<void>(Ruleset::make(edition, 4, modules)); });
  };
  expect_names(refusal("empires", {"world"}), {"'world'", "'builder'", "tiles"});
  expect_names(refusal("empires", {"national", "world"}), {"'world'", "'builder'"});
  expect_names(refusal("aoe3", {"world"}), {"'world'", "'empires'", "'aoe3'"});
  EXPECT_EQ(refusal("empires", {"builder", "world"}), "");
}

TEST(WorldMap, S9_TenRegionsElevenGoodsSixteenCountersNoCards) {
  const State s = perft_start(empires(4, {"builder", "world"}));
  EXPECT_EQ(count_bits(s.all_regions()), 10U);
  EXPECT_EQ(s.discovered, bit(index(there("caribbean"))));
  EXPECT_EQ(count_bits(counter_bag(s)), 16U);
  EXPECT_EQ(card_bag(s), 0U);
  EXPECT_EQ(trace_of(s).find("\"cards\":[\""), std::string::npos);
  unsigned tokens = 0;
  for (const u8 n : boards::kWorld.tokens()) tokens += n;
  EXPECT_EQ(tokens, 51U);
  for (const Good gone : {Good::rice, Good::fish, Good::cattle, Good::cocoa}) {
    EXPECT_EQ(boards::kWorld.tokens()[index(gone)], 0);
  }
}

TEST(WorldMap, S9_ItsTilesJoinThoseOfTheBuilder) {
  const Ruleset rules = empires(4, {"builder", "world"});
  EXPECT_EQ(tile_pool(rules, Age::one).size(), 12U + 8 + 5);
  EXPECT_EQ(tile_pool(rules, Age::two).size(), 14U + 8 + 5);
  EXPECT_EQ(tile_pool(rules, Age::three).size(), 11U + 4 + 4);
}

TEST(WorldMap, S9_WhenAllIsDiscoveredNobodyExplores) {
  const auto sails = [](Position position) {
    return position.in_box(Box::discovery, p1).begin(Phase::discovery).node == Node::explore;
  };
  EXPECT_TRUE(sails(world()));
  EXPECT_FALSE(sails(world().all_discovered()));
  EXPECT_FALSE(sails(world(8, 3, {"national"}).nation(p1, Nation::portugal).all_discovered()));
}

TEST(WorldMap, S9_DenmarkIsASeventhNation) {
  State s = start(empires(3, {"builder", "national", "world"}));
  play(s, {"order p1", "order p2"});
  EXPECT_TRUE(offers(s, "nation denmark"));
  EXPECT_EQ(chance_total(s), 7U);
  State without = start(empires(3, {"builder", "national"}));
  play(without, {"order p1", "order p2"});
  EXPECT_FALSE(offers(without, "nation denmark"));
}

/// A game whose players have these nations, when the last of the setup's goods is on show.
State set_up(Words nations, const Words& variants = {}) {
  State s = start(empires(3, {"builder", "national", "world"}, variants));
  play(s, {"order p1", "order p2"});
  for (const std::string& nation : nations) play(s, "nation " + nation);
  resolve_chance(s);
  return s;
}

TEST(WorldMap, W1_PortugalStartsInAfricaWhichIsStillUndiscovered) {
  State s = start(empires(3, {"builder", "national", "world"}, {"open_counters"}));
  play(s, {"order p1", "order p2", "nation portugal"});
  const u32 two = boards::kWorld.portuguese();
  EXPECT_EQ(s.discovered & two, 0U);
  EXPECT_EQ(s.of(p1).colonies(), 0U);  // pieces come after the counters
  play(s, {"nation england", "nation france"});
  resolve_chance(s);
  EXPECT_EQ(s.of(p1).colonies(), two);
  EXPECT_EQ(s.of(p1).workers_in(there("west_africa")), 1U);
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);
  EXPECT_EQ(count_bits(s.undiscovered()), 9U);
  EXPECT_EQ(count_bits(counter_bag(s)), 16U - 9);
  EXPECT_NE(public_counter(s, there("west_africa")), -1);
  EXPECT_TRUE(has_bit(s.region_tokens, index(there("west_africa"))));
}

TEST(WorldMap, S9_PortugalHasItsStartInsteadOfTheDeck) {
  const State s = world(8, 3, {"national"})
                      .nation(p1, Nation::portugal)
                      .in_box(Box::discovery, p1)
                      .begin(Phase::discovery);
  EXPECT_FALSE(offers(s, "explore deck"));
  EXPECT_TRUE(offers(s, "explore peru"));
}

TEST(WorldMap, S9_DenmarkStartsWithAFurAndASugarFromTheSupply) {
  const State s = set_up({"england", "denmark", "france"});
  EXPECT_EQ(s.of(p2).good(Good::fur), 1U);
  EXPECT_EQ(s.of(p2).good(Good::sugar), 1U);
  EXPECT_EQ(s.of(p2).tokens(), 2U);
  EXPECT_EQ(s.of(p1).tokens(), 0U);
  EXPECT_NO_THROW(check(s));
}

TEST(WorldMap, S9_AFurOnlyIfTheSupplyHasOne) {
  Position position = world(1, 2, {"national"}).nation(p1, Nation::denmark);
  position.s.supply.remove(Good::fur, position.s.supply[Good::fur]);
  nations::place_starting_pieces(position.s);
  EXPECT_EQ(position.s.of(p1).good(Good::fur), 0U);
  EXPECT_EQ(position.s.of(p1).good(Good::sugar), 1U);
}

TEST(WorldMap, C17_StartingPiecesComeBeforeSpainsDiscovery) {
  State s = start(empires(3, {"builder", "national", "world"}));
  play(s, {"order p1", "order p2", "nation spain", "nation denmark", "nation portugal"});
  resolve_chance(s);
  ASSERT_EQ(s.node, Node::first_colony);
  EXPECT_EQ(s.of(p2).tokens(), 2U);
  EXPECT_NE(s.of(p3).colonies(), 0U);
  EXPECT_TRUE(offers(s, "claim west_africa"));  // W1
  EXPECT_TRUE(offers(s, "claim china"));
}

TEST(WorldMap, W1_PortugalMayDiscoverWhereItStands) {
  Position position = world(8, 3, {"national"})
                          .nation(p1, Nation::portugal)
                          .in_region(p1, "west_africa", Worker::colonist);
  for (int i = 0; i < 9; ++i) position.in_box(Box::discovery, p1, Worker::soldier);
  State s = position.begin(Phase::discovery);
  play(s, {"explore west_africa", "send 9 soldier"});
  play(s, options(s).front());
  EXPECT_TRUE(has_bit(s.discovered, index(there("west_africa"))));
  EXPECT_EQ(s.of(p1).civilians_in(there("west_africa")), 2U);
}

State danish(Phase phase, const Words& variants = {}) {
  Position position = world(8, 3, {"national"}, variants).nation(p1, Nation::denmark);
  if (phase == Phase::placement) return position.available(p1, Worker::colonist).begin(phase);
  return position.in_box(Box::discovery, p1).begin(phase);
}

TEST(WorldMap, C18_DenmarkLooksForNothingInNewFranceAndNewSpain) {
  for (const Phase phase : {Phase::placement, Phase::discovery}) {
    State s = danish(phase);
    EXPECT_TRUE(offers(s, "look new_france"));
    EXPECT_FALSE(offers(s, "look peru"));
    EXPECT_FALSE(offers(s, "look deck"));
    play(s, {"look new_spain", "counter 5"});
    EXPECT_EQ(s.actor, p1);
    EXPECT_EQ(s.of(p1).money(), 0U);
    EXPECT_EQ(s.of(p1).powers(), 0U);
    EXPECT_EQ(counter_known_to(s, p1, there("new_spain")), 5);
    EXPECT_EQ(counter_known_to(s, p2, there("new_spain")), -1);
    EXPECT_FALSE(offers(s, "look new_spain"));
    EXPECT_NE(trace_of(s).find(R"("knows":{"new_spain":5})"), std::string::npos);
    EXPECT_FALSE(has_bit(counter_bag(s), 5));
  }
}

TEST(WorldMap, S9_OthersDoNotLook) {
  const State s = world(8, 3, {"national"})
                      .nation(p1, Nation::denmark)
                      .nation(p2, Nation::france)
                      .money(p2, 9)
                      .in_box(Box::discovery, p2)
                      .begin(Phase::discovery);
  ASSERT_EQ(s.actor, p2);
  EXPECT_FALSE(offers(s, "look new_france"));
}

TEST(WorldMap, S9_WhatDenmarkKnowsIsHiddenFromTheOthers) {
  State s = danish(Phase::placement);
  play(s, {"look new_spain", "counter 5"});
  EXPECT_TRUE(has_bit(counter_bag(seen_by(s, p2)), 5));
  EXPECT_FALSE(has_bit(counter_bag(seen_by(s, p1)), 5));
  Random random(1, 1);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    State view = s;
    resample(view, p2, random);
    differs |= fixed_counter(view, there("new_spain")) != 5;
    resample(view = s, p1, random);
    EXPECT_TRUE(view == s);
  }
  EXPECT_TRUE(differs);
}

TEST(WorldMap, S9_WithScoutingOnlyTheOtherRegionsCostDenmarkMoney) {
  State s = danish(Phase::discovery, {"scouting"});
  EXPECT_TRUE(offers(s, "look new_france"));
  EXPECT_FALSE(offers(s, "look peru"));  // $3 in age III
  s.of(p1).earn(3);
  EXPECT_TRUE(offers(s, "look peru"));
  play(s, {"look new_france", "counter 5"});
  EXPECT_EQ(s.of(p1).money(), 3U);
  play(s, {"look peru", "counter 6"});
  EXPECT_EQ(s.of(p1).money(), 0U);
}

TEST(WorldMap, S9_WithoutDenmarkThereAreNoSecrets) {
  EXPECT_FALSE(has_secrets(set_up({"england", "spain", "france"})));
  EXPECT_TRUE(has_secrets(set_up({"england", "denmark", "france"})));
  EXPECT_FALSE(has_secrets(perft_start(empires(3, {"builder", "world"}))));
}

TEST(WorldMap, W2_WorkersInAnUndiscoveredRegionScore) {
  const State s = world().in_region(p1, "west_africa", Worker::colonist, 3).s;
  EXPECT_FALSE(has_bit(s.discovered, index(there("west_africa"))));
  EXPECT_EQ(scoring::colony_vp(s)[0], 6);
}

TEST(WorldMap, W2_CheckKnowsWhereWorkersMayStand) {
  State s = perft_start(empires(3, {"builder", "world"}));
  s.player[0].add_standing(there("west_africa"), Worker::colonist);
  EXPECT_NO_THROW(check(s));
  s.player[0].add_standing(there("india"), Worker::colonist);
  EXPECT_THROW(check(s), std::logic_error);
}

TEST(WorldMap, W2_AThirdWorkerTakesTheGoodOfAnUndiscoveredRegion) {
  State s = world().in_region(p1, "west_africa", Worker::colonist, 2).s;
  settle_colonist(s, p1, there("west_africa"));
  EXPECT_EQ(s.of(p1).good(Good::ivory), 1U);
}

TEST(WorldMap, W2_LandingStillNeedsADiscoveredRegion) {
  const State s = world()
                      .in_region(p1, "west_africa", Worker::colonist)
                      .discovered("peru")
                      .in_box(Box::dock, p1)
                      .begin(Phase::dock);
  EXPECT_EQ(options(s), (Words{"land caribbean", "land peru", "pass"}));
}

TEST(WorldMap, W2_ColonistsMigrateOutOfItAndNotIntoIt) {
  const State s = world()
                      .owns(p1, Tile::migration)
                      .in_region(p1, "west_africa", Worker::colonist)
                      .begin(Phase::benefits);
  EXPECT_EQ(options(s), (Words{"migrate west_africa caribbean 1", "pass"}));
}

TEST(WorldMap, W2_SoldiersMarchIntoItAndFightThere) {
  State s = world()
                .owns(p1, Tile::stables)
                .in_region(p1, "cape_colony", Worker::soldier)
                .in_region(p1, "west_africa", Worker::colonist)
                .in_region(p2, "west_africa", Worker::colonist)
                .in_box(Box::warfare, p1)
                .begin(Phase::discovery);
  ASSERT_TRUE(offers(s, "march cape_colony west_africa"));
  play(s, {"march cape_colony west_africa", "battle west_africa p2"});
  EXPECT_EQ(s.of(p2).workers_in(there("west_africa")), 0U);
}

TEST(WorldMap, W2_AnExpeditionStillDiscoversIt) {
  State s = world()
                .in_region(p1, "west_africa", Worker::colonist, 2)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  play(s, {"explore west_africa", "counter 0"});
  EXPECT_TRUE(has_bit(s.discovered, index(there("west_africa"))));
  EXPECT_EQ(s.of(p1).workers_in(there("west_africa")), 3U);
  EXPECT_EQ(s.of(p1).good(Good::ivory), 1U);
}

TEST(WorldMap, R21_MissionariesInRegionsStayMissionaries) {
  State s = world().in_box(Box::dock, p1, Worker::missionary).begin(Phase::dock);
  play(s, "land caribbean");
  EXPECT_EQ(s.of(p1).missionaries_in(there("caribbean")), 1U);
}

TEST(WorldMap, CheckFindsWhatIsBroken) {
  const State s = perft_start(empires(3, {"builder", "world"}));
  EXPECT_NO_THROW(check(s));
  const auto broken = [&](auto&& damage) {
    State damaged = s;
    damage(damaged);
    EXPECT_THROW(check(damaged), std::logic_error);
  };
  broken([](State& d) { d.add_india(Worker::colonist); });
  broken([](State& d) { d.set_ally(p2); });
  broken([](State& d) { d.cards.assign(3, kInBag); });
  broken([](State& d) { d.discovered = 0; });
}

}  // namespace
}  // namespace carrack::testing
