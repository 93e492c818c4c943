// RULES §7, §10: the six national powers.
#include "core/rules/nations.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

Position nation_game(Nation of_p1, unsigned turn = 8, const Words& modules = {"national"}) {
  return Position(empires(3, modules), turn).nation(p1, of_p1);
}

TEST(Nations, R25_DealtInPlayerOrderWithPlaceMoney) {
  State s = start(empires(6, {"national"}));
  for (const std::string_view event :
       {"order p3", "order p1", "order p2", "order p6", "order p4"}) {
    play(s, event);
  }
  EXPECT_EQ(options(s), (Words{"nation england", "nation france", "nation holland", "nation italy",
                               "nation portugal", "nation spain"}));
  play(s, {"nation italy", "nation spain", "nation england", "nation france", "nation holland"});
  EXPECT_EQ(s.of(p3).nation(), Nation::italy);
  EXPECT_EQ(s.of(p1).nation(), Nation::spain);
  EXPECT_EQ(s.of(p5).nation(), Nation::portugal);  // the last one is no event
  EXPECT_EQ(s.of(p3).money(), 10U);
  EXPECT_EQ(s.of(p5).money(), 15U);
  EXPECT_EQ(s.node, Node::tile);
}

TEST(England, S7_AddsTwoColonistsAndMakesOneListOfTheDock) {
  State s = nation_game(Nation::england)
                .in_box(Box::dock, p2, Worker::soldier)
                .on_letter(dock::kY, p3)
                .begin(Phase::dock);
  EXPECT_EQ(options(s), (Words{"pass", "use england"}));
  play(s, "use england");
  EXPECT_EQ(pending_events(s), (Words{"use england"}));
  EXPECT_EQ(s.of(p1).powers(), 1U);
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 0U);  // they appear with the new list
  EXPECT_EQ(options(s), (Words{"next p1 colonist", "next p2 soldier", "next p3 colonist"}));
  play(s, {"next p1 colonist", "next p3 colonist"});
  EXPECT_EQ(pending_events(s), (Words{"use england", "next p1 colonist", "next p3 colonist"}));
  play(s, "next p2 soldier");  // one kind is left: p1's second colonist
  EXPECT_TRUE(pending_events(s).empty());
}

TEST(England, S7_TheListStandsInItsNewOrder) {
  State s = nation_game(Nation::england)
                .discovered("peru")
                .in_box(Box::dock, p2, Worker::soldier)
                .on_letter(dock::kX, p3)
                .begin(Phase::dock);
  play(s, {"use england", "next p3 colonist", "next p1 colonist", "next p2 soldier"});
  ASSERT_EQ(s.node, Node::land);
  EXPECT_EQ(s.actor, p3);
  EXPECT_EQ(s.dock[1], Slot(p1, Worker::colonist));
  EXPECT_EQ(s.dock[2], Slot(p2, Worker::soldier));
  EXPECT_EQ(s.dock[3], Slot(p1, Worker::colonist));
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 2U);
  const std::string trace = trace_of(s);
  EXPECT_NE(
      trace.find(R"("dock":["p3 colonist","p1 colonist","p2 soldier","p1 colonist"],"x":null)"),
      std::string::npos)
      << trace;
}

TEST(England, S10_IsOfferedForRoomOrForTwoKinds) {
  const auto opens = [](Position position) {
    return position.begin(Phase::dock).node == Node::power;
  };
  EXPECT_TRUE(opens(nation_game(Nation::england)));  // two colonists of its own
  Position crowded = nation_game(Nation::england).available(p1, Worker::colonist, 29);
  EXPECT_FALSE(opens(crowded));
  EXPECT_FALSE(opens(Position(crowded).in_box(Box::dock, p2).in_box(Box::dock, p2)));
  EXPECT_TRUE(opens(Position(crowded).in_box(Box::dock, p2).in_box(Box::dock, p3)));
}

TEST(England, S7_ActsOnce) {
  Position position = nation_game(Nation::england);
  position.s.of(p1).use_power();
  EXPECT_NE(position.begin(Phase::dock).node, Node::power);
}

TEST(England, C12_TheUniversityReachesTheWholeNewList) {
  State s = nation_game(Nation::england)
                .owns(p2, Tile::university)
                .on_letter(dock::kX, p2)
                .begin(Phase::dock);
  play(s, {"use england", "next p1 colonist", "next p1 colonist"});
  EXPECT_EQ(options(s), (Words{"first dock colonist", "pass"}));
}

TEST(Spain, C10_DiscoversOnceAtTheEndOfTheSetup) {
  State s = start(empires(2, {"national"}));
  play(s, {"order p2", "nation spain", "nation italy"});
  while (is_chance(s)) play(s, options(s).front());
  ASSERT_EQ(s.node, Node::first_colony);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.phase, Phase::setup);
  EXPECT_TRUE(offers(s, "pass"));
  play(s, {"claim peru", "counter 14"});
  EXPECT_EQ(s.of(p2).soldiers_in(region("peru")), 1U);
  EXPECT_EQ(s.of(p2).money(), 10U + 4);  // plunder, no soldier money
  EXPECT_EQ(s.of(p2).powers(), 1U);
  EXPECT_EQ(s.counters.holder(14), index(p2));
  EXPECT_EQ(s.phase, Phase::placement);
}

TEST(Spain, S7_PassMeansNever) {
  State s = start(empires(2, {"national"}));
  play(s, {"order p2", "nation spain", "nation italy"});
  while (is_chance(s)) play(s, options(s).front());
  play(s, "pass");
  EXPECT_EQ(s.phase, Phase::placement);
  EXPECT_EQ(s.discovered, 1U);
  EXPECT_EQ(s.of(p2).powers(), 0U);
}

TEST(France, S7_TakesOneGoodBeforeGoodsResolveTwice) {
  Position position = nation_game(Nation::france).shows(Good::fur).shows(Good::rice);
  State s = position.begin(Phase::goods);
  EXPECT_EQ(options(s), (Words{"pass", "use france"}));
  play(s, "use france");
  EXPECT_EQ(options(s), (Words{"take fur", "take rice"}));  // no pass any more
  play(s, "take rice");
  EXPECT_EQ(s.of(p1).good(Good::rice), 1U);
  EXPECT_EQ(s.of(p1).powers(), 1U);
  position.s.of(p1).use_power();
  position.s.of(p1).use_power();
  EXPECT_NE(position.begin(Phase::goods).node, Node::power);
}

TEST(France, S10_NothingOnShowOpensNoWindow) {
  EXPECT_NE(nation_game(Nation::france).begin(Phase::goods).node, Node::power);
}

TEST(Portugal, C10_ExploresTheDeckOnceAnAgeAgainstThree) {
  State s = nation_game(Nation::portugal, 4)
                .in_box(Box::discovery, p1, Worker::captain)
                .in_box(Box::discovery, p1, Worker::soldier)
                .begin(Phase::discovery);
  ASSERT_TRUE(offers(s, "explore deck"));
  ASSERT_TRUE(offers(s, "explore peru"));
  play(s, "explore deck");
  EXPECT_EQ(s.deck_ages(), 0b010U);
  play(s, {"send 1 captain", "send 1 soldier", "card circumnavigation"});
  EXPECT_EQ(s.cards.holder(14), index(p1));  // 6 natives printed, 3 met
  EXPECT_EQ(s.of(p1).money(), 8U + 3);
  const std::string trace = trace_of(s);
  EXPECT_NE(trace.find(R"("nation":"portugal","powers":1,"deck_ages":[2])"), std::string::npos)
      << trace;
}

TEST(Portugal, S7_OnceAnAgeAndOnlyWhileARegionIsUndiscovered) {
  Position position = nation_game(Nation::portugal, 4).in_box(Box::discovery, p1);
  Position spent = position;
  spent.s.spend_deck_age(Age::two);
  EXPECT_FALSE(offers(spent.begin(Phase::discovery), "explore deck"));
  Position earlier = position;
  earlier.s.spend_deck_age(Age::one);
  EXPECT_TRUE(offers(earlier.begin(Phase::discovery), "explore deck"));
  EXPECT_FALSE(offers(Position(empires(3, {"national"}), 4)
                          .nation(p2, Nation::portugal)
                          .in_box(Box::discovery, p1)
                          .begin(Phase::discovery),
                      "explore deck"));
}

TEST(Portugal, R24_OnceAllIsDiscoveredTheDeckHasItsPrintedResistance) {
  State s = nation_game(Nation::portugal, 8)
                .all_discovered()
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  play(s, {"explore deck", "send 3 colonist", "card circumnavigation"});
  EXPECT_EQ(s.cards.held_by(index(p1)), 0U);
  EXPECT_EQ(s.deck_ages(), 0U);
}

TEST(Portugal, S7_WithPlagueTheDeckMeetsTwo) {
  State s = nation_game(Nation::portugal, 8)
                .owns(p1, Tile::plague_1)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  play(s, {"explore deck", "send 2 colonist", "card china"});
  EXPECT_EQ(count_bits(s.cards.held_by(index(p1))), 1U);
}

TEST(Holland, S7_TakesTheShipOnceBeforeShippingResolves) {
  Position position = nation_game(Nation::holland).in_box(Box::shipping, p2, Worker::captain);
  State s = position.begin(Phase::shipping);
  ASSERT_EQ(options(s), (Words{"pass", "use holland"}));
  play(s, "use holland");
  EXPECT_EQ(s.of(p1).ships(), 1U);
  EXPECT_EQ(s.of(p2).ships(), 0U);
  EXPECT_EQ(s.of(p1).powers(), 1U);
  position.s.of(p1).use_power();
  EXPECT_NE(position.begin(Phase::shipping).node, Node::power);
}

TEST(Holland, S10_NoWindowWithoutAShip) {
  Position position = nation_game(Nation::holland);
  position.s.ship_on_show = 0;
  EXPECT_NE(position.begin(Phase::shipping).node, Node::power);
}

TEST(Italy, S7_PutsAWorkerInPlaceOfAnothers) {
  State s = nation_game(Nation::italy)
                .in_box(Box::captain, p2)
                .in_box(Box::soldier, p1)
                .begin(Phase::specialists);
  EXPECT_EQ(options(s), (Words{"pass", "replace captain captain", "replace captain colonist",
                               "replace captain merchant", "replace captain missionary",
                               "replace captain soldier"}));
  play(s, "replace captain colonist");
  EXPECT_EQ(s.of(p1).available()[Worker::captain], 1U);
  EXPECT_EQ(s.of(p2).available()[Worker::captain], 0U);
  EXPECT_TRUE(s.of(p2).outside().empty());
  EXPECT_EQ(s.of(p1).powers(), 1U);
}

TEST(Italy, S7_ActsTwice) {
  Position position = nation_game(Nation::italy).in_box(Box::captain, p2);
  position.s.of(p1).use_power();
  EXPECT_EQ(Position(position).begin(Phase::specialists).node, Node::power);
  position.s.of(p1).use_power();
  EXPECT_NE(position.begin(Phase::specialists).node, Node::power);
}

TEST(Italy, S10_BuildersOnlyWithTheirModule) {
  const State s = nation_game(Nation::italy, 8, {"builder", "national"})
                      .in_box(Box::builder, p2)
                      .begin(Phase::specialists);
  EXPECT_TRUE(offers(s, "replace builder builder"));
}

TEST(Italy, S10_NoWindowAmongItsOwnWorkers) {
  EXPECT_NE(nation_game(Nation::italy).in_box(Box::captain, p1).begin(Phase::specialists).node,
            Node::power);
}

}  // namespace
}  // namespace carrack::testing
