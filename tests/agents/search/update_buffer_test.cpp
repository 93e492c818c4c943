#include "agents/search/update_buffer.hpp"

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

TEST(UpdateBuffer, ANodeIsHotFromSoManyVisitsOn) {
  Cells tree(2);
  const UpdateBuffer buffer(tree);
  tree[1].visits = UpdateBuffer::kHot - 1;
  tree[2].visits = UpdateBuffer::kHot;
  EXPECT_FALSE(buffer.is_hot(1));
  EXPECT_TRUE(buffer.is_hot(2));
}

TEST(UpdateBuffer, TheTreeLagsByA32ndAndLosesNothing) {
  Cells tree(1);
  tree[1].visits = 320;
  UpdateBuffer buffer(tree);
  u32 writes = 0;
  for (u32 n = 1; n <= 1000; ++n) {
    const u32 before = tree[1].visits;
    buffer.add(1, Sums{3, 0, 5}, 3, 1);
    writes += tree[1].visits != before;
    ASSERT_LE(320 + n - tree[1].visits, (320 + n) / 32);
    ASSERT_EQ(tree[1].sum[2], 5 * (tree[1].visits - 320));  // a batch is whole
  }
  EXPECT_LE(writes, 60U);  // 10 visits at once, later more
  buffer.flush();
  EXPECT_EQ(tree[1].visits, 1320U);
  EXPECT_EQ(tree[1].sum, (Sums{3000, 0, 5000}));
  buffer.flush();  // there is nothing left
  EXPECT_EQ(tree[1].visits, 1320U);
}

TEST(UpdateBuffer, CellsThatNeedOnePlaceTakeTurns) {
  Cells tree(600);
  for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) tree[cell].visits = 10'000;
  UpdateBuffer buffer(tree);
  for (unsigned n = 0; n < 100; ++n) {
    for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) buffer.add(cell, Sums{cell}, 2, 2);
  }
  buffer.flush();
  for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) {
    EXPECT_EQ(tree[cell].visits, 10'200U);
    EXPECT_EQ(tree[cell].sum[0], 100 * cell);
  }
}

TEST(UpdateBuffer, AThreadKnowsItsOwnChoices) {
  Cells tree(1);
  tree[1].visits = 1000;
  UpdateBuffer buffer(tree);
  for (u32 n = 0; n < 200; ++n) EXPECT_EQ(buffer.count(1), 1000 + n);
}

}  // namespace
}  // namespace carrack
