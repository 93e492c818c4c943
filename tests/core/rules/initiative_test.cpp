// RULES §4 B.1 the initiative box, §4 E the new player order.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Goes through the refresh to the next placement.
State next_turn(Position position) {
  State s = position.begin(Phase::refresh);
  resolve_chance(s);
  EXPECT_EQ(s.phase, Phase::placement);
  return s;
}

TEST(Initiative, S4B1_OnlyThoseInTheBoxArePaidByTheirPlaceThere) {
  const State s = Position(5)
                      .money(p1, 7)
                      .in_box(Box::initiative, p5)
                      .in_box(Box::initiative, p2, Worker::captain)
                      .begin(Phase::initiative);
  EXPECT_EQ(s.of(p5).money(), 1U);
  EXPECT_EQ(s.of(p2).money(), 2U);  // whatever its type
  EXPECT_EQ(s.of(p1).money(), 7U);
  EXPECT_EQ(s.of(p3).money(), 0U);
  EXPECT_EQ(s.of(p4).money(), 0U);
}

TEST(Initiative, S4B1_TheFifthBringsFiveDollars) {
  Position position(5);
  for (const Player p : {p3, p1, p5, p2, p4}) position.in_box(Box::initiative, p);
  EXPECT_EQ(position.begin(Phase::initiative).of(p4).money(), 5U);
}

TEST(Initiative, S4B1_TheMoneyIsThereBeforeTheBuildings) {
  State s = Position(2)
                .money(p1, 9)
                .in_box(Box::initiative, p1)
                .in_box(Box::buildings, p1)
                .shows(Tile::settlers)
                .begin(Phase::initiative);
  EXPECT_EQ(s.phase, Phase::buildings);
  play(s, "buy settlers");
  EXPECT_EQ(s.of(p1).money(), 0U);
}

// Red, blue, green and orange; green took space 1, orange space 2.
TEST(Initiative, S4E_TheNewOrderOfTheRulebooksExample) {
  EXPECT_EQ(
      order_of(next_turn(Position(4, 2).in_box(Box::initiative, p3).in_box(Box::initiative, p4))),
      (std::vector<Player>{p3, p4, p1, p2}));
}

TEST(Initiative, S4E_WithNobodyInTheBoxTheOrderStays) {
  Position position(3, 2);
  position.order({p3, p1, p2});
  EXPECT_EQ(order_of(next_turn(position)), (std::vector<Player>{p3, p1, p2}));
}

TEST(Initiative, S4E_WithEverybodyInTheBoxItIsTheOrder) {
  Position position(5, 2);
  for (const Player p : {p4, p2, p5, p1, p3}) position.in_box(Box::initiative, p);
  const State s = next_turn(position);
  EXPECT_EQ(order_of(s), (std::vector<Player>{p4, p2, p5, p1, p3}));
  EXPECT_EQ(s.actor, p4);
}

TEST(Initiative, S4E_TheRestKeepTheirOldOrderNotTheirSeats) {
  Position position(4, 2);
  position.order({p3, p4, p2, p1});
  EXPECT_EQ(order_of(next_turn(position.in_box(Box::initiative, p2))),
            (std::vector<Player>{p2, p3, p4, p1}));
}

TEST(Initiative, S4E_TheBoxIsEmptyAgainAndOpenToAll) {
  State s = next_turn(Position(2, 2).in_box(Box::initiative, p2));
  EXPECT_EQ(s.in_initiative, 0);
  EXPECT_TRUE(s.initiative_box[0].empty());
  EXPECT_TRUE(offers(s, "place colonist initiative"));
  play(s, "place colonist initiative");
  EXPECT_TRUE(offers(s, "place colonist initiative"));
}

TEST(Initiative, S4B_WorkersInTheBoxAreAwayWhenTheColonistsCome) {
  const State s =
      next_turn(Position(2, 2).available(p1, Worker::colonist, 24).in_box(Box::initiative, p1));
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 28U);  // of 29, one was in the box
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 28U);
}

TEST(Initiative, S11_AfterTurnEightTheBoxStaysAsItIs) {
  const State s = Position(2, 8).in_box(Box::initiative, p2).begin(Phase::benefits);
  ASSERT_TRUE(is_over(s));
  EXPECT_EQ(s.in_place(0), p1);
  EXPECT_EQ(s.initiative_box[0], Slot(p2, Worker::colonist));
}

TEST(Initiative, S4B1_TheKthWorkerBringsKDollars) {
  const State s = Position(3)
                      .in_box(Box::initiative, p2)
                      .in_box(Box::initiative, p1)
                      .in_box(Box::initiative, p3)
                      .in_region(p1, "peru", Worker::colonist)
                      .in_box(Box::dock, p1)
                      .begin(Phase::initiative);
  EXPECT_EQ(s.of(p2).money(), 1U);
  EXPECT_EQ(s.of(p1).money(), 2U);
  EXPECT_EQ(s.of(p3).money(), 3U);
  EXPECT_EQ(s.phase, Phase::dock);
}

TEST(Initiative, S4B_WorkersInTheBoxCountAsOutsideUntilTheNewOrder) {
  State s = Position(2)
                .in_box(Box::initiative, p2)
                .discovered("peru")
                .in_box(Box::dock, p1)
                .begin(Phase::initiative);
  EXPECT_EQ(s.of(p2).outside()[Worker::colonist], 1U);
  EXPECT_EQ(s.initiative_box[0], Slot(p2, Worker::colonist));
}

TEST(Initiative, S4E_TheBoxMakesTheNewOrderThenTheRestInTheirOldOne) {
  Position position(4);
  position.in_box(Box::initiative, p3).in_box(Box::initiative, p2);
  initiative::reorder(position.s);
  const State& s = position.s;
  EXPECT_EQ(s.in_place(0), p3);
  EXPECT_EQ(s.in_place(1), p2);
  EXPECT_EQ(s.in_place(2), p1);
  EXPECT_EQ(s.in_place(3), p4);
  EXPECT_EQ(s.of(p3).outside()[Worker::colonist], 0U);
  EXPECT_TRUE(s.initiative_box[0].empty());
}

}  // namespace
}  // namespace carrack::testing
