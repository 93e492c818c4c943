// RULES §5 university, §10 windows before a box.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

Position owner(unsigned players = 3) {
  Position position(players, 4);
  position.owns(p2, Tile::university).discovered("peru");
  return position;
}

TEST(University, S5_MovesTheLastWorkerOfATypeOnTheDockToTheFront) {
  State s = owner()
                .in_box(Box::dock, p1)
                .in_box(Box::dock, p2)
                .in_box(Box::dock, p3)
                .in_box(Box::dock, p2, Worker::soldier)
                .begin(Phase::dock);
  EXPECT_EQ(s.phase, Phase::dock);
  EXPECT_EQ(options(s),
            (std::vector<std::string>{"first dock colonist", "first dock soldier", "pass"}));
  play(s, "first dock soldier");
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.dock[0], Slot(p2, Worker::soldier));
  EXPECT_EQ(s.dock[1], Slot(p1, Worker::colonist));
  EXPECT_EQ(s.dock[2], Slot(p2, Worker::colonist));
  EXPECT_EQ(s.dock[3], Slot(p3, Worker::colonist));
}

TEST(University, S10_AMoveAmongOwnLikeWorkersIsOffered) {
  const State s = owner().in_box(Box::dock, p2).in_box(Box::dock, p2).begin(Phase::dock);
  EXPECT_EQ(options(s), (std::vector<std::string>{"first dock colonist", "pass"}));
}

TEST(University, S5_DecliningKeepsItForALaterBox) {
  State s = owner()
                .in_box(Box::dock, p1)
                .in_box(Box::dock, p2)
                .in_box(Box::buildings, p1)
                .in_box(Box::buildings, p2)
                .begin(Phase::dock);
  play(s, {"pass", "land peru", "land caribbean"});
  EXPECT_EQ(s.phase, Phase::buildings);
  EXPECT_EQ(options(s), (std::vector<std::string>{"first buildings colonist", "pass"}));
}

TEST(University, S5_IsUsedOnce) {
  State s = owner()
                .in_box(Box::dock, p1)
                .in_box(Box::dock, p2)
                .in_box(Box::buildings, p1)
                .in_box(Box::buildings, p2)
                .begin(Phase::dock);
  play(s, {"first dock colonist", "land peru", "land peru"});
  EXPECT_NE(s.node, Node::university);
}

TEST(University, S10_NoWindowForAWorkerThatStandsFirstAlready) {
  const State s = owner().in_box(Box::dock, p2).in_box(Box::dock, p1).begin(Phase::dock);
  EXPECT_EQ(s.node, Node::land);
}

TEST(University, R9_XAndYAreOutOfReach) {
  const State s = owner().on_letter(dock::kX, p2).begin(Phase::dock);
  EXPECT_EQ(s.node, Node::land);
}

TEST(University, S10_FirstInitiativeMovesTheOwnerToPlaceOne) {
  State s = owner()
                .in_box(Box::initiative, p1)
                .in_box(Box::initiative, p3)
                .in_box(Box::initiative, p2)
                .in_box(Box::dock, p1)
                .begin(Phase::initiative);
  EXPECT_EQ(options(s), (std::vector<std::string>{"first initiative", "pass"}));
  play(s, "first initiative");
  EXPECT_EQ(s.of(p2).money(), 1U);
  EXPECT_EQ(s.of(p1).money(), 2U);
  EXPECT_EQ(s.of(p3).money(), 3U);
}

TEST(University, S10_FirstOrderComesBeforeTheFirstPlacementOfATurn) {
  State s = owner()
                .available(p1, Worker::colonist)
                .available(p2, Worker::colonist)
                .begin(Phase::placement);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(options(s), (std::vector<std::string>{"first order", "pass"}));
  play(s, "first order");
  EXPECT_EQ(s.in_place(0), p2);
  EXPECT_EQ(s.in_place(1), p1);
  EXPECT_EQ(s.in_place(2), p3);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.node, Node::place);
}

TEST(University, S1_In2007ItDoesNotReachGoodsOrWarfare) {
  State s = owner()
                .shows(Good::rice)
                .shows(Good::fish)
                .in_box(Box::goods, p1)
                .in_box(Box::goods, p2)
                .begin(Phase::goods);
  EXPECT_EQ(s.node, Node::take);
}

}  // namespace
}  // namespace carrack::testing
