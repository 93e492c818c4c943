// RULES §4 B.7, §10: specialist spaces and training.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Specialists, S4B7_EachSpaceBringsItsOwnerItsType) {
  const std::array<std::pair<Box, Worker>, 4> spaces{{{Box::captain, Worker::captain},
                                                      {Box::merchant, Worker::merchant},
                                                      {Box::missionary, Worker::missionary},
                                                      {Box::soldier, Worker::soldier}}};
  for (const auto& [box, type] : spaces) {
    const State s = Position(3, 8).in_box(box, p2).begin(Phase::specialists);
    EXPECT_EQ(s.of(p2).available()[type], 1U);
    EXPECT_EQ(s.of(p2).outside()[Worker::colonist], 0U);  // the colonist went home
    EXPECT_EQ(s.of(p2).outside().total(), 1U);
    EXPECT_TRUE(s.of(p1).available().empty());
    EXPECT_TRUE(s.of(p3).available().empty());
  }
}

TEST(Specialists, S4B7_ASpecialistIsPlacedInTheNextTurn) {
  State s = Position(2).in_box(Box::captain, p1).begin(Phase::specialists);
  resolve_chance(s);
  ASSERT_EQ(s.turn, 2);
  EXPECT_TRUE(offers(s, "place captain discovery"));
}

TEST(Specialists, S4B7_TrainingCostsFiveDollars) {
  State s = Position(2).money(p1, 7).in_box(Box::training, p1).begin(Phase::specialists);
  play(s, "train soldier");
  EXPECT_EQ(s.of(p1).money(), 2U);
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 1U);
  EXPECT_EQ(s.of(p1).outside().total(), 1U);
}

TEST(Specialists, S4B7_TrainingMayBeDeclinedForNothing) {
  State s = Position(2, 8).money(p1, 7).in_box(Box::training, p1).begin(Phase::specialists);
  play(s, "pass");
  EXPECT_EQ(s.of(p1).money(), 7U);
  EXPECT_EQ(s.of(p1).outside().total(), 0U);
}

TEST(Specialists, R18_TrainingComesAfterTheOtherSpaces) {
  const State s = Position(2)
                      .money(p1, 5)
                      .available(p1, Worker::captain, 4)
                      .in_box(Box::training, p1)
                      .in_box(Box::captain, p1)
                      .begin(Phase::specialists);
  EXPECT_FALSE(offers(s, "train captain"));  // the fifth came just before
}

TEST(Specialists, S6_RoomForWhoBecomesACivilianEndsAtFortyNine) {
  const State s = Position(2)
                      .money(p1, 5)
                      .in_region(p1, "peru", Worker::colonist, 49)
                      .in_box(Box::training, p1, Worker::soldier)
                      .begin(Phase::specialists);
  EXPECT_EQ(options(s), (std::vector<std::string>{"pass", "train soldier"}));
}

TEST(Specialists, S10_NothingToTrainIsNoDecision) {
  const State s = Position(2)
                      .money(p1, 5)
                      .in_region(p1, "peru", Worker::colonist, 49)
                      .in_region(p1, "peru", Worker::soldier, 10)
                      .begin(Phase::specialists);
  EXPECT_NE(s.node, Node::train);
  EXPECT_EQ(s.of(p1).money(), 5U);
}

TEST(Specialists, R18_CaptainMerchantMissionarySoldierThenTraining) {
  State s = Position(2)
                .money(p2, 5)
                .in_box(Box::training, p2)
                .in_box(Box::captain, p1)
                .in_box(Box::merchant, p1)
                .in_box(Box::missionary, p1)
                .in_box(Box::soldier, p1)
                .begin(Phase::specialists);
  for (const Worker w : {Worker::captain, Worker::merchant, Worker::missionary, Worker::soldier}) {
    EXPECT_EQ(s.of(p1).available()[w], 1U);
  }
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 0U);
  EXPECT_EQ(options(s), (std::vector<std::string>{"pass", "train captain", "train merchant",
                                                  "train missionary", "train soldier"}));
  play(s, "train missionary");
  EXPECT_EQ(s.of(p2).money(), 0U);
  EXPECT_EQ(s.of(p2).available()[Worker::missionary], 1U);
}

TEST(Specialists, S10_NoTrainingWithoutFiveDollars) {
  const State s = Position(2).money(p2, 4).in_box(Box::training, p2).begin(Phase::specialists);
  EXPECT_NE(s.node, Node::train);
}

TEST(Specialists, S6_ASpecialistWithoutAPieceIsNotReceivedNorOffered) {
  State s = Position(2)
                .money(p1, 5)
                .available(p1, Worker::captain, 5)
                .in_box(Box::captain, p1)
                .in_box(Box::training, p1)
                .begin(Phase::specialists);
  EXPECT_EQ(s.of(p1).available()[Worker::captain], 5U);
  EXPECT_FALSE(offers(s, "train captain"));
  EXPECT_TRUE(offers(s, "train merchant"));
}

TEST(Specialists, S11_TheActingCaptainLeavesRoomForTheNext) {
  State s = Position(2)
                .money(p1, 5)
                .available(p1, Worker::captain, 4)
                .in_box(Box::training, p1, Worker::captain)
                .begin(Phase::specialists);
  EXPECT_TRUE(offers(s, "train captain"));  // for room the trainer counts as home
}

}  // namespace
}  // namespace carrack::testing
