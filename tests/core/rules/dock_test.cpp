// RULES §4 B.2 landing; §6 pieces.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Dock, S4B2_SpacesInOrderThenXThenY) {
  State s = Position(3)
                .discovered("peru")
                .on_letter(dock::kY, p1)
                .on_letter(dock::kX, p2)
                .in_box(Box::dock, p3)
                .begin(Phase::dock);
  EXPECT_EQ(s.actor, p3);
  play(s, "land peru");
  EXPECT_EQ(s.actor, p2);
  play(s, "land peru");
  EXPECT_EQ(s.actor, p1);
}

TEST(Dock, S10_AnyDiscoveredRegionAndNoPass) {
  const State s = Position(2).discovered("peru").in_box(Box::dock, p1).begin(Phase::dock);
  EXPECT_EQ(options(s), (std::vector<std::string>{"land caribbean", "land peru"}));
}

TEST(Dock, S10_OnlyOneDiscoveredRegionIsNoDecision) {
  const State s = Position(2).in_box(Box::dock, p1).begin(Phase::dock);
  EXPECT_NE(s.phase, Phase::dock);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 1U);
}

TEST(Dock, S4B2_AMerchantBringsFiveDollars) {
  const State s = Position(2).in_box(Box::dock, p1, Worker::merchant).begin(Phase::dock);
  EXPECT_EQ(s.of(p1).money(), 5U);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 1U);  // §6: it becomes a civilian
}

TEST(Dock, S4B2_AMissionaryBringsAColonist) {
  const State s = Position(2).in_box(Box::dock, p1, Worker::missionary).begin(Phase::dock);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 2U);
}

TEST(Dock, S5_WithTheCathedralAMissionaryBringsTwo) {
  const State s = Position(2)
                      .owns(p1, Tile::cathedral)
                      .in_box(Box::dock, p1, Worker::missionary)
                      .in_box(Box::dock, p2, Worker::missionary)
                      .begin(Phase::dock);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 3U);
  EXPECT_EQ(s.of(p2).civilians_in(region("caribbean")), 2U);
}

TEST(Dock, S6_SoldiersStaySoldiers) {
  const State s = Position(2).in_box(Box::dock, p1, Worker::soldier).begin(Phase::dock);
  EXPECT_EQ(s.of(p1).soldiers_in(region("caribbean")), 1U);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 0U);
}

TEST(Dock, R4_TheFirstPlayerToReachThreeTakesTheRegionsGood) {
  State s = Position(2)
                .in_region(p1, "peru", Worker::colonist, 2)
                .in_region(p2, "peru", Worker::colonist, 2)
                .in_box(Box::dock, p2)
                .in_box(Box::dock, p1)
                .begin(Phase::dock);
  play(s, "land peru");
  EXPECT_EQ(s.of(p2).good(Good::silver), 1U);
  EXPECT_FALSE(has_bit(s.region_tokens, index(region("peru"))));
  play(s, "land peru");
  EXPECT_EQ(s.of(p1).good(Good::silver), 0U);
}

TEST(Dock, R4_TheThirdMayComeWithAMissionary) {
  const State s = Position(2)
                      .in_region(p1, "caribbean", Worker::soldier)
                      .in_box(Box::dock, p1, Worker::missionary)
                      .begin(Phase::dock);
  EXPECT_EQ(s.of(p1).good(Good::sugar), 1U);
}

TEST(Dock, S6_NoColonistComesWhenTheCiviliansAreAllInPlay) {
  Position position(2);
  position.in_region(p1, "peru", Worker::colonist, 48).in_box(Box::dock, p1, Worker::missionary);
  State s = position.begin(Phase::dock);
  play(s, "land peru");
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 49U);
}

}  // namespace
}  // namespace carrack::testing
