// RULES §5, §10: the tiles of 2015 and of the builder module that bring decisions, tile by tile in
// catalogue order.
#include "tests/core/rules/builders.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(SpoilsSpecialists, S10_TwoPicksTheSecondNotEarlierThanTheFirst) {
  State s = bought(builders(), Tile::spoils_specialists);
  EXPECT_EQ(options(s), (Words{"train builder", "train captain", "train merchant",
                               "train missionary", "train soldier"}));
  play(s, "train missionary");
  EXPECT_EQ(options(s), (Words{"train builder", "train missionary", "train soldier"}));
  play(s, "train missionary");
  EXPECT_EQ(s.of(p1).available()[Worker::missionary], 2U);
  EXPECT_EQ(s.of(p1).money(), 0U);
}

TEST(SpoilsSpecialists, S10_AFirstPickOnlyIfASecondRemains) {
  // One builder and nothing behind it: picked first, no second would remain.
  State s = bought(builders().available(p1, Worker::builder, 9), Tile::spoils_specialists);
  EXPECT_FALSE(offers(s, "train builder"));
  play(s, "train soldier");
  EXPECT_TRUE(offers(s, "train builder"));
}

TEST(SpoilsSpecialists, S10_RoomForOnePieceOnlyIsOnePick) {
  const State s = bought(builders()
                             .available(p1, Worker::captain, 5)
                             .available(p1, Worker::merchant, 5)
                             .available(p1, Worker::missionary, 10)
                             .available(p1, Worker::soldier, 9)
                             .available(p1, Worker::builder, 10),
                         Tile::spoils_specialists);
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 10U);
  EXPECT_NE(s.node, Node::spoils);
}

TEST(Overpopulation, S5_ThreeColonistsIntoDiscoveredRegionsInCatalogueOrder) {
  State s = bought(builders().discovered("florida").discovered("peru"), Tile::overpopulation);
  EXPECT_EQ(options(s), (Words{"settle caribbean", "settle florida", "settle peru"}));
  play(s, "settle florida");
  EXPECT_EQ(options(s), (Words{"settle florida", "settle peru"}));
  play(s, "settle peru");  // and the third can only go there too
  EXPECT_EQ(s.of(p1).civilians_in(region("florida")), 1U);
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 2U);
}

TEST(Overpopulation, R12_AsManyAsThereIsRoomFor) {
  Position position = builders().discovered("peru").available(p1, Worker::colonist, 29);
  position.available(p1, Worker::captain, 5)
      .available(p1, Worker::merchant, 5)
      .available(p1, Worker::missionary, 9);
  // 49 pieces with the buyer, who is home: one piece is left.
  State s = position.shows(Tile::overpopulation).money(p1, 10).s;
  PlayerState& mine = s.of(p1);
  mine.remove_available(Worker::colonist);
  s.buildings_box[0] = Slot(p1, Worker::colonist);
  begin(s, Phase::buildings);
  Legal next;
  run(s, next);
  play(s, {"buy overpopulation", "settle peru"});
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 2U);
  EXPECT_EQ(civilian_room(s.of(p1)), 0U);
}

TEST(Smuggler, S10_AnyGoodOfAnotherForAnyOwnOneHeldBefore) {
  State s = builders()
                .owns(p1, Tile::smuggler)
                .owns_good(p1, Good::fur)
                .owns_good(p1, Good::rice)
                .owns_good(p2, Good::sugar, 2)
                .owns_good(p3, Good::fur)
                .begin(Phase::benefits);
  EXPECT_EQ(options(s), (Words{"pass", "swap p2 sugar", "swap p3 fur"}));
  play(s, "swap p2 sugar");
  EXPECT_EQ(s.of(p1).good(Good::sugar), 1U);  // at once
  EXPECT_EQ(options(s), (Words{"give fur", "give rice"}));
  play(s, "give rice");
  EXPECT_EQ(s.of(p2).good(Good::rice), 1U);
  EXPECT_EQ(s.of(p2).good(Good::sugar), 1U);
  EXPECT_EQ(s.of(p1).good(Good::rice), 0U);
}

TEST(Smuggler, S10_LikeForLikeIsOfferedAndNothingToGiveIsNoDecision) {
  State s = builders()
                .owns(p1, Tile::smuggler)
                .owns_good(p1, Good::fur)
                .owns_good(p2, Good::fur)
                .begin(Phase::benefits);
  play(s, "swap p2 fur");  // fur is given back
  EXPECT_EQ(s.of(p1).good(Good::fur), 1U);
  EXPECT_EQ(s.of(p2).good(Good::fur), 1U);
  EXPECT_TRUE(
      is_over(builders().owns(p1, Tile::smuggler).owns_good(p2, Good::fur).begin(Phase::benefits)));
}

TEST(Plague2, S5_EachColonyOfThreeLosesOneOfItsOwnersChoice) {
  State s = bought(builders(4)
                       .in_region(p1, "peru", Worker::colonist, 3)
                       .in_region(p2, "florida", Worker::soldier, 2)
                       .in_region(p2, "florida", Worker::builder, 1)
                       .in_region(p2, "peru", Worker::colonist, 2)
                       .in_region(p2, "peru", Worker::missionary, 1)
                       .in_region(p3, "peru", Worker::colonist, 2),
                   Tile::plague_2);
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 2U);  // no choice
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(options(s), (Words{"lose builder", "lose soldier"}));
  play(s, "lose builder");
  EXPECT_EQ(options(s), (Words{"lose colonist", "lose missionary"}));
  play(s, "lose missionary");
  EXPECT_EQ(s.of(p2).workers_in(region("florida")), 2U);
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 2U);
  EXPECT_EQ(s.of(p3).workers_in(region("peru")), 2U);
}

TEST(PapalEdict, S10_AnyOtherAndWhoSettlesFirst) {
  State s = bought(builders(4)
                       .in_region(p1, "peru", Worker::colonist)
                       .in_region(p1, "brazil", Worker::colonist)
                       .in_region(p2, "florida", Worker::colonist),
                   Tile::papal_edict);
  // p3 has nobody anywhere: it can only be named first, and settles nothing.
  EXPECT_EQ(options(s), (Words{"edict p2 first", "edict p2 second", "edict p3 first"}));
  play(s, "edict p2 second");
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(options(s), (Words{"settle brazil", "settle peru"}));
  play(s, "settle peru");
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 3U);
  EXPECT_EQ(s.of(p2).civilians_in(region("florida")), 3U);  // no choice
  EXPECT_EQ(s.of(p1).good(Good::silver), 1U);               // R4
}

TEST(PapalEdict, S10_WhoCannotSettleIsNotOfferedAndNobodyIsNoDecision) {
  const State only_p2 =
      bought(builders(4).in_region(p2, "peru", Worker::colonist), Tile::papal_edict);
  EXPECT_EQ(only_p2.of(p2).civilians_in(region("peru")), 3U);
  EXPECT_NE(only_p2.phase, Phase::buildings);
  const State nobody = bought(builders(4), Tile::papal_edict);
  EXPECT_NE(nobody.phase, Phase::buildings);
}

TEST(TradingHouse, S10_SellsInCatalogueOrderAndPaysAtTheEndOfTheSale) {
  State s = builders()
                .owns(p1, Tile::trading_house)
                .owns_good(p1, Good::gold)
                .owns_good(p1, Good::sugar, 2)
                .owns_good(p1, Good::fur)
                .begin(Phase::benefits);
  EXPECT_EQ(options(s), (Words{"pass", "sell fur", "sell gold", "sell sugar"}));
  const Holding supply = s.supply;
  play(s, "sell sugar");
  EXPECT_EQ(pending_events(s), (Words{"sell sugar"}));
  EXPECT_EQ(s.of(p1).money(), 0U);
  EXPECT_EQ(s.of(p1).good(Good::sugar), 2U);
  EXPECT_EQ(s.supply, supply);
  EXPECT_EQ(options(s), (Words{"pass", "sell fur", "sell sugar"}));
  play(s, {"sell sugar", "pass"});
  EXPECT_EQ(s.of(p1).money(), 10U);
  EXPECT_EQ(s.of(p1).good(Good::sugar), 0U);
  EXPECT_EQ(s.supply[Good::sugar], 5U);
}

TEST(TradingHouse, S10_TheLastGoodEndsTheSale) {
  State s =
      builders().owns(p1, Tile::trading_house).owns_good(p1, Good::fur).begin(Phase::benefits);
  play(s, "sell fur");
  EXPECT_EQ(s.of(p1).money(), 5U);
  EXPECT_TRUE(is_over(s));
}

TEST(Plague3, R23_UpToThreeColonistsOfAnotherTheBuyerSaysHowMany) {
  State s = bought(builders()
                       .in_region(p1, "peru", Worker::colonist)
                       .in_region(p2, "peru", Worker::colonist, 4)
                       .in_region(p3, "peru", Worker::soldier, 4)
                       .in_region(p3, "brazil", Worker::colonist, 2),
                   Tile::plague_3);
  EXPECT_EQ(options(s), (Words{"pass", "strike brazil p3 1", "strike brazil p3 2",
                               "strike peru p2 1", "strike peru p2 2", "strike peru p2 3"}));
  for (const unsigned n : {1U, 2U, 3U}) {
    State struck = s;
    play(struck, "strike peru p2 " + std::to_string(n));
    EXPECT_EQ(struck.of(p2).civilians_in(region("peru")), 4U - n);
    EXPECT_NE(struck.node, Node::strike);
  }
  play(s, "strike brazil p3 2");
  EXPECT_EQ(s.of(p3).civilians_in(region("brazil")), 0U);
}

TEST(RewriteHistory, S10_ARandomCounterOfEachOfTwoOthers) {
  Position position = builders();
  for (const unsigned c : {0U, 1U, 2U}) position.s.counters.assign(c, index(p2));
  for (const unsigned c : {14U, 15U}) position.s.counters.assign(c, index(p3));
  State s = bought(position, Tile::rewrite_history);
  EXPECT_EQ(options(s), (Words{"pass", "rewrite p2", "rewrite p3"}));
  play(s, "rewrite p2");
  EXPECT_EQ(options(s), (Words{"steal 0", "steal 1", "steal 2"}));
  EXPECT_EQ(chance_total(s), 3U);
  play(s, "steal 1");
  EXPECT_EQ(s.of(p1).money(), 0U);  // no plunder
  EXPECT_EQ(options(s), (Words{"pass", "rewrite p3"}));
  play(s, {"rewrite p3", "steal 14"});
  EXPECT_EQ(s.counters.held_by(index(p1)), bit(1) | bit(14));
  EXPECT_NE(s.phase, Phase::buildings);
}

TEST(RewriteHistory, S10_PassEndsTheTile) {
  Position position = builders();
  position.s.counters.assign(0, index(p2));
  position.s.counters.assign(1, index(p3));
  State s = bought(position, Tile::rewrite_history);
  play(s, "pass");
  EXPECT_NE(s.phase, Phase::buildings);
  EXPECT_EQ(s.counters.held_by(index(p1)), 0U);
}

}  // namespace
}  // namespace carrack::testing
