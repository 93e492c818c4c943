#include "agents/search/lumps.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

using Sums = std::array<u64, kMaxPlayers>;

SearchOptions smallest() {
  SearchOptions options;
  options.memory = 1;
  return options;
}

/// Nothing but so many cells without children.
struct Cells : SearchTree {
  explicit Cells(unsigned cells) : SearchTree(smallest()) { reset(cells); }
};

TEST(Lumps, ANodeIsBusyFromSoManyVisitsOn) {
  Cells tree(2);
  const Lumps lumps(tree);
  tree[1].visits = Lumps::kBusy - 1;
  tree[2].visits = Lumps::kBusy;
  EXPECT_FALSE(lumps.is_busy(1));
  EXPECT_TRUE(lumps.is_busy(2));
}

TEST(Lumps, TheTreeLagsByA32ndAndLosesNothing) {
  Cells tree(1);
  tree[1].visits = 320;
  Lumps lumps(tree);
  u32 lumps_told = 0;
  for (u32 n = 1; n <= 1000; ++n) {
    const u32 before = tree[1].visits;
    lumps.add(1, Sums{3, 0, 5}, 3, 1);
    lumps_told += tree[1].visits != before;
    ASSERT_LE(320 + n - tree[1].visits, (320 + n) / 32);
    ASSERT_EQ(tree[1].sum[2], 5 * (tree[1].visits - 320));  // a lump is whole
  }
  EXPECT_LE(lumps_told, 60U);  // 10 visits at once, later more
  lumps.tell();
  EXPECT_EQ(tree[1].visits, 1320U);
  EXPECT_EQ(tree[1].sum, (Sums{3000, 0, 5000}));
  lumps.tell();  // there is nothing left
  EXPECT_EQ(tree[1].visits, 1320U);
}

TEST(Lumps, CellsThatNeedOnePlaceTakeTurns) {
  Cells tree(600);
  for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) tree[cell].visits = 10'000;
  Lumps lumps(tree);
  for (unsigned n = 0; n < 100; ++n) {
    for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) lumps.add(cell, Sums{cell}, 2, 2);
  }
  lumps.tell();
  for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) {
    EXPECT_EQ(tree[cell].visits, 10'200U);
    EXPECT_EQ(tree[cell].sum[0], 100 * cell);
  }
}

TEST(Lumps, AThreadKnowsItsOwnChoices) {
  Cells tree(1);
  tree[1].visits = 1000;
  Lumps lumps(tree);
  for (u32 n = 0; n < 200; ++n) EXPECT_EQ(lumps.count(1), 1000 + n);
}

}  // namespace
}  // namespace carrack
