// RULES §4 B.6 discovery, §10 the party.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Discovery, S10_AnyUndiscoveredRegionOrPass) {
  const State s = Position(2).in_box(Box::discovery, p1).begin(Phase::discovery);
  EXPECT_EQ(options(s).size(), 9U);
  EXPECT_TRUE(offers(s, "explore peru"));
  EXPECT_TRUE(offers(s, "pass"));
  EXPECT_FALSE(offers(s, "explore caribbean"));
  EXPECT_FALSE(offers(s, "explore deck"));
}

TEST(Discovery, S4B6_InPlayerOrderWhoeverHasWorkersThere) {
  State s =
      Position(3).in_box(Box::discovery, p3).in_box(Box::discovery, p1).begin(Phase::discovery);
  EXPECT_EQ(s.actor, p1);
  play(s, "pass");
  EXPECT_EQ(s.actor, p3);
}

TEST(Discovery, S10_PartyByTypeInTheOrderCaptainSoldierMissionaryMerchantColonist) {
  State s = Position(2)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1, Worker::merchant)
                .in_box(Box::discovery, p1, Worker::missionary)
                .in_box(Box::discovery, p1, Worker::soldier)
                .in_box(Box::discovery, p1, Worker::captain)
                .begin(Phase::discovery);
  play(s, "explore peru");
  EXPECT_EQ(options(s), (std::vector<std::string>{"send 0 captain", "send 1 captain"}));
  play(s, "send 0 captain");
  EXPECT_TRUE(offers(s, "send 1 soldier"));
  play(s, "send 0 soldier");
  EXPECT_TRUE(offers(s, "send 1 missionary"));
  play(s, "send 0 missionary");
  EXPECT_TRUE(offers(s, "send 1 merchant"));
  play(s, "send 0 merchant");
  EXPECT_EQ(options(s), (std::vector<std::string>{"send 1 colonist", "send 2 colonist"}));
}

TEST(Discovery, S10_TheLastTypeMayStayOnceSomebodyGoes) {
  State s = Position(2)
                .in_box(Box::discovery, p1, Worker::captain)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  play(s, {"explore peru", "send 1 captain"});
  EXPECT_EQ(options(s), (std::vector<std::string>{"send 0 colonist", "send 1 colonist"}));
}

TEST(Discovery, S4B6_SuccessBringsCounterPlunderSoldierMoneyAndAColonist) {
  State s = Position(2)
                .in_box(Box::discovery, p1, Worker::soldier)
                .in_box(Box::discovery, p1, Worker::soldier)
                .in_box(Box::discovery, p1, Worker::captain)
                .in_box(Box::soldier, p2)
                .begin(Phase::discovery);
  play(s, {"explore peru", "send 1 captain", "send 2 soldier"});
  ASSERT_EQ(s.node, Node::expedition_counter);
  play(s, "counter 13");  // plunder 3, 4 a soldier, 4 natives: met by 2 + 1 + 1
  EXPECT_EQ(s.of(p1).money(), 3U + 2 * 4);
  EXPECT_EQ(s.counters.held_by(0), bit(13));
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 1U);
  EXPECT_TRUE(has_bit(s.discovered, index(region("peru"))));
  EXPECT_EQ(s.of(p1).outside().total(), 0U);
}

TEST(Discovery, S4B6_FailureLeavesTheCounterKnownToAll) {
  State s = Position(2)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p2)
                .in_box(Box::discovery, p2)
                .begin(Phase::discovery);
  play(s, {"explore peru", "counter 3"});  // two natives
  EXPECT_EQ(public_counter(s, region("peru")), 3);
  EXPECT_FALSE(has_bit(counter_bag(s), 3));
  EXPECT_FALSE(has_bit(s.discovered, index(region("peru"))));
  EXPECT_EQ(s.of(p1).outside().total(), 0U);  // the party has left nevertheless
  EXPECT_EQ(s.of(p1).money(), 0U);
  play(s, {"explore peru", "send 2 colonist"});  // known: no draw
  EXPECT_EQ(s.counters.held_by(1), bit(3));
  EXPECT_EQ(s.of(p2).civilians_in(region("peru")), 1U);
}

TEST(Discovery, S4B6_AMissedKnownCounterStaysWhereItIs) {
  State s =
      Position(2).knows_counter("peru", 15).in_box(Box::discovery, p1).begin(Phase::discovery);
  EXPECT_TRUE(offers(s, "explore peru"));  // even one too strong for the party
  play(s, "explore peru");
  EXPECT_EQ(public_counter(s, region("peru")), 15);
}

TEST(Discovery, S4B6_WorkersStayInTheBoxUntilTheyAreSent) {
  State s = Position(2)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .in_box(Box::soldier, p2)
                .begin(Phase::discovery);
  play(s, {"explore peru", "send 1 colonist", "counter 0"});
  EXPECT_EQ(s.of(p1).discovery()[Worker::colonist], 1U);
}

TEST(Discovery, S4B6_TheDeckWhenNoRegionIsUndiscovered) {
  State s = Position(2)
                .all_discovered()
                .in_box(Box::discovery, p1, Worker::captain)
                .in_box(Box::discovery, p1, Worker::soldier)
                .begin(Phase::discovery);
  EXPECT_EQ(options(s), (std::vector<std::string>{"explore deck", "pass"}));
  play(s, {"explore deck", "send 1 captain", "send 1 soldier"});
  ASSERT_EQ(s.node, Node::expedition_card);
  EXPECT_EQ(options(s).size(), 16U);
  play(s, "card great_lakes");
  EXPECT_EQ(s.of(p1).money(), 1U + 2);
  EXPECT_EQ(s.cards.held_by(0), bit(1));
}

TEST(Discovery, S4B6_ACardThatFailsGoesBackIntoTheDeck) {
  State s = Position(2).all_discovered().in_box(Box::discovery, p1).begin(Phase::discovery);
  play(s, {"explore deck", "card china"});
  EXPECT_EQ(count_bits(card_bag(s)), 16U);
  EXPECT_EQ(s.of(p1).money(), 0U);
}

TEST(Discovery, S4B6_ThePartyIsHomeBeforeTheColonistComes) {
  Position position(2);
  position.in_region(p1, "peru", Worker::colonist, 48).in_box(Box::discovery, p1);
  position.in_box(Box::soldier, p2);
  State s = position.begin(Phase::discovery);
  play(s, {"explore brazil", "counter 0"});
  EXPECT_EQ(s.of(p1).civilians_in(region("brazil")), 1U);
}

TEST(Discovery, S4B6_WithoutTargetWorkersWait) {
  Position position(2);
  position.all_discovered().in_box(Box::discovery, p1);
  for (unsigned card = 0; card < kCards; ++card) position.s.cards.assign(card, 1);
  const State s = position.begin(Phase::discovery);
  EXPECT_NE(s.phase, Phase::discovery);
  EXPECT_EQ(s.of(p1).discovery()[Worker::colonist], 1U);
}

}  // namespace
}  // namespace carrack::testing
