// RULES §4 E: the refresh.
#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Refresh, S4E_TilesUpToFiveOfTheCurrentAge) {
  State s = Position(2).shows(Tile::settlers).shows(Tile::navigator).begin(Phase::benefits);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(s.node, Node::tile);
    play(s, options(s).front());
  }
  EXPECT_NE(s.node, Node::tile);
  EXPECT_EQ(tiles_on_show(s).size(), 5U);
}

TEST(Refresh, S1_UntakenGoodsGoBackIntoTheSupplyBeforeFourNewOnes) {
  Position position(2);
  for (const Tile kind :
       {Tile::settlers, Tile::settlers, Tile::navigator, Tile::monastery, Tile::conquistadors}) {
    position.shows(kind);
  }
  State s = position.shows(Good::rice).shows(Good::rice).shows(Good::rice).begin(Phase::benefits);
  ASSERT_EQ(s.node, Node::good);
  EXPECT_TRUE(offers(s, "good rice"));
  EXPECT_EQ(chance_weight(s, parse_notation("good rice", Board::americas)), 3U);
  play(s, {"good fur", "good fur", "good sugar", "good rice"});
  EXPECT_EQ(s.phase, Phase::placement);
  EXPECT_EQ(s.turn, 2);
}

TEST(Refresh, S4E_ANewShipWhereTheBoxIsEmptyAndFiveColonistsForAll) {
  Position position(2);
  position.s.ship_on_show = 0;
  position.s.supply.add_ships(1);
  State s = position.begin(Phase::benefits);
  resolve_chance(s);
  EXPECT_EQ(s.ship_on_show, 1);
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);
  EXPECT_EQ(s.of(p2).available()[Worker::colonist], 5U);
}

TEST(Refresh, R12_AsManyColonistsAsThereIsRoomFor) {
  State s = Position(2)
                .in_region(p1, "peru", Worker::colonist, 47)
                .available(p2, Worker::colonist, 27)
                .begin(Phase::benefits);
  resolve_chance(s);
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 2U);
  EXPECT_EQ(s.of(p2).available()[Worker::colonist], 29U);
}

TEST(Refresh, S4E_AfterTurnsThreeAndSixTheOldAgeLeavesTheGame) {
  for (const unsigned turn : {3U, 6U}) {
    Position position(2, turn);
    position.shows(turn == 3 ? Tile::navigator : Tile::fortress);
    State s = position.begin(Phase::benefits);
    EXPECT_EQ(s.turn, turn);  // still the old turn and age
    EXPECT_TRUE(tiles_on_show(s).empty());
    EXPECT_EQ(chance_total(s), turn == 3 ? 13U : 10U);
    resolve_chance(s);
    EXPECT_EQ(tiles_on_show(s).size(), 5U);
    EXPECT_TRUE((tiles_on_show(s) - tile_pool(s.ruleset(), s.age())).empty());
    EXPECT_EQ(s.turn, turn + 1);
  }
}

TEST(Refresh, S4E_ScoringComesAfterTurnsThreeSixAndEightOnly) {
  for (unsigned turn = 1; turn <= kTurns; ++turn) {
    State s = Position(2, turn).in_region(p1, "peru", Worker::colonist, 3).begin(Phase::benefits);
    resolve_chance(s);
    EXPECT_EQ(s.of(p1).colony_vp(), turn == 3 || turn == 6 || turn == 8 ? 6U : 0U) << turn;
  }
}

TEST(Refresh, S4E_TurnEightEndsTheGameWithoutARefresh) {
  const State s = Position(2, 8).in_box(Box::initiative, p2).begin(Phase::benefits);
  EXPECT_TRUE(is_over(s));
  EXPECT_EQ(s.phase, Phase::end);
  EXPECT_TRUE(tiles_on_show(s).empty());
  EXPECT_TRUE(s.of(p1).available().empty());
  EXPECT_FALSE(s.initiative_box[0].empty());  // §11: it stays
}

TEST(Refresh, S4E_ThreeTilesLeftTwoMoreCome) {  // the rulebook's example
  Position position(4, 2);
  position.shows(Tile::settlers).shows(Tile::monastery).shows(Tile::trade_routes);
  State s = position.begin(Phase::benefits);
  EXPECT_EQ(chance_total(s), 8U);
  resolve_chance(s);
  EXPECT_EQ(tiles_on_show(s).size(), 5U);
  EXPECT_TRUE(tiles_on_show(s).contains(only_copy(Tile::monastery)));
  EXPECT_TRUE((tiles_on_show(s) - tile_pool(s.ruleset(), Age::one)).empty());
}

TEST(Refresh, S4E_TilesThenGoods) {
  State s = Position(2).begin(Phase::benefits);
  std::vector<Node> drawn;
  for (; is_chance(s); play(s, options(s).front())) drawn.push_back(s.node);
  ASSERT_EQ(drawn.size(), 9U);
  EXPECT_EQ(std::ranges::count(drawn, Node::tile), 5);
  EXPECT_TRUE(std::ranges::is_sorted(drawn));
}

TEST(Refresh, S4E_NoTilesComeWhenTheAgeHasNoMore) {
  Position position(2, 2);
  tile_pool(position.s.ruleset(), Age::one).for_each([&](TileCopy copy) {
    if (kind_of(copy) != Tile::navigator) position.owns(p2, kind_of(copy));
  });
  State s = position.begin(Phase::refresh);
  resolve_chance(s);
  EXPECT_EQ(s.turn, 3);
  EXPECT_EQ(tiles_on_show(s).size(), 1U);  // the last one came without a draw
  EXPECT_TRUE(tiles_on_show(s).contains(only_copy(Tile::navigator)));
}

TEST(Refresh, S4E_AsManyGoodsAsThereAre) {
  Position position(2);
  position.s.supply -= position.s.supply.without_ships();
  position.s.supply.add(Good::rice, 2);
  State s = position.begin(Phase::refresh);
  resolve_chance(s);
  EXPECT_EQ(s.phase, Phase::placement);
  EXPECT_TRUE(std::ranges::equal(s.goods_on_show, std::array{Good::rice, Good::rice}));
  EXPECT_FALSE(s.supply.has_goods());
}

TEST(Refresh, S4E_OneShipAtMostAndNoneFromAnEmptySupply) {
  State kept = Position(2).begin(Phase::refresh);
  resolve_chance(kept);
  EXPECT_EQ(kept.ship_on_show, 1);
  EXPECT_EQ(kept.supply.ships(), 7U);

  Position position(2);
  position.s.ship_on_show = 0;
  State none = position.owns_ships(p1, 7).begin(Phase::refresh);
  resolve_chance(none);
  EXPECT_EQ(none.ship_on_show, 0);
}

TEST(Refresh, S4E_ColonistsComeBesideThoseOfTilesAndSpecialists) {  // the rulebook's example
  State s =
      Position(2).owns(p1, Tile::monastery).in_box(Box::captain, p1).begin(Phase::specialists);
  resolve_chance(s);
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);
  EXPECT_EQ(s.of(p1).available()[Worker::missionary], 1U);
  EXPECT_EQ(s.of(p1).available()[Worker::captain], 1U);
  EXPECT_EQ(s.of(p1).available().total(), 7U);
}

TEST(Refresh, S4E_UnsoldTilesOfAnOldAgeNeverComeBack) {
  Position position(2, 3);
  position.shows(Tile::navigator);
  State s = position.begin(Phase::benefits);
  Random random(8, 8);
  while (!is_over(s)) {
    apply(s, random_action(s, legal(s), random));
    ASSERT_TRUE((tiles_on_show(s) & tile_pool(s.ruleset(), Age::one)).empty());
  }
}

}  // namespace
}  // namespace carrack::testing
