// RULES §4 D, §5: what tiles bring every turn.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// The position right after the benefits of turn 8, when the game ends.
State benefits_of_last_turn(Position position) { return position.begin(Phase::benefits); }

struct Gain {
  Tile kind;
  Worker worker;
};
class WorkerTile : public ::testing::TestWithParam<Gain> {};

TEST_P(WorkerTile, S5_BringsAWorkerForTheNextPlacement) {
  const auto& [kind, worker] = GetParam();
  const State s = benefits_of_last_turn(Position(2, 8).owns(p1, kind));
  EXPECT_EQ(s.of(p1).available()[worker], 1U);
  EXPECT_EQ(s.of(p1).available().total(), 1U);
  EXPECT_TRUE(s.of(p2).available().empty());
}

INSTANTIATE_TEST_SUITE_P(Tiles, WorkerTile,
                         ::testing::Values(Gain{Tile::settlers, Worker::colonist},
                                           Gain{Tile::monastery, Worker::missionary},
                                           Gain{Tile::trade_routes, Worker::merchant},
                                           Gain{Tile::marketplace, Worker::merchant},
                                           Gain{Tile::training_grounds, Worker::soldier},
                                           Gain{Tile::military_academy, Worker::soldier},
                                           Gain{Tile::fortress, Worker::soldier},
                                           Gain{Tile::ship_yards, Worker::captain}),
                         [](const auto& param) { return std::string(name(param.param.kind)); });

TEST(Benefits, S5_BothSettlersBringAColonist) {
  const State s =
      benefits_of_last_turn(Position(2, 8).owns(p1, Tile::settlers).owns(p1, Tile::settlers));
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 2U);
}

TEST(Benefits, R12_NoWorkerWithoutAPiece) {
  const State s = benefits_of_last_turn(
      Position(2, 8).available(p1, Worker::captain, 5).owns(p1, Tile::ship_yards));
  EXPECT_EQ(s.of(p1).available()[Worker::captain], 5U);
}

TEST(Benefits, S5_ColonistsOnXAndYWaitForTheNextDock) {
  const State s = benefits_of_last_turn(
      Position(2, 8).owns(p1, Tile::indentured_servitude).owns(p2, Tile::colonization_laws));
  EXPECT_EQ(s.dock[dock::kX], Slot(p1, Worker::colonist));
  EXPECT_EQ(s.dock[dock::kY], Slot(p2, Worker::colonist));
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 1U);
}

TEST(Benefits, S5_ConquistadorsAndNavigatorGoIntoTheDiscoveryBox) {
  const State s =
      benefits_of_last_turn(Position(2, 8).owns(p1, Tile::conquistadors).owns(p1, Tile::navigator));
  EXPECT_EQ(s.of(p1).discovery()[Worker::soldier], 1U);
  EXPECT_EQ(s.of(p1).discovery()[Worker::captain], 1U);
  EXPECT_TRUE(s.of(p1).available().empty());
}

TEST(Benefits, S5_Money) {
  EXPECT_EQ(benefits_of_last_turn(Position(2, 8).owns(p1, Tile::trading_post)).of(p1).money(), 5U);
  EXPECT_EQ(benefits_of_last_turn(Position(2, 8).owns(p1, Tile::taxation)).of(p1).money(), 10U);
  EXPECT_EQ(benefits_of_last_turn(Position(2, 8).owns(p1, Tile::factory)).of(p1).money(), 25U);
}

TEST(Benefits, S5_PrivateersTakeADollarAShipAsFarAsTheyHaveIt) {
  const State s = benefits_of_last_turn(
      Position(3, 8).owns(p1, Tile::privateers).owns_ships(p1, 3).money(p2, 2).money(p3, 10));
  EXPECT_EQ(s.of(p1).money(), 5U);
  EXPECT_EQ(s.of(p2).money(), 0U);
  EXPECT_EQ(s.of(p3).money(), 7U);
}

TEST(Benefits, S5_WestIndiesCoDrawsAGoodFromTheSupply) {
  State s = Position(2, 8).owns(p1, Tile::west_indies_co).shows(Good::rice).begin(Phase::benefits);
  ASSERT_EQ(s.node, Node::cargo);
  // 46 tokens, nine in the regions, one on show.
  EXPECT_EQ(chance_total(s), 46U - 9 - 1);
  EXPECT_EQ(chance_weight(s, parse_notation("cargo rice", Board::americas)), 2U);
  play(s, "cargo sugar");
  EXPECT_EQ(s.of(p1).good(Good::sugar), 1U);
}

TEST(Benefits, S4D_PlayerByPlayerAndR18TileByTileInCatalogueOrder) {
  State s = Position(2, 8)
                .owns(p2, Tile::west_indies_co)
                .owns(p1, Tile::stables)
                .owns(p1, Tile::migration)
                .in_region(p1, "peru", Worker::soldier)
                .in_region(p1, "brazil", Worker::colonist)
                .begin(Phase::benefits);
  EXPECT_EQ(s.node, Node::march);
  EXPECT_EQ(s.actor, p1);
  play(s, "pass");
  EXPECT_EQ(s.node, Node::migrate);
  play(s, "pass");
  EXPECT_EQ(s.node, Node::cargo);
  EXPECT_EQ(s.actor, p2);
}

TEST(Stables, R11_OneSoldierToAnAdjacentRegionWithAnOwnWorker) {
  State s = Position(2, 8)
                .owns(p1, Tile::stables)
                .in_region(p1, "peru", Worker::soldier, 2)
                .in_region(p1, "brazil", Worker::colonist)
                .in_region(p1, "florida", Worker::colonist)
                .in_region(p2, "new_granada", Worker::colonist)
                .begin(Phase::benefits);
  EXPECT_EQ(options(s), (std::vector<std::string>{"march peru brazil", "pass"}));
  play(s, "march peru brazil");
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 1U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("brazil")), 1U);
}

TEST(Migration, S5_OneOrTwoColonistsToAnyOtherDiscoveredRegion) {
  State s = Position(2, 8)
                .owns(p1, Tile::migration)
                .in_region(p1, "peru", Worker::colonist, 2)
                .in_region(p1, "peru", Worker::soldier)
                .in_region(p1, "florida", Worker::colonist, 1)
                .begin(Phase::benefits);
  EXPECT_EQ(options(s),
            (std::vector<std::string>{"migrate florida caribbean 1", "migrate florida peru 1",
                                      "migrate peru caribbean 1", "migrate peru caribbean 2",
                                      "migrate peru florida 1", "migrate peru florida 2", "pass"}));
  play(s, "migrate peru florida 2");
  EXPECT_EQ(s.of(p1).civilians_in(region("florida")), 3U);
  EXPECT_EQ(s.of(p1).good(Good::indigo), 1U);  // R4
}

}  // namespace
}  // namespace carrack::testing
