// RULES §4 B.4: the merchant shipping box.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

struct Shipper {
  Player player;
  Worker worker;
  unsigned number = 1;
};

/// The ships of each player after a turn's shipping, with one ship in the box.
std::vector<unsigned> ships_of(const std::vector<Shipper>& shippers,
                               const std::vector<Player>& order = {p1, p2, p3}) {
  Position position(3);
  position.order(order);
  for (const auto& [player, worker, number] : shippers) {
    for (unsigned i = 0; i < number; ++i) position.in_box(Box::shipping, player, worker);
  }
  const State s = position.begin(Phase::shipping);
  for (const Player p : {p1, p2, p3}) {
    EXPECT_TRUE(s.of(p).shipping().empty());
    EXPECT_EQ(s.of(p).outside().total(), 0U);
  }
  return {s.of(p1).ships(), s.of(p2).ships(), s.of(p3).ships()};
}

// Two captains and a colonist are worth five colonists.
TEST(Shipping, S4B4_TheSumOfTheRulebooksExample) {
  const std::vector<Shipper> five{{p2, Worker::captain, 2}, {p2, Worker::colonist}};
  std::vector<Shipper> rivals = five;
  rivals.push_back({p1, Worker::colonist, 4});
  EXPECT_EQ(ships_of(rivals), (std::vector<unsigned>{0, 1, 0}));
  rivals.push_back({p1, Worker::colonist});  // five each: p1 is earlier
  EXPECT_EQ(ships_of(rivals), (std::vector<unsigned>{1, 0, 0}));
  EXPECT_EQ(ships_of(rivals, {p2, p3, p1}), (std::vector<unsigned>{0, 1, 0}));
}

TEST(Shipping, S4B4_AMerchantCountsTwo) {
  EXPECT_EQ(ships_of({{p1, Worker::colonist}, {p3, Worker::merchant}}),
            (std::vector<unsigned>{0, 0, 1}));
  EXPECT_EQ(ships_of({{p1, Worker::colonist, 2}, {p3, Worker::merchant}}),
            (std::vector<unsigned>{1, 0, 0}));
}

TEST(Shipping, S4B4_EverybodyElseCountsOne) {
  for (const Worker type : {Worker::colonist, Worker::missionary, Worker::soldier}) {
    EXPECT_EQ(ships_of({{p1, type}, {p2, Worker::captain}}), (std::vector<unsigned>{0, 1, 0}));
    EXPECT_EQ(ships_of({{p2, type}, {p3, Worker::colonist}}), (std::vector<unsigned>{0, 1, 0}));
  }
}

TEST(Shipping, S4B4_AThreeWayTieGoesToTheFirstInOrder) {
  const std::vector<Shipper> tied{
      {p1, Worker::colonist, 2}, {p2, Worker::captain}, {p3, Worker::merchant}};
  EXPECT_EQ(ships_of(tied, {p3, p2, p1}), (std::vector<unsigned>{0, 0, 1}));
  EXPECT_EQ(ships_of(tied, {p3, p1, p2}), (std::vector<unsigned>{0, 0, 1}));
}

TEST(Shipping, S4B4_TheOrderThatCountsIsNotTheInitiativeBox) {
  const State s = Position(2)
                      .in_box(Box::initiative, p2)
                      .in_box(Box::shipping, p1)
                      .in_box(Box::shipping, p2)
                      .begin(Phase::shipping);
  EXPECT_EQ(s.of(p1).ships(), 1U);
}

TEST(Shipping, S4B4_OneWorkerAloneIsEnough) {
  EXPECT_EQ(ships_of({{p3, Worker::colonist}}), (std::vector<unsigned>{0, 0, 1}));
}

TEST(Shipping, S4B4_WithoutAShipTheWorkersGoHomeWithNothing) {
  Position position(2, 8);
  position.s.ship_on_show = 0;
  const State s = position.in_box(Box::shipping, p1, Worker::captain).begin(Phase::shipping);
  EXPECT_EQ(s.of(p1).ships(), 0U);
  EXPECT_TRUE(s.of(p1).shipping().empty());
  EXPECT_EQ(s.of(p1).outside().total(), 0U);
}

TEST(Shipping, S4B4_TheShipIsTakenOutOfTheBox) {
  const State s = Position(2, 8).in_box(Box::shipping, p1).begin(Phase::shipping);
  EXPECT_EQ(s.ship_on_show, 0);
  EXPECT_EQ(s.supply.ships(), 7U);
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
