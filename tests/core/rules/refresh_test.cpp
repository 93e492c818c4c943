// RULES §4 E refresh, G colony scoring, H the end.
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

/// Colony VP of p1, p2, p3, p4 with these workers in Peru.
std::array<unsigned, 4> scores(std::array<unsigned, 4> workers) {
  Position position(4, 3);
  for (unsigned p = 0; p < 4; ++p) {
    position.in_region(nth<Player>(p), "peru", Worker::colonist, workers[p]);
  }
  const auto vp = scoring::colony_vp(position.s);
  return {vp[0], vp[1], vp[2], vp[3]};
}
using Four = std::array<unsigned, 4>;

TEST(Scoring, S4G_MostSixSecondTwo) { EXPECT_EQ(scores({4, 3, 1, 0}), (Four{6, 2, 0, 0})); }
TEST(Scoring, S4G_TheSecondNeedsOneWorkerOnly) {
  EXPECT_EQ(scores({3, 0, 1, 0}), (Four{6, 0, 2, 0}));
}
TEST(Scoring, S4G_NothingWhereNobodyHasThree) {
  EXPECT_EQ(scores({2, 1, 0, 0}), (Four{0, 0, 0, 0}));
}
TEST(Scoring, S4G_TwoTiedForMostTakeTwoEachAndThereIsNoSecond) {
  EXPECT_EQ(scores({4, 4, 3, 0}), (Four{2, 2, 0, 0}));
}
TEST(Scoring, S4G_ThreeTiedForMostTakeNothing) {
  EXPECT_EQ(scores({3, 3, 3, 1}), (Four{0, 0, 0, 0}));
}
TEST(Scoring, S4G_TiedForSecondTakeNothing) { EXPECT_EQ(scores({5, 2, 2, 1}), (Four{6, 0, 0, 0})); }
TEST(Scoring, S4G_AloneInARegion) { EXPECT_EQ(scores({0, 3, 0, 0}), (Four{0, 6, 0, 0})); }
TEST(Scoring, S4G_SoldiersCountLikeOthers) {
  Position position(2, 3);
  position.in_region(p1, "peru", Worker::soldier, 2).in_region(p1, "peru", Worker::colonist, 1);
  EXPECT_EQ(scoring::colony_vp(position.s)[0], 6);
}

TEST(Result, S4H_TheBreakdownAddsUp) {
  Position position(2, 8);
  position.owns(p1, Tile::factory).in_region(p1, "peru", Worker::colonist, 3);
  position.s.counters.assign(14, 0);
  position.s.cards.assign(15, 0);
  const Result r = result(position.begin(Phase::income));
  EXPECT_EQ(r.breakdown[0], (Breakdown{.colonies = 6, .discoveries = 13, .tiles = 5}));
  EXPECT_EQ(r.vp[0], 24);
}

std::vector<unsigned> ranks(const State& s) {
  const Result r = result(s);
  return {r.rank.begin(), r.rank.begin() + s.players()};
}

TEST(Result, S4H_TiesGoToColonyVpOfTurnEightThenMoneyThenGoods) {
  Position colonies(2, 8);
  colonies.in_region(p2, "peru", Worker::colonist, 3).owns(p1, Tile::factory);
  colonies.s.counters.assign(0, 0);
  colonies.s.counters.assign(5, 1);  // 5 + 4 against 6 + 5: make them even
  colonies.s.of(p1).add_bought_vp(2);
  EXPECT_EQ(ranks(colonies.begin(Phase::benefits)), (std::vector<unsigned>{2, 1}));

  Position money(2, 8);
  money.money(p1, 3).money(p2, 4);
  EXPECT_EQ(ranks(money.begin(Phase::benefits)), (std::vector<unsigned>{2, 1}));

  Position goods(2, 8);
  goods.owns_good(p1, Good::rice).owns_ships(p2, 3);  // ships do not count in 2007
  EXPECT_EQ(ranks(goods.begin(Phase::benefits)), (std::vector<unsigned>{1, 2}));
}

TEST(Result, R7_StillTiedIsShared) {
  const State s = Position(3, 8).money(p2, 1).money(p3, 1).begin(Phase::benefits);
  EXPECT_EQ(ranks(s), (std::vector<unsigned>{3, 1, 1}));
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

TEST(Refresh, S2_TheTwoSettlersAreOneOutcomeTwiceAsLikely) {
  const State s = Position(2).begin(Phase::benefits);
  EXPECT_EQ(options(s).size(), 10U);
  EXPECT_EQ(chance_total(s), 11U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile settlers", Board::americas)), 2U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile monastery", Board::americas)), 1U);
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

TEST(Refresh, S4B_WorkersInTheInitiativeBoxStillTakeRoom) {
  Position position(2);
  position.available(p1, Worker::colonist, 25).in_box(Box::initiative, p1);
  State s = position.begin(Phase::refresh);
  resolve_chance(s);
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 28U);  // 29 while one stood in the box
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 28U);
}

TEST(Refresh, S4E_TheNewOrderOfTheRulebook) {
  Position position(4, 2);  // red, blue, green, orange
  State s = position.in_box(Box::initiative, p3).in_box(Box::initiative, p4).begin(Phase::refresh);
  resolve_chance(s);
  EXPECT_EQ(s.turn, 3);
  for (unsigned place = 0; place < 4; ++place) {
    EXPECT_EQ(s.in_place(place), (std::array{p3, p4, p1, p2}[place]));
  }
  EXPECT_EQ(s.actor, p3);
  EXPECT_EQ(s.in_initiative, 0);
}

TEST(Refresh, S4E_UnsoldTilesOfAnOldAgeNeverComeBack) {
  Position position(2, 3);
  position.shows(Tile::navigator);
  State s = position.begin(Phase::benefits);
  Random random(8, 8);
  while (!is_over(s)) {
    apply(s, is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                          : legal(s)[random.below(legal(s).size())]);
    ASSERT_TRUE((tiles_on_show(s) & tile_pool(s.ruleset(), Age::one)).empty());
  }
}

}  // namespace
}  // namespace carrack::testing
