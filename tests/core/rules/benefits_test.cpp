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

TEST(Benefits, S5_AllOtherTilesBringNothingHere) {
  for (const Tile kind :
       {Tile::inca_conquest, Tile::cartography, Tile::indian_allies, Tile::cathedral,
        Tile::university, Tile::rum_distillery, Tile::militia, Tile::mercantilism, Tile::population,
        Tile::navy, Tile::power, Tile::prosperity, Tile::glory, Tile::wealth}) {
    Position position(2, 8);
    position.in_region(p1, "peru", Worker::soldier, 2).in_region(p1, "brazil", Worker::colonist);
    const State s = position.owns(p1, kind).owns_good(p1, Good::sugar, 3).begin(Phase::benefits);
    EXPECT_TRUE(is_over(s)) << name(kind);
    EXPECT_EQ(s.of(p1).money(), 0U) << name(kind);
    EXPECT_TRUE(s.of(p1).outside().empty()) << name(kind);
    EXPECT_EQ(s.of(p1).tokens(), 3U) << name(kind);
  }
}

TEST(Benefits, R12_NothingIsPostedWithoutAPiece) {
  const State full = benefits_of_last_turn(Position(2, 8)
                                               .available(p1, Worker::colonist, 29)
                                               .owns(p1, Tile::settlers)
                                               .owns(p1, Tile::indentured_servitude)
                                               .owns(p1, Tile::colonization_laws));
  EXPECT_EQ(full.of(p1).outside()[Worker::colonist], 29U);
  EXPECT_TRUE(full.dock[dock::kX].empty());
  EXPECT_TRUE(full.dock[dock::kY].empty());

  const State explorers = benefits_of_last_turn(Position(2, 8)
                                                    .in_region(p1, "peru", Worker::soldier, 10)
                                                    .available(p1, Worker::captain, 5)
                                                    .owns(p1, Tile::conquistadors)
                                                    .owns(p1, Tile::navigator));
  EXPECT_TRUE(explorers.of(p1).discovery().empty());
}

TEST(Benefits, S5_XAndYLandAfterTheNumberedSpacesOfTheNextTurn) {
  Position position(2);
  position.on_letter(dock::kY, p1).on_letter(dock::kX, p2).in_box(Box::dock, p1, Worker::merchant);
  State s = position.in_region(p1, "peru", Worker::colonist).begin(Phase::dock);
  std::vector<Player> landed;
  while (s.node == Node::land) {
    landed.push_back(s.actor);
    play(s, "land peru");
  }
  EXPECT_EQ(landed, (std::vector<Player>{p1, p2, p1}));
}

TEST(Benefits, S4D_PrivateersFindWhatEarlierPlayersHaveBeenPaid) {
  for (const bool raider_first : {true, false}) {
    const Player raider = raider_first ? p1 : p2;
    const Player victim = raider_first ? p2 : p1;
    const State s = benefits_of_last_turn(Position(2, 8)
                                              .owns(raider, Tile::privateers)
                                              .owns_ships(raider, 2)
                                              .owns(victim, Tile::trading_post));
    EXPECT_EQ(s.of(raider).money(), raider_first ? 0U : 2U);
    EXPECT_EQ(s.of(victim).money(), raider_first ? 5U : 3U);
  }
}

TEST(WestIndiesCo, S2_EveryGoodAsLikelyAsItHasTokens) {
  const State s = Position(2, 8).owns(p1, Tile::west_indies_co).begin(Phase::benefits);
  for (unsigned g = 0; g < 11; ++g) {
    const unsigned tokens = s.supply[nth<Good>(g)];
    EXPECT_EQ(chance_weight(s, Action(Verb::cargo, g)), tokens);
    EXPECT_EQ(legal(s).contains(Action(Verb::cargo, g)), tokens != 0);
  }
}

TEST(WestIndiesCo, S2_NoDrawFromOneKindAndNoneFromAnEmptySupply) {
  Position one_kind(2, 8);
  one_kind.s.supply = {};
  one_kind.s.supply.add(Good::rice, 2);
  const State drawn = one_kind.owns(p1, Tile::west_indies_co).begin(Phase::benefits);
  EXPECT_TRUE(is_over(drawn));
  EXPECT_EQ(drawn.of(p1).good(Good::rice), 1U);

  Position empty(2, 8);
  empty.s.supply = {};
  const State none = empty.owns(p1, Tile::west_indies_co).begin(Phase::benefits);
  EXPECT_TRUE(is_over(none));
  EXPECT_EQ(none.of(p1).tokens(), 0U);
}

TEST(Benefits, R18_WestIndiesCoThenStablesThenMigration) {
  State s = Position(2, 8)
                .owns(p1, Tile::migration)
                .owns(p1, Tile::stables)
                .owns(p1, Tile::west_indies_co)
                .in_region(p1, "peru", Worker::soldier)
                .in_region(p1, "brazil", Worker::colonist)
                .begin(Phase::benefits);
  EXPECT_EQ(s.node, Node::cargo);
  play(s, "cargo rice");
  EXPECT_EQ(s.node, Node::march);
  play(s, "march peru brazil");
  EXPECT_EQ(s.node, Node::migrate);  // one march only
}

TEST(Stables, R11_NoDecisionWithoutASoldierOrABorder) {
  const State far = Position(2, 8)
                        .owns(p1, Tile::stables)
                        .in_region(p1, "peru", Worker::soldier)
                        .in_region(p1, "florida", Worker::soldier)
                        .begin(Phase::benefits);
  EXPECT_TRUE(is_over(far));
  const State unarmed = Position(2, 8)
                            .owns(p1, Tile::stables)
                            .in_region(p1, "peru", Worker::colonist)
                            .in_region(p1, "brazil", Worker::colonist)
                            .in_region(p2, "peru", Worker::soldier)
                            .begin(Phase::benefits);
  EXPECT_TRUE(is_over(unarmed));
}

TEST(Stables, R11_TheCaribbeanBordersNewGranadaNewSpainAndFlorida) {
  Position position(2, 8);
  position.owns(p1, Tile::stables).in_region(p1, "caribbean", Worker::soldier);
  for (unsigned r = 1; r < 9; ++r) {
    position.in_region(p1, region_name(nth<Region>(r), Board::americas), Worker::colonist);
  }
  EXPECT_EQ(options(position.begin(Phase::benefits)),
            (std::vector<std::string>{"march caribbean florida", "march caribbean new_granada",
                                      "march caribbean new_spain", "pass"}));
}

TEST(Stables, R4_TheMarchMayBringTheThirdWorker) {
  State s = Position(2, 8)
                .owns(p1, Tile::stables)
                .in_region(p1, "brazil", Worker::soldier)
                .in_region(p1, "peru", Worker::colonist, 2)
                .begin(Phase::benefits);
  play(s, "march brazil peru");
  EXPECT_EQ(s.of(p1).good(Good::silver), 1U);
}

TEST(Migration, S5_SoldiersAloneCannotMigrate) {
  const State s = Position(2, 8)
                      .owns(p1, Tile::migration)
                      .in_region(p1, "peru", Worker::soldier, 3)
                      .in_region(p2, "peru", Worker::colonist, 3)
                      .begin(Phase::benefits);
  EXPECT_TRUE(is_over(s));
}

}  // namespace
}  // namespace carrack::testing
