// RULES §4 B.8 warfare, §10 battle, war and kill.
#include "tests/core/rules/war.hpp"

namespace carrack::testing {
namespace {

TEST(Warfare, S10_EveryRegionAndPlayerWithWorkersOfBothAndASoldier) {
  const State s = at_war(3)
                      .money(p1, 10)
                      .in_region(p1, "peru", Worker::soldier)
                      .in_region(p2, "peru", Worker::colonist)
                      .in_region(p1, "brazil", Worker::colonist)
                      .in_region(p3, "brazil", Worker::soldier)
                      .in_region(p1, "florida", Worker::colonist)
                      .in_region(p2, "florida", Worker::colonist)
                      .begin(Phase::warfare);
  EXPECT_EQ(options(s), (std::vector<std::string>{"battle brazil p3", "battle peru p2", "pass",
                                                  "war p2", "war p3"}));
}

TEST(Warfare, R5_TheDefendersSoldierIsEnough) {
  const State s = at_war()
                      .in_region(p1, "peru", Worker::colonist)
                      .in_region(p2, "peru", Worker::soldier)
                      .begin(Phase::warfare);
  EXPECT_TRUE(offers(s, "battle peru p2"));
}

TEST(Warfare, R5_AMilitiaSoldierAloneStartsNoBattle) {
  const State s = at_war()
                      .money(p1, 20)
                      .owns(p2, Tile::militia)
                      .in_region(p1, "peru", Worker::colonist)
                      .in_region(p2, "peru", Worker::colonist)
                      .begin(Phase::warfare);
  EXPECT_NE(s.phase, Phase::warfare);
}

TEST(Warfare, R6_R22_WarOnlyWhereSomeRegionQualifies) {
  const State s = at_war()
                      .money(p1, 20)
                      .in_region(p1, "peru", Worker::soldier)
                      .in_region(p2, "brazil", Worker::soldier)
                      .begin(Phase::warfare);
  EXPECT_NE(s.phase, Phase::warfare);
}

TEST(Warfare, S4B8_WarCostsTenDollars) {
  Position poor = at_war();
  poor.money(p1, 9).in_region(p1, "peru", Worker::soldier).in_region(p2, "peru", Worker::colonist);
  EXPECT_FALSE(offers(poor.begin(Phase::warfare), "war p2"));
  Position rich = at_war();
  rich.money(p1, 12).in_region(p1, "peru", Worker::soldier).in_region(p2, "peru", Worker::colonist);
  State s = rich.begin(Phase::warfare);
  play(s, "war p2");
  EXPECT_EQ(s.of(p1).money(), 2U);
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 0U);
}

TEST(Warfare, R19_MayBeDeclined) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier)
                .in_region(p2, "peru", Worker::colonist)
                .begin(Phase::warfare);
  play(s, "pass");
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 1U);
}

TEST(Warfare, S4B8_EachSoldierRemovesOneOfTheOwnersChoice) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 2)
                .in_region(p2, "peru", Worker::colonist, 2)
                .in_region(p2, "peru", Worker::soldier, 1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.actor, p1);
  // Two are due: a soldier first would leave nobody behind it, so a colonist is forced.
  EXPECT_EQ(options(s), (std::vector<std::string>{"kill colonist", "kill soldier"}));
  play(s, "kill soldier");
  // p2's soldier struck too: p1 had nothing but soldiers to lose.
  EXPECT_EQ(s.of(p2).civilians_in(region("peru")), 1U);
  EXPECT_EQ(s.of(p2).soldiers_in(region("peru")), 0U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 1U);
}

TEST(Warfare, S10_OnlyPicksThatLeaveEnoughBehind) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 3)
                .in_region(p2, "peru", Worker::colonist, 3)
                .in_region(p2, "peru", Worker::soldier, 1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  // Three are due of 3 + 1: two colonists are forced, then it is a colonist or the soldier.
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(warfare::Battle::of(s).due, 1U);
  EXPECT_EQ(options(s), (std::vector<std::string>{"kill colonist", "kill soldier"}));
}

TEST(Warfare, S4B8_CasualtiesAreLimitedByTheWorkersThere) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 4)
                .in_region(p2, "peru", Worker::colonist, 1)
                .in_box(Box::warfare, p1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 0U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 4U);
}

TEST(Warfare, S4B8_BothSidesAreRemovedAtOnce) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::soldier, 1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.of(p1).workers_in(region("peru")), 0U);
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 0U);
}

TEST(Warfare, S4B8_TheDefenderPicksAfterTheAttacker) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p1, "peru", Worker::colonist, 1)
                .in_region(p2, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::colonist, 1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.actor, p1);
  play(s, "kill soldier");
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.of(p2).soldiers_in(region("peru")), 1U);  // not removed yet
  play(s, "kill colonist");
  EXPECT_EQ(s.of(p2).soldiers_in(region("peru")), 0U);
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 0U);
}

TEST(Warfare, S4B8_TheMilitiaStrikesAndCanBePickedAtNoCost) {
  State s = at_war()
                .owns(p2, Tile::militia)
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::colonist, 1)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(options(s), (std::vector<std::string>{"kill colonist", "kill militia"}));
  play(s, "kill militia");
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 1U);
  EXPECT_EQ(s.of(p1).workers_in(region("peru")), 0U);  // the militia struck
}

TEST(Warfare, S4B8_TheAttackersMilitiaStaysAtHome) {
  State s = at_war()
                .owns(p1, Tile::militia)
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::colonist, 3)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 2U);
}

TEST(Warfare, S4B8_AWarIsFoughtInEveryRegionThatQualifiesInOrder) {
  State s = at_war()
                .money(p1, 10)
                .in_region(p1, "brazil", Worker::soldier, 1)
                .in_region(p2, "brazil", Worker::colonist, 1)
                .in_region(p2, "brazil", Worker::soldier, 1)
                .in_region(p1, "florida", Worker::soldier, 1)
                .in_region(p2, "florida", Worker::colonist, 1)
                .in_region(p2, "florida", Worker::soldier, 1)
                .in_region(p1, "peru", Worker::colonist, 1)
                .in_region(p2, "peru", Worker::colonist, 1)
                .begin(Phase::warfare);
  play(s, "war p2");
  EXPECT_EQ(warfare::Battle::of(s).region, region("florida"));
  EXPECT_EQ(s.of(p1).money(), 0U);
  play(s, "kill colonist");
  EXPECT_EQ(warfare::Battle::of(s).region, region("brazil"));
  EXPECT_EQ(s.of(p1).soldiers_in(region("florida")), 0U);
  play(s, "kill soldier");
  EXPECT_EQ(s.of(p2).workers_in(region("brazil")), 1U);
  EXPECT_EQ(s.of(p2).workers_in(region("florida")), 1U);
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 1U);  // no soldier there
}

}  // namespace
}  // namespace carrack::testing
