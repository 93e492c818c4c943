// Sets of building tiles, copy by copy, on both sides of the word border.
#include "core/game/tileset.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/game/catalogue.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TileSet of(std::initializer_list<unsigned> copies) {
  TileSet set;
  for (const unsigned i : copies) set.insert(nth<TileCopy>(i));
  return set;
}

std::vector<unsigned> list(TileSet set) {
  std::vector<unsigned> copies;
  set.for_each([&](TileCopy copy) { copies.push_back(index(copy)); });
  return copies;
}

TEST(TileSet, OnlySettlersHasTwoCopies) {
  EXPECT_EQ(kTileCopies, kTiles + 1);
  EXPECT_EQ(kind_of(nth<TileCopy>(0)), Tile::settlers);
  EXPECT_EQ(kind_of(nth<TileCopy>(1)), Tile::settlers);
  for (unsigned kind = 1; kind < kTiles; ++kind) {
    EXPECT_EQ(kind_of(only_copy(nth<Tile>(kind))), nth<Tile>(kind));
    EXPECT_EQ(index(only_copy(nth<Tile>(kind))), kind + 1);
  }
}

TEST(TileSet, EveryCopyGoesInAlone) {
  for (unsigned i = 0; i < kTileCopies; ++i) {
    const TileSet set = of({i});
    EXPECT_EQ(set.size(), 1U);
    EXPECT_FALSE(set.empty());
    EXPECT_EQ(index(set.first()), i);
    EXPECT_EQ(index(set.nth_copy(0)), i);
    for (unsigned j = 0; j < kTileCopies; ++j) {
      EXPECT_EQ(set.contains(nth<TileCopy>(j)), i == j);
    }
    const Tile kind = kind_of(nth<TileCopy>(i));
    EXPECT_EQ(index(set.copy_of(kind)), i);
    EXPECT_EQ(set.kinds().size(), 1U);
    EXPECT_EQ(index(set.kinds().first()), index(kind));
  }
  EXPECT_TRUE(TileSet{}.empty());
}

TEST(TileSet, IsVisitedAndCountedInCatalogueOrder) {
  const TileSet set = of({70, 0, 64, 63, 33});
  const std::vector<unsigned> sorted{0, 33, 63, 64, 70};
  EXPECT_EQ(list(set), sorted);
  for (unsigned k = 0; k < sorted.size(); ++k) EXPECT_EQ(index(set.nth_copy(k)), sorted[k]);
}

TEST(TileSet, FromKeepsWhatIsAtOrAfter) {
  const TileSet set = of({0, 5, 63, 64, 70});
  for (unsigned from = 0; from <= kTileCopies; ++from) {
    std::vector<unsigned> rest;
    for (const unsigned i : list(set)) {
      if (i >= from) rest.push_back(i);
    }
    EXPECT_EQ(list(set.from(from)), rest) << from;
  }
}

TEST(TileSet, BothSettlersAreOneKind) {
  EXPECT_EQ(of({0, 1}).kinds().size(), 1U);
  EXPECT_EQ(of({0, 1, 2, 64, 70}).kinds(), of({0, 1, 63, 69}));
  EXPECT_EQ(index(of({1}).copy_of(Tile::settlers)), 1U);
}

TEST(TileSet, BothCommonAndWithout) {
  const TileSet one = of({1, 40, 65});
  const TileSet other = of({1, 41, 65, 66});
  EXPECT_EQ(one & other, of({1, 65}));
  EXPECT_EQ(one | other, of({1, 40, 41, 65, 66}));
  EXPECT_EQ(one - other, of({40}));
  EXPECT_EQ(other - one, of({41, 66}));
}

TEST(TileSet, EveryHolderKeepsWhatItWasGiven) {
  State s = start(Ruleset::make("aoe3", 5));
  for (unsigned i = 0; i < kTileCopies; ++i) s.assign(nth<TileCopy>(i), i % 8);
  for (unsigned holder = 0; holder < 8; ++holder) {
    for (unsigned i = 0; i < kTileCopies; ++i) {
      EXPECT_EQ(s.tiles_of(holder).contains(nth<TileCopy>(i)), i % 8 == holder);
    }
  }
}

}  // namespace
}  // namespace carrack::testing
