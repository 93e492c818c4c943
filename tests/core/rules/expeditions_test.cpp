// RULES §4 B.6: counters and cards met, payments, parties.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Sends all of p1's workers in the box to `target`.
State send_all(Position& position, std::string_view target) {
  State s = position.begin(Phase::discovery);
  play(s, target);
  while (s.node == Node::send) apply(s, legal(s)[legal(s).size() - 1]);
  return s;
}
Position party(std::initializer_list<std::pair<Worker, unsigned>> workers) {
  Position position(2);
  for (const auto& [type, n] : workers) {
    for (unsigned i = 0; i < n; ++i) position.in_box(Box::discovery, p1, type);
  }
  return position;
}

TEST(Discovery, S4B6_EveryCounterIsMetByItsNativesNumberAndNoLess) {
  for (unsigned counter = 0; counter < kCounters; ++counter) {
    const unsigned natives = catalogue::kCounterRows[counter].natives;
    for (unsigned strength = 1; strength <= natives; ++strength) {
      for (const unsigned captains : {0U, strength / 2}) {
        Position position =
            party({{Worker::captain, captains}, {Worker::colonist, strength - 2 * captains}});
        position.knows_counter("peru", counter);
        const State s = send_all(position, "explore peru");
        EXPECT_EQ(s.counters.held_by(0) == bit(counter), strength == natives) << counter;
      }
    }
  }
}

TEST(Discovery, S4B6_AllButTheCaptainCountOne) {
  for (const unsigned counter : {5U, 11U}) {  // three natives, four natives
    Position position =
        party({{Worker::soldier, 1}, {Worker::merchant, 1}, {Worker::missionary, 1}});
    position.knows_counter("peru", counter);
    EXPECT_EQ(send_all(position, "explore peru").counters.held_by(0) != 0, counter == 5);
  }
}

TEST(Discovery, S4B6_EveryCardPaysPlunderAndSoldiersButBringsNoColonist) {
  for (unsigned card = 0; card < kCards; ++card) {
    const Discovery met = catalogue::kCardRows[card].discovery;
    for (unsigned soldiers = 1; soldiers <= met.natives; ++soldiers) {
      Position position = party({{Worker::soldier, soldiers}});
      position.all_discovered();
      State s = send_all(position, "explore deck");
      apply(s, Action(Verb::card, card));
      const bool won = soldiers == met.natives;
      EXPECT_EQ(s.cards.held_by(0), won ? bit(card) : 0);
      EXPECT_EQ(s.of(p1).money(), won ? met.plunder + met.per_soldier * soldiers : 0U);
      EXPECT_EQ(s.of(p1).colonies(), 0U);
    }
  }
}

TEST(Discovery, S4B6_OnlySoldiersSentArePaid) {
  State s = party({{Worker::captain, 1}, {Worker::soldier, 3}}).begin(Phase::discovery);
  play(s, {"explore peru", "send 1 captain", "send 1 soldier", "counter 5"});
  EXPECT_EQ(s.of(p1).money(), 2U + 4);
  EXPECT_EQ(s.of(p1).discovery()[Worker::soldier], 2U);
}

TEST(Discovery, S4B6_OneExpeditionATurn) {
  State s = party({{Worker::colonist, 3}}).in_box(Box::discovery, p2).begin(Phase::discovery);
  play(s, {"explore peru", "send 1 colonist", "counter 0"});
  EXPECT_EQ(s.actor, p2);
  play(s, "pass");
  EXPECT_NE(s.phase, Phase::discovery);
}

TEST(Discovery, S4B6_WhoDeclinesKeepsTheWorkersInTheBox) {
  State s = party({{Worker::colonist, 2}}).begin(Phase::discovery);
  play(s, "pass");
  EXPECT_EQ(s.of(p1).discovery()[Worker::colonist], 2U);
}

TEST(Discovery, S10_TheLastOneMustGoWhenNobodyElseDoes) {
  State s = party({{Worker::captain, 1}, {Worker::colonist, 1}}).begin(Phase::discovery);
  play(s, {"explore peru", "send 0 captain"});
  ASSERT_EQ(s.node, Node::expedition_counter);  // the colonist was not asked
  EXPECT_EQ(s.of(p1).discovery()[Worker::colonist], 0U);
  EXPECT_EQ(s.of(p1).discovery()[Worker::captain], 1U);
}

TEST(Discovery, S2_AKnownCounterIsInNoOtherRegion) {
  Position position = party({{Worker::colonist, 1}});
  State s = position.knows_counter("peru", 3).begin(Phase::discovery);
  play(s, "explore brazil");
  EXPECT_EQ(chance_total(s), 15U);
  EXPECT_FALSE(offers(s, "counter 3"));
}

TEST(Discovery, S10_TheDeckOpensWithTheLastRegion) {
  Position position(2);
  position.all_discovered().in_box(Box::discovery, p1).in_box(Box::discovery, p2);
  position.s.discovered = static_cast<u16>(position.s.discovered & ~bit(index(region("peru"))));
  State s = position.begin(Phase::discovery);
  EXPECT_EQ(options(s), (std::vector<std::string>{"explore peru", "pass"}));
  play(s, {"explore peru", "counter 0"});
  EXPECT_EQ(options(s), (std::vector<std::string>{"explore deck", "pass"}));
}

TEST(Discovery, S2_TheDeckHoldsTheCardsThatNobodyHas) {
  Position position = party({{Worker::colonist, 1}});
  position.all_discovered();
  for (unsigned card = 0; card < 14; ++card) position.s.cards.assign(card, 1);
  State s = position.begin(Phase::discovery);
  play(s, "explore deck");
  EXPECT_EQ(options(s), (std::vector<std::string>{"card china", "card circumnavigation"}));
}

TEST(Discovery, R12_NoColonistInTheNewRegionWithoutAPiece) {
  Position position(2);
  position.in_region(p1, "peru", Worker::colonist, 49).in_box(Box::discovery, p1, Worker::soldier);
  State s = position.begin(Phase::discovery);
  play(s, {"explore brazil", "counter 0"});
  EXPECT_EQ(s.counters.held_by(0), bit(0));
  EXPECT_TRUE(has_bit(s.discovered, index(region("brazil"))));
  EXPECT_EQ(s.of(p1).workers_in(region("brazil")), 0U);
}

}  // namespace
}  // namespace carrack::testing
