// RULES §5, §4 H: what tiles are worth at the end.
#include "tests/core/rules/tiles.hpp"

namespace carrack::testing {
namespace {

/// Something of everything for p1, and more of it for p2.
Position rich() {
  Position position(2, 8);
  for (const auto& [player, n] : {std::pair{p1, 1U}, {p2, 2U}}) {
    position.money(player, 10 * n)
        .owns_good(player, Good::gold, n)
        .owns_good(player, Good::tobacco, n)
        .owns_ships(player, n)
        .in_region(player, "peru", Worker::colonist, n)
        .in_region(player, "brazil", Worker::soldier, n)
        .available(player, Worker::soldier, n)
        .available(player, Worker::colonist, n);
  }
  return position;
}

TEST(FinalTiles, S5_OnlyWhatIsTheOwnersCounts) {
  EXPECT_EQ(worth(rich(), Tile::mercantilism), 2U);
  EXPECT_EQ(worth(rich(), Tile::population), 1U);
  EXPECT_EQ(worth(rich(), Tile::navy), 4U);
  EXPECT_EQ(worth(rich(), Tile::power), 2U);
  EXPECT_EQ(worth(rich().owns(p2, Tile::settlers), Tile::prosperity), 2U);
  EXPECT_EQ(worth(rich(), Tile::glory), 4U);
  EXPECT_EQ(worth(rich(), Tile::wealth), 2U);
}

TEST(FinalTiles, S5_AllOtherTilesOf2007EarnNothingMore) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const TileSet earning = [] {
    TileSet set;
    for (const Tile kind : {Tile::mercantilism, Tile::population, Tile::navy, Tile::power,
                            Tile::prosperity, Tile::glory, Tile::wealth}) {
      set.insert(only_copy(kind));
    }
    return set;
  }();
  const TileSet all =
      tile_pool(rules, Age::one) | tile_pool(rules, Age::two) | tile_pool(rules, Age::three);
  (all - earning).for_each([&](TileCopy copy) {
    EXPECT_EQ(worth(rich(), kind_of(copy)), catalogue::row(kind_of(copy)).vp)
        << name(kind_of(copy));
  });
}

TEST(FinalTiles, S5_MercantilismCountsEveryTokenOfAKind) {
  EXPECT_EQ(worth(Position(2)
                      .owns_good(p1, Good::sugar, 5)
                      .owns_good(p1, Good::silver, 5)
                      .owns_good(p1, Good::indigo, 3),
                  Tile::mercantilism),
            13U);
  EXPECT_EQ(worth(Position(2).owns_ships(p1, 4), Tile::mercantilism), 0U);
}

TEST(FinalTiles, S5_PopulationRoundsTheSumNotEachRegion) {
  EXPECT_EQ(worth(Position(2)
                      .in_region(p1, "peru", Worker::colonist)
                      .in_region(p1, "brazil", Worker::soldier)
                      .in_region(p1, "florida", Worker::colonist),
                  Tile::population),
            1U);
  EXPECT_EQ(worth(Position(2).available(p1, Worker::colonist, 9), Tile::population), 0U);
}

TEST(FinalTiles, R1_NavyCountsAllEightShips) {
  Position position(2);
  position.owns_ships(p1, 7);
  take_ship(position.s, p1);  // the one in the box
  EXPECT_EQ(worth(position, Tile::navy), 32U);
  EXPECT_EQ(worth(Position(2), Tile::navy), 0U);
}

TEST(FinalTiles, S5_ProsperityCountsBothSettlers) {
  EXPECT_EQ(worth(Position(2), Tile::prosperity), 2U);
  EXPECT_EQ(
      worth(Position(2).owns(p1, Tile::settlers).owns(p1, Tile::settlers).owns(p1, Tile::militia),
            Tile::prosperity),
      8U);
}

TEST(FinalTiles, S1_GloryNeedsNoThreeWorkersIn2007) {
  Position position(2);
  position.all_discovered();
  for (const char* name : {"caribbean", "new_france", "florida", "brazil"}) {
    position.in_region(p1, name, Worker::colonist);
  }
  EXPECT_EQ(worth(position, Tile::glory), 8U);
}

TEST(FinalTiles, S5_WealthRoundsDownAtEveryFive) {
  for (const unsigned money : {0U, 4U, 5U, 9U, 10U, 99U}) {
    EXPECT_EQ(worth(Position(2).money(p1, money), Tile::wealth), money / 5) << money;
  }
}

TEST(FinalTiles, S4H_WealthCountsTheIncomeOfTurnEight) {
  const State s = Position(2, 8)
                      .money(p1, 4)
                      .owns_good(p1, Good::sugar, 4)
                      .owns(p1, Tile::wealth)
                      .begin(Phase::income);
  ASSERT_TRUE(is_over(s));
  EXPECT_EQ(s.of(p1).money(), 10U);
  EXPECT_EQ(result(s).breakdown[0].tiles, 2);
  EXPECT_EQ(result(s).breakdown[0].economy, 6);
  EXPECT_EQ(result(s).vp[0], 8);
}

TEST(FinalTiles, S4H_PrintedAndEarnedAddUp) {
  const State s = Position(2, 8)
                      .owns(p1, Tile::cartography)
                      .owns(p1, Tile::university)
                      .owns(p1, Tile::prosperity)
                      .owns(p1, Tile::navy)
                      .owns_ships(p1, 2)
                      .s;
  EXPECT_EQ(tiles::final_vp(s, p1), 4U + 5U + 2 * 4U + 8U);
  EXPECT_EQ(tiles::final_vp(s, p2), 0U);
}

TEST(FinalTiles, S5_TilesOnShowOrInTheBagAreNobodys) {
  const State s = Position(2, 4).shows(Tile::university).shows(Tile::taxation).s;
  EXPECT_EQ(tiles::final_vp(s, p1) + tiles::final_vp(s, p2), 0U);
}

TEST(FinalTiles, S5_PrintedVp) {
  EXPECT_EQ(worth(Position(2), Tile::cartography), 4U);
  EXPECT_EQ(worth(Position(2), Tile::taxation), 2U);
  EXPECT_EQ(worth(Position(2), Tile::university), 5U);
  EXPECT_EQ(worth(Position(2), Tile::factory), 5U);
  EXPECT_EQ(worth(Position(2), Tile::settlers), 0U);
}

TEST(FinalTiles, S5_MercantilismOneAGoodShipsNot) {
  EXPECT_EQ(
      worth(Position(2).owns_good(p1, Good::rice, 3).owns_good(p1, Good::fur).owns_ships(p1, 2),
            Tile::mercantilism),
      4U);
}

TEST(FinalTiles, S5_PopulationOneForTwoOwnWorkersInRegions) {
  EXPECT_EQ(worth(Position(2)
                      .in_region(p1, "peru", Worker::colonist, 4)
                      .in_region(p1, "brazil", Worker::soldier, 3),
                  Tile::population),
            3U);
}

TEST(FinalTiles, R1_NavyFourAShip) {
  EXPECT_EQ(worth(Position(2).owns_ships(p1, 3), Tile::navy), 12U);
}

TEST(FinalTiles, S5_PowerTwoASoldierInRegions) {
  EXPECT_EQ(worth(Position(2)
                      .in_region(p1, "peru", Worker::soldier, 2)
                      .in_region(p1, "brazil", Worker::soldier, 1)
                      .available(p1, Worker::soldier),
                  Tile::power),
            6U);
}

TEST(FinalTiles, S5_ProsperityTwoATileItselfIncluded) {
  EXPECT_EQ(worth(Position(2).owns(p1, Tile::settlers).owns(p1, Tile::navigator), Tile::prosperity),
            6U);
}

TEST(FinalTiles, S1_GloryTwoARegionWithAnOwnWorker) {
  EXPECT_EQ(worth(Position(2)
                      .in_region(p1, "peru", Worker::soldier)
                      .in_region(p1, "brazil", Worker::colonist, 4),
                  Tile::glory),
            4U);
}

TEST(FinalTiles, S5_WealthOneForFiveDollarsRoundedDown) {
  EXPECT_EQ(worth(Position(2).money(p1, 19), Tile::wealth), 3U);
}

TEST(FinalTiles, S5_MilitiaIsForBattlesOnly) { EXPECT_EQ(worth(Position(2), Tile::militia), 0U); }

}  // namespace
}  // namespace carrack::testing
