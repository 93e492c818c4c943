// The texts of the tiles against the engine: all are present and state when the tile acts.
#include "core/game/tile_texts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::testing {
namespace {

TEST(TileTexts, EveryTileHasOneOrTwoSentences) {
  const std::vector<TileEntry> tiles = list_tiles();
  ASSERT_EQ(tiles.size(), kTiles);
  for (unsigned i = 0; i < kTiles; ++i) {
    EXPECT_EQ(tiles[i].name, catalogue::kTileRows[i].name);
    EXPECT_EQ(text_of(nth<Tile>(i)).tile, nth<Tile>(i));
    const std::string_view text = tiles[i].text;
    EXPECT_GT(text.size(), 15U) << tiles[i].name;
    EXPECT_TRUE(text.ends_with('.')) << text;
    EXPECT_LE(std::ranges::count(text, '.'), 2) << text;
    EXPECT_EQ(printable(text), text) << text;
  }
}

TEST(TileTexts, S5_TilesOfEveryTurnAreThoseOfTheBenefitsPhase) {
  const TileSet acting =
      (tiles::each_turn_tiles(Edition::aoe3) | tiles::each_turn_tiles(Edition::empires)).kinds();
  for (unsigned i = 0; i < kTiles; ++i) {
    const auto tile = nth<Tile>(i);
    if (tile == Tile::cartography) continue;  // bought, it may wait for a benefits phase
    EXPECT_EQ(text_of(tile).kind == TileKind::turn, acting.contains(nth<TileCopy>(i)))
        << name(tile);
  }
}

TEST(TileTexts, TheTextSaysWhenItsTileActs) {
  for (const TileEntry& tile : list_tiles()) {
    if (tile.kind == "turn" || tile.kind == "income") {
      EXPECT_TRUE(tile.text.starts_with("Each turn, ")) << tile.text;
    } else if (tile.kind == "purchase" && tile.name != "cartography") {
      EXPECT_TRUE(tile.text.starts_with("At purchase, ")) << tile.text;
    } else if (tile.kind == "end" && tile.name != "european_war") {
      EXPECT_TRUE(tile.text.starts_with("At the end, ")) << tile.text;
    }
  }
}

TEST(TileTexts, ListsTheTilesOfAnEditionAndAnAge) {
  EXPECT_EQ(list_tiles("aoe3").size(), 33U);  // 34 copies, settlers twice
  EXPECT_EQ(list_tiles("empires").size(), kTiles);
  EXPECT_EQ(list_tiles("aoe3", Age::three).size(), 10U);
  EXPECT_EQ(list_tiles({}, Age::two).size(), 14U + 8 + 5);
  unsigned copies = 0;
  for (const TileEntry& tile : list_tiles()) copies += tile.copies;
  EXPECT_EQ(copies, kTileCopies);
  const TileEntry mint = list_tiles()[index(Tile::mint)];
  EXPECT_EQ(mint.editions, std::vector<std::string_view>{"empires"});
  EXPECT_EQ(mint.module, "builder");
  EXPECT_EQ(mint.kind, "income");
  EXPECT_EQ(list_tiles()[index(Tile::goa)].module, "world");
  EXPECT_EQ(list_tiles()[index(Tile::plague_1)].module, "");
}

TEST(TileTexts, AnUnknownEditionIsRefusedWithTheNearest) {
  try {
    static_cast<void>(list_tiles("empire"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown edition 'empire'; did you mean 'empires'? (known: aoe3, empires)");
  }
}

}  // namespace
}  // namespace carrack::testing
