// RULES §5: the tiles of 2015 and of the builder module, tile by tile in catalogue order. Those
// that bring decisions are in builder_decisions_test.cpp.
#include "tests/core/rules/builders.hpp"

namespace carrack::testing {
namespace {

TEST(Plague1, S5_OwnExpeditionsMeetOneNativeFewer) {
  for (const bool owned : {false, true}) {
    Position position = builders();
    if (owned) position.owns(p1, Tile::plague_1);
    State s = position.knows_counter("peru", 3).in_box(Box::discovery, p1).begin(Phase::discovery);
    play(s, "explore peru");  // 2 natives against one colonist
    EXPECT_EQ(s.counters.held_by(index(p1)) != 0, owned);
  }
}

TEST(SpoilsCoin, S5_FiveOrSevenDollarsAtOnceForNothing) {
  EXPECT_EQ(bought(builders(), Tile::spoils_coin_5).of(p1).money(), 5U);
  EXPECT_EQ(bought(builders(), Tile::spoils_coin_7).of(p1).money(), 7U);
}

TEST(SpoilsShip, S5_AShipIfOneIsLeft) {
  const State s = bought(builders(), Tile::spoils_ship);
  EXPECT_EQ(s.of(p1).ships(), 1U);
  EXPECT_EQ(s.ship_on_show, 1U);
  const State none = bought(builders().owns_ships(p2, 7), Tile::spoils_ship);
  EXPECT_EQ(none.of(p1).ships(), 0U);
}

TEST(Magellan, S5_OwnCaptainsCountThree) {
  for (const bool owned : {false, true}) {
    Position position = builders();
    if (owned) position.owns(p1, Tile::magellan);
    State s = position.knows_counter("peru", 5)
                  .in_box(Box::discovery, p1, Worker::captain)
                  .begin(Phase::discovery);
    play(s, "explore peru");
    EXPECT_EQ(s.counters.held_by(index(p1)) != 0, owned);
  }
}

TEST(BuilderTiles, S5_AWorkerEachTurn) {
  for (const auto& [kind, worker] : {std::pair{Tile::new_world_city, Worker::builder},
                                     {Tile::new_world_mission, Worker::missionary},
                                     {Tile::stone_masonry, Worker::builder}}) {
    const State s = builders().owns(p1, kind).begin(Phase::benefits);
    EXPECT_EQ(s.of(p1).available()[worker], 1U) << name(kind);
    EXPECT_EQ(s.of(p1).available().total(), 1U) << name(kind);
  }
}

TEST(SpoilsGoods, S5_TwoRandomGoodsFromTheSupply) {
  State s = bought(builders(4), Tile::spoils_goods);
  EXPECT_EQ(s.node, Node::cargo);
  EXPECT_EQ(chance_total(s), 37U);  // 46 less nine in the regions
  play(s, "cargo rice");
  EXPECT_EQ(chance_total(s), 36U);
  play(s, "cargo gold");
  EXPECT_EQ(s.of(p1).tokens(), 2U);
  EXPECT_NE(s.phase, Phase::buildings);
}

TEST(Mint, R10_TwoDollarsAGoldOrSilverWhicheverIsMore) {
  const State s = builders()
                      .owns(p1, Tile::mint)
                      .owns_good(p1, Good::gold, 2)
                      .owns_good(p1, Good::silver, 1)
                      .begin(Phase::income);
  EXPECT_EQ(s.of(p1).money(), 4U + 1);  // and one set of any three
  EXPECT_EQ(s.of(p1).economy(), 1U);
}

TEST(Reformation, S5_OthersMissionariesBringNothingBesideTheOwners) {
  const auto colonists = [](bool owner_is_there) {
    Position position = builders(4).owns(p2, Tile::reformation).owns(p1, Tile::cathedral);
    if (owner_is_there) position.in_region(p2, "peru", Worker::missionary);
    State s =
        position.discovered("peru").in_box(Box::dock, p1, Worker::missionary).begin(Phase::dock);
    play(s, "land peru");
    EXPECT_EQ(s.of(p1).missionaries_in(region("peru")), 1U);  // R21
    return s.of(p1).civilians_in(region("peru"));
  };
  EXPECT_EQ(colonists(true), 0U);
  EXPECT_EQ(colonists(false), 2U);
}

TEST(Mayflower, S5_ShipsAreSpacesBehindYAndNoWildCardsThatTurn) {
  State s = builders(4)
                .owns(p1, Tile::mayflower)
                .owns_ships(p1, 2)
                .available(p1, Worker::colonist, 3)
                .available(p2, Worker::colonist, 2)
                .owns_good(p1, Good::gold, 2)
                .on_letter(dock::kY, p3)
                .begin(Phase::placement);
  ASSERT_TRUE(offers(s, "place colonist mayflower"));
  play(s, "place colonist mayflower");
  EXPECT_FALSE(offers(s, "place colonist mayflower"));  // p2 has no Mayflower
  play(s, {"place colonist shipping", "place colonist mayflower", "place colonist shipping"});
  EXPECT_FALSE(offers(s, "place colonist mayflower"));  // both ships have sailed
  EXPECT_EQ(s.sailed, 2);
  play(s, "place colonist goods");
  while (s.phase <= Phase::income && !is_chance(s)) play(s, options(s).back());
  EXPECT_EQ(s.of(p1).money(), 0U);  // two gold and no wild card
  EXPECT_EQ(s.of(p1).workers_in(region("caribbean")), 0U);
}

TEST(Mayflower, S5_ThreeShipsAtMost) {
  State s = builders(4)
                .owns(p1, Tile::mayflower)
                .owns_ships(p1, 5)
                .available(p1, Worker::colonist, 5)
                .begin(Phase::placement);
  for (int i = 0; i < 3; ++i) play(s, "place colonist mayflower");
  EXPECT_FALSE(offers(s, "place colonist mayflower"));
  EXPECT_EQ(s.dock[dock::kFirstShip + 2], Slot(p1, Worker::colonist));
}

TEST(Mayflower, S5_LandsAfterYAndTheShipsSailAgainNextTurn) {
  State s = builders(4)
                .owns(p1, Tile::mayflower)
                .owns_ships(p1, 1)
                .discovered("peru")
                .available(p1, Worker::soldier)
                .on_letter(dock::kY, p2)
                .begin(Phase::placement);
  play(s, "place soldier mayflower");
  EXPECT_EQ(s.actor, p2);  // Y lands first
  play(s, {"land peru", "land peru"});
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 1U);
  EXPECT_EQ(s.sailed, 1);
  while (is_chance(s)) play(s, options(s).front());
  EXPECT_EQ(s.turn, 5);
  EXPECT_EQ(s.sailed, 0);
}

TEST(FinalTiles, S5_AgeOfDiscoveryFourACounterAndCard) {
  Position position = builders().owns(p1, Tile::age_of_discovery);
  position.s.counters.assign(3, index(p1));
  position.s.cards.assign(2, index(p1));
  position.s.cards.assign(4, index(p2));
  EXPECT_EQ(tiles::final_vp(position.s, p1), 8U);
}

TEST(FinalTiles, S5_NewWorldCapitalCityThreeAnOwnBuilderInRegions) {
  const State s = builders()
                      .owns(p1, Tile::new_world_capital_city)
                      .in_region(p1, "peru", Worker::builder, 2)
                      .in_region(p1, "brazil", Worker::builder)
                      .in_region(p2, "peru", Worker::builder)
                      .available(p1, Worker::builder)
                      .s;
  EXPECT_EQ(tiles::final_vp(s, p1), 9U);
}

TEST(FinalTiles, S5_AgeOfReasonFourAWorkerAsTheSpecialistsOfTurnEightResolve) {
  Position position(empires(3, {"builder", "national"}), 8);
  State s = position.owns(p1, Tile::age_of_reason)
                .nation(p1, Nation::italy)
                .in_box(Box::captain, p1)
                .in_box(Box::builder, p1)
                .in_box(Box::soldier, p2)
                .begin(Phase::specialists);
  play(s, "replace soldier colonist");  // Italy's window comes before the count
  EXPECT_TRUE(is_over(s));
  EXPECT_EQ(tiles::final_vp(s, p1), 12U);
}

TEST(FinalTiles, S5_AgeOfReasonCountsOnlyTurnEight) {
  const State s =
      builders(7).owns(p1, Tile::age_of_reason).in_box(Box::captain, p1).begin(Phase::specialists);
  EXPECT_EQ(tiles::final_vp(s, p1), 0U);
}

}  // namespace
}  // namespace carrack::testing
