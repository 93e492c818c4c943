// RULES §4 B.2 landing, B.3 trade goods, B.4 shipping; §6 pieces.
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

TEST(Goods, S4B3_EachTakesOneOfTheGoodsOnShow) {
  State s = Position(2)
                .shows(Good::rice)
                .shows(Good::rice)
                .shows(Good::gold)
                .in_box(Box::goods, p2)
                .in_box(Box::goods, p1)
                .begin(Phase::goods);
  EXPECT_EQ(options(s), (std::vector<std::string>{"take gold", "take rice"}));
  play(s, "take gold");
  EXPECT_EQ(s.of(p2).good(Good::gold), 1U);
  EXPECT_EQ(s.of(p1).good(Good::rice), 1U);  // only rice was left: forced
}

TEST(Goods, S4B3_WithNothingOnShowWorkersGoHome) {
  const State s = Position(2)
                      .in_box(Box::goods, p1)
                      .discovered("peru")
                      .in_box(Box::discovery, p2)
                      .begin(Phase::goods);
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 0U);
  EXPECT_TRUE(s.goods_box[0].empty());
}

TEST(Goods, OnShowIsAscendingWhateverTheOrderOfArrival) {
  Position one(2);
  Position other(2);
  one.shows(Good::rice).shows(Good::gold).shows(Good::sugar).shows(Good::gold);
  other.shows(Good::gold).shows(Good::sugar).shows(Good::gold).shows(Good::rice);
  EXPECT_EQ(one.s.goods_on_show, other.s.goods_on_show);
  one.s.goods_on_show.remove(Good::gold);
  other.s.goods_on_show.remove(Good::gold);
  EXPECT_EQ(one.s.goods_on_show, other.s.goods_on_show);
  EXPECT_EQ(one.s.goods_on_show.kinds(),
            bit(index(Good::gold)) | bit(index(Good::sugar)) | bit(index(Good::rice)));
}

State shipped(Position position) { return position.shows_ship().begin(Phase::shipping); }
Position with_tile_buyer() {  // stops before the end of the turn
  Position position(3);
  position.money(p3, 10).shows(Tile::settlers).in_box(Box::buildings, p3);
  position.s.ship_on_show = 0;
  position.s.supply.add_ships(1);
  return position;
}

TEST(Shipping, S4B4_CaptainsAndMerchantsCountTwo) {
  const State s = shipped(with_tile_buyer()
                              .in_box(Box::shipping, p1)
                              .in_box(Box::shipping, p1)
                              .in_box(Box::shipping, p2, Worker::captain)
                              .in_box(Box::shipping, p2, Worker::merchant));
  EXPECT_EQ(s.of(p2).ships(), 1U);
  EXPECT_EQ(s.ship_on_show, 0);
  EXPECT_EQ(s.of(p1).outside().total(), 0U);
}

TEST(Shipping, S4B4_ATieGoesToTheEarlierInPlayerOrder) {
  Position position = with_tile_buyer();
  position.order({p2, p3, p1});
  const State s = shipped(position.in_box(Box::shipping, p1, Worker::captain)
                              .in_box(Box::shipping, p2, Worker::merchant));
  EXPECT_EQ(s.of(p2).ships(), 1U);
}

TEST(Shipping, S4B4_SoldiersAndMissionariesCountOne) {
  const State s = shipped(with_tile_buyer()
                              .in_box(Box::shipping, p1, Worker::soldier)
                              .in_box(Box::shipping, p1, Worker::missionary)
                              .in_box(Box::shipping, p2)
                              .in_box(Box::shipping, p2)
                              .in_box(Box::shipping, p2));
  EXPECT_EQ(s.of(p2).ships(), 1U);
}

TEST(Shipping, S4B4_NobodyThereAndTheShipStays) {
  const State s = shipped(with_tile_buyer());
  EXPECT_EQ(s.ship_on_show, 1);
}

}  // namespace
}  // namespace carrack::testing
