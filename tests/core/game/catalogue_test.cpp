// The printed figures of the components against the lists of the rulebook (2007).
#include "core/game/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Names = std::vector<std::string_view>;

Names names_of(TileSet tiles) {
  Names names;
  tiles.for_each([&](TileCopy copy) { names.push_back(catalogue::row(kind_of(copy)).name); });
  return names;
}

TEST(Catalogue, S1_TheElevenTilesOfAgeOne) {
  EXPECT_EQ(names_of(catalogue::copies(kAoe3, Age::one)),
            (Names{"settlers", "settlers", "monastery", "trade_routes", "training_grounds",
                   "indentured_servitude", "conquistadors", "navigator", "inca_conquest",
                   "trading_post", "cartography"}));
}

TEST(Catalogue, S1_TheThirteenTilesOfAgeTwo) {
  EXPECT_EQ(names_of(catalogue::copies(kAoe3, Age::two)),
            (Names{"indian_allies", "privateers", "ship_yards", "cathedral", "taxation",
                   "university", "west_indies_co", "colonization_laws", "rum_distillery",
                   "marketplace", "military_academy", "fortress", "stables"}));
}

TEST(Catalogue, S1_TheTenTilesOfAgeThree) {
  EXPECT_EQ(names_of(catalogue::copies(kAoe3, Age::three)),
            (Names{"militia", "mercantilism", "population", "navy", "power", "prosperity", "glory",
                   "wealth", "migration", "factory"}));
}

TEST(Catalogue, EveryBoxHoldsAsManyTilesAsItSays) {
  using catalogue::copies;
  EXPECT_EQ(copies(kEmpires, Age::one).size(), 12U);
  EXPECT_EQ(copies(kEmpires, Age::two).size(), 14U);
  EXPECT_EQ(copies(kEmpires, Age::three).size(), 11U);
  EXPECT_EQ(copies(kBuilder, Age::one).size(), 8U);
  EXPECT_EQ(copies(kBuilder, Age::two).size(), 8U);
  EXPECT_EQ(copies(kBuilder, Age::three).size(), 4U);
  EXPECT_EQ(copies(kWorld, Age::one).size(), 5U);
  EXPECT_EQ(copies(kWorld, Age::two).size(), 5U);
  EXPECT_EQ(copies(kWorld, Age::three).size(), 4U);
}

TEST(Catalogue, AllSeventyOneCopiesBelongToOneAgeEach) {
  constexpr u8 kAny = kAoe3 | kEmpires | kBuilder | kWorld;
  EXPECT_EQ(catalogue::copies(kAny, Age::one).size() + catalogue::copies(kAny, Age::two).size() +
                catalogue::copies(kAny, Age::three).size(),
            71U);
  std::set<std::string_view> names;
  for (const TileRow& row : catalogue::kTileRows) names.insert(row.name);
  EXPECT_EQ(names.size(), 70U);
}

TEST(Catalogue, S4B5_TenFourteenTwentyByAgeAndSpoilsFree) {
  for (const TileRow& row : catalogue::kTileRows) {
    const unsigned price = row.age == Age::one ? 10 : row.age == Age::two ? 14 : 20;
    EXPECT_EQ(row.cost, row.name.starts_with("spoils") ? 0 : price) << row.name;
  }
}

TEST(Catalogue, S5_FourTilesHavePrintedVp) {
  for (const TileRow& row : catalogue::kTileRows) {
    const unsigned vp = row.name == "cartography"                           ? 4
                        : row.name == "taxation"                            ? 2
                        : row.name == "university" || row.name == "factory" ? 5
                                                                            : 0;
    EXPECT_EQ(row.vp, vp) << row.name;
  }
}

TEST(Catalogue, TokensOfEveryGood) {
  const std::vector<std::pair<std::string_view, unsigned>> printed{
      {"gold", 5}, {"silver", 6}, {"cattle", 3},  {"cocoa", 3}, {"fish", 3},  {"sugar", 6},
      {"fur", 4},  {"coffee", 4}, {"tobacco", 5}, {"rice", 3},  {"indigo", 4}};
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned tokens = boards::kAmericas.tokens()[g];
    EXPECT_EQ(tokens, g < printed.size() ? printed[g].second : 0);
    if (g < printed.size()) {
      EXPECT_EQ(catalogue::kGoodNames[g], printed[g].first);
    }
  }
}

TEST(Catalogue, S3_3_NineRegionsEachWithAGoodOfItsOwn) {
  const auto rows = catalogue::regions(Board::americas);
  ASSERT_EQ(rows.size(), 9U);
  const std::vector<std::pair<std::string_view, Good>> expected{
      {"caribbean", Good::sugar},  {"new_france", Good::fur}, {"new_england", Good::fish},
      {"virginia", Good::tobacco}, {"florida", Good::indigo}, {"new_spain", Good::cocoa},
      {"new_granada", Good::gold}, {"peru", Good::silver},    {"brazil", Good::coffee}};
  for (unsigned r = 0; r < rows.size(); ++r) {
    EXPECT_EQ(rows[r].name, expected[r].first);
    EXPECT_EQ(rows[r].good, expected[r].second) << rows[r].name;
  }
}

TEST(Catalogue, S5_TheCaribbeanBordersFloridaNewSpainAndNewGranada) {
  Names neighbours;
  const auto rows = catalogue::regions(Board::americas);
  for_each_bit(rows[0].adjacent, [&](unsigned r) { neighbours.push_back(rows[r].name); });
  EXPECT_EQ(neighbours, (Names{"florida", "new_spain", "new_granada"}));
}

TEST(Catalogue, EveryRegionCanBeReachedFromEveryOther) {
  const auto rows = catalogue::regions(Board::americas);
  u64 reached = 1;
  for (std::size_t step = 0; step < rows.size(); ++step) {
    for_each_bit(reached, [&](unsigned r) { reached |= rows[r].adjacent; });
  }
  EXPECT_EQ(reached, low_bits(9));
}

std::vector<unsigned> figures(Discovery d) { return {d.plunder, d.per_soldier, d.natives, d.vp}; }

TEST(Catalogue, TheSixteenCounters) {
  const std::vector<std::vector<unsigned>> printed{
      {1, 2, 1, 4}, {1, 2, 1, 4}, {1, 3, 2, 4}, {1, 2, 2, 4}, {1, 3, 2, 4}, {2, 4, 3, 5},
      {2, 2, 3, 5}, {2, 2, 3, 5}, {1, 3, 3, 5}, {1, 2, 3, 5}, {2, 5, 3, 5}, {3, 4, 4, 6},
      {4, 5, 4, 6}, {3, 4, 4, 6}, {4, 5, 5, 7}, {2, 4, 5, 7}};
  ASSERT_EQ(catalogue::kCounterRows.size(), printed.size());
  for (unsigned i = 0; i < kCounters; ++i) {
    EXPECT_EQ(figures(catalogue::kCounterRows[i]), printed[i]) << i;
  }
}

TEST(Catalogue, TheSixteenCards) {
  const std::vector<std::pair<std::string_view, std::vector<unsigned>>> printed{
      {"mississippi", {2, 1, 3, 4}},
      {"great_lakes", {1, 2, 3, 4}},
      {"pampas", {2, 1, 3, 4}},
      {"california", {2, 1, 4, 4}},
      {"philippines", {2, 1, 4, 5}},
      {"south_seas", {2, 1, 4, 5}},
      {"ethiopia", {3, 2, 4, 5}},
      {"amazon", {2, 1, 4, 4}},
      {"northwest_territory", {2, 2, 4, 4}},
      {"australia", {2, 1, 4, 5}},
      {"japan", {4, 3, 5, 5}},
      {"siam", {4, 2, 5, 5}},
      {"spice_islands", {5, 3, 5, 6}},
      {"india", {6, 3, 6, 6}},
      {"circumnavigation", {8, 3, 6, 6}},
      {"china", {7, 3, 6, 6}}};
  ASSERT_EQ(catalogue::kCardRows.size(), printed.size());
  for (unsigned i = 0; i < kCards; ++i) {
    EXPECT_EQ(catalogue::kCardRows[i].name, printed[i].first);
    EXPECT_EQ(figures(catalogue::kCardRows[i].discovery), printed[i].second) << printed[i].first;
  }
}

TEST(Catalogue, S10_WorkersInCatalogueOrder) {
  EXPECT_EQ(Names(catalogue::kWorkerNames.begin(), catalogue::kWorkerNames.end()),
            (Names{"colonist", "captain", "merchant", "missionary", "soldier", "builder"}));
}

TEST(Catalogue, BordersGoBothWays) {
  for (const Board board : {Board::americas, Board::world}) {
    const auto rows = catalogue::regions(board);
    for (unsigned a = 0; a < rows.size(); ++a) {
      EXPECT_FALSE(has_bit(rows[a].adjacent, a));
      EXPECT_NE(rows[a].adjacent, 0);
      for (unsigned b = 0; b < rows.size(); ++b) {
        EXPECT_EQ(has_bit(rows[a].adjacent, b), has_bit(rows[b].adjacent, a));
      }
    }
  }
}

TEST(Catalogue, CountersByNativesAndTokensByGood) {
  std::array<unsigned, 6> natives{};
  for (const Discovery& counter : catalogue::kCounterRows) ++natives[counter.natives];
  EXPECT_EQ(natives, (std::array<unsigned, 6>{0, 2, 3, 6, 3, 2}));
  unsigned tokens = 0;
  for (const u8 n : boards::kAmericas.tokens()) tokens += n;
  EXPECT_EQ(tokens, 46U);
}

}  // namespace
}  // namespace carrack::testing
