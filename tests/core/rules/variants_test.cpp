// RULES §8 without scouting, and changes of the builder module in the boxes (§4, §6).
#include "core/game/knowledge.hpp"
#include "core/tools/perft.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(Builder, S4B7_HasASpaceOfItsOwn) {
  State s = perft_start(empires(4, {"builder"}));
  EXPECT_TRUE(offers(s, "place colonist builder"));
  EXPECT_FALSE(offers(perft_start(empires(4)), "place colonist builder"));
  State resolved =
      Position(empires(2, {"builder"}), 8).in_box(Box::builder, p1).begin(Phase::specialists);
  EXPECT_EQ(resolved.of(p1).available()[Worker::builder], 1U);
}

TEST(Builder, S4B5_PaysFiveLessAndNothingForSpoils) {
  State s = Position(empires(2, {"builder"}))
                .money(p1, 5)
                .shows(Tile::settlers)
                .shows(Tile::spoils_ship)
                .in_box(Box::buildings, p1, Worker::builder)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  EXPECT_EQ(options(s), (Words{"buy settlers", "buy spoils_ship", "pass"}));
  State free = s;
  play(free, "buy spoils_ship");
  EXPECT_EQ(free.of(p1).money(), 5U);
  EXPECT_FALSE(offers(free, "buy settlers"));  // a colonist pays all
  play(s, "buy settlers");
  EXPECT_EQ(s.of(p1).money(), 0U);
}

TEST(Builder, S4B8_SendOrderIsCaptainSoldierBuilder) {
  State s = Position(empires(2, {"builder"}))
                .in_box(Box::discovery, p1, Worker::builder)
                .in_box(Box::discovery, p1, Worker::soldier)
                .in_box(Box::discovery, p1, Worker::colonist)
                .begin(Phase::discovery);
  play(s, "explore peru");
  EXPECT_TRUE(offers(s, "send 1 soldier"));
  play(s, "send 0 soldier");
  EXPECT_TRUE(offers(s, "send 1 builder"));
  play(s, "send 0 builder");
  EXPECT_TRUE(is_chance(s));  // the colonist must go
}

TEST(Builder, R21_MissionariesStayMissionariesInRegions) {
  for (const bool with : {false, true}) {
    State s = Position(empires(2, with ? Words{"builder"} : Words{}))
                  .discovered("peru")
                  .in_box(Box::dock, p1, Worker::missionary)
                  .begin(Phase::dock);
    play(s, "land peru");
    EXPECT_EQ(s.of(p1).missionaries_in(region("peru")), with ? 1U : 0U);
    EXPECT_EQ(s.of(p1).civilians_in(region("peru")), with ? 1U : 2U);
  }
}

std::array<u16, kMaxPlayers> scored(Position position) { return scoring::colony_vp(position.s); }

Position four() { return Position(empires(4, {"builder"})); }

TEST(Builder, S4G_TheFirstExampleOfTheRulebook) {
  const auto vp = scored(four()
                             .in_region(p1, "new_france", Worker::colonist, 4)
                             .in_region(p1, "new_france", Worker::builder, 1)
                             .in_region(p2, "new_france", Worker::colonist, 2)
                             .in_region(p2, "new_france", Worker::builder, 2));
  EXPECT_EQ(vp[0], 18U);
  EXPECT_EQ(vp[1], 8U);
}

TEST(Builder, S4G_TheSecondExampleTwoTiedForMost) {
  const auto vp = scored(four()
                             .in_region(p1, "virginia", Worker::builder, 1)
                             .in_region(p2, "virginia", Worker::colonist, 3)
                             .in_region(p2, "virginia", Worker::builder, 2)
                             .in_region(p3, "virginia", Worker::colonist, 5)
                             .in_region(p4, "virginia", Worker::colonist, 2));
  EXPECT_EQ(vp, (std::array<u16, kMaxPlayers>{0, 14, 14, 6}));
}

TEST(Builder, S4G_TheSecondExampleWithTwoTiedForSecond) {
  const auto vp = scored(four()
                             .in_region(p1, "virginia", Worker::builder, 1)
                             .in_region(p2, "virginia", Worker::builder, 2)
                             .in_region(p3, "virginia", Worker::colonist, 5)
                             .in_region(p4, "virginia", Worker::colonist, 2));
  EXPECT_EQ(vp, (std::array<u16, kMaxPlayers>{0, 6, 18, 6}));
}

TEST(TwoPlayerCaptains, S3_6_TwoEachStartInTheDiscoveryBox) {
  const State s = perft_start(empires(2, {}, {"two_player_captains"}));
  for (const Player p : {p1, p2}) {
    EXPECT_EQ(s.of(p).discovery()[Worker::captain], 2U);
    EXPECT_EQ(s.of(p).available().total(), 5U);
  }
  EXPECT_TRUE(perft_start(empires(2)).of(p1).discovery().empty());
}

TEST(ReducedLuck, S3_6_OnlyTheTenOfTheReserveComeInAgeThree) {
  State s = start(empires(2, {"builder"}, {"reduced_luck"}));
  while (s.node != Node::reserve) play(s, options(s).front());
  EXPECT_EQ(chance_total(s), 15U);
  EXPECT_EQ(unseen_tiles(s, Age::three).size(), 15U);  // until the tenth is drawn
  while (s.node == Node::reserve) play(s, options(s).back());
  EXPECT_EQ(reserved_tiles(s).size(), 10U);
  EXPECT_EQ(unseen_tiles(s, Age::three), reserved_tiles(s));
  s.turn = 6;
  begin(s, Phase::refresh);
  Legal next;
  run(s, next);
  while (s.node != Node::tile) play(s, options(s).front());
  EXPECT_EQ(chance_total(s), 10U);
  play(s, options(s).front());
  EXPECT_EQ(reserved_tiles(s).size(), 10U);  // constant
  EXPECT_NE(trace_of(s).find(R"("reserve":[)"), std::string::npos);
}

Position sure_failure(Ruleset rules) {
  return Position(rules).in_box(Box::discovery, p1).in_box(Box::warfare, p2);
}

TEST(NoSurvivors, S8_TheCounterLeavesTheGameForAnUnusedOne) {
  State s = sure_failure(empires(2, {}, {"no_survivors"})).begin(Phase::discovery);
  play(s, {"explore peru", "counter 14"});
  EXPECT_EQ(fixed_counter(s, region("peru")), -1);
  EXPECT_FALSE(has_bit(counter_bag(s), 14));
  EXPECT_EQ(s.counters.holder(14), kOnTable);
  EXPECT_EQ(
      trace_of(s).find(R"("counters":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,15])") != std::string::npos,
      true);
}

TEST(NoSurvivors, S8_ItStaysWhenTheBagHasNoneToSpare) {
  for (const unsigned left : {8U, 9U}) {  // eight regions; after the draw seven or eight remain
    Position position = sure_failure(empires(2, {}, {"no_survivors"}));
    for (unsigned c = 0; c < kCounters - left; ++c) position.s.counters.assign(c, index(p2));
    State s = position.begin(Phase::discovery);
    play(s, {"explore peru", "counter 14"});
    EXPECT_EQ(public_counter(s, region("peru")), left == 8 ? 14 : -1) << left;
  }
}

TEST(NoSurvivors, C14_ACounterThatSomebodyKnewLeavesTheGameUnderTheSameCondition) {
  for (const unsigned left : {7U, 8U}) {  // in the bag; seven other regions have no counter yet
    Position position = sure_failure(empires(2, {}, {"no_survivors", "scouting"}))
                            .scouted_counter("peru", 14, {p2});
    for (unsigned c = 0; c < kCounters - 1 - left; ++c) position.s.counters.assign(c, index(p2));
    State s = position.begin(Phase::discovery);
    play(s, "explore peru");
    EXPECT_EQ(public_counter(s, region("peru")), left == 7 ? 14 : -1) << left;
    EXPECT_EQ(s.counters.holder(14), kOnTable);
  }
}

TEST(NoSurvivors, S8_NothingOfItWithoutTheVariant) {
  State s = sure_failure(empires(2)).begin(Phase::discovery);
  play(s, {"explore peru", "counter 14"});
  EXPECT_EQ(public_counter(s, region("peru")), 14);
}

TEST(OpenCounters, S3_6_AllFaceUpInCatalogueOrderOfTheRegions) {
  State s = start(empires(2, {}, {"open_counters"}));
  while (s.node != Node::open_counter) play(s, options(s).front());
  play(s, {"counter 9", "counter 3"});
  EXPECT_EQ(public_counter(s, nth<Region>(1)), 9);
  EXPECT_EQ(public_counter(s, nth<Region>(2)), 3);
  while (is_chance(s)) play(s, options(s).front());
  EXPECT_EQ(count_bits(counter_bag(s)), 8U);
  EXPECT_EQ(unfixed_regions(s), 0U);
}

Position buyers(unsigned turn) { return Position(empires(2, {"builder"}, {"buy_vp"}), turn); }

TEST(BuyVp, S8_InPlayerOrderAfterTheScoringAtOneThreeAndTenDollars) {
  for (const auto& [turn, price] : {std::pair{3U, 1U}, {6U, 3U}, {8U, 10U}}) {
    State s = buyers(turn).money(p1, 2 * price).money(p2, price - 1).begin(Phase::benefits);
    while (is_chance(s)) play(s, options(s).front());
    ASSERT_EQ(s.phase, Phase::scoring);
    EXPECT_EQ(s.turn, turn);
    EXPECT_EQ(options(s), (Words{"pass", "vp 1", "vp 2"}));
    play(s, "vp 2");
    EXPECT_EQ(s.of(p1).bought_vp(), 2U);
    EXPECT_EQ(s.of(p1).money(), 0U);
    EXPECT_NE(s.phase, Phase::scoring);  // p2 cannot pay
    EXPECT_EQ(result(s).breakdown[0].bought, 2U);
  }
}

TEST(BuyVp, S8_WealthIsScoredBeforeTheMoneyIsSpent) {
  State s = buyers(8).owns(p1, Tile::wealth).money(p1, 23).begin(Phase::benefits);
  play(s, "vp 2");
  ASSERT_TRUE(is_over(s));
  EXPECT_EQ(result(s).breakdown[0].tiles, 4U);
  EXPECT_EQ(result(s).breakdown[0].bought, 2U);
}

TEST(BuyVp, S4H_TheTieBreakCountsWhatMoneyIsLeft) {
  State s = buyers(8).money(p1, 20).money(p2, 15).begin(Phase::benefits);
  play(s, {"vp 1", "vp 1"});
  const Result r = result(s);
  EXPECT_EQ(r.vp[0], r.vp[1]);
  EXPECT_EQ(r.rank[0], 1);
  EXPECT_EQ(r.rank[1], 2);
}

TEST(BuyVp, S8_NothingOfItWithoutTheVariant) {
  EXPECT_TRUE(is_over(Position(empires(2, {"builder"}), 8).money(p1, 50).begin(Phase::benefits)));
}

}  // namespace
}  // namespace carrack::testing
