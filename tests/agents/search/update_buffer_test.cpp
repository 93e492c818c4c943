#include "agents/search/update_buffer.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/agents/search/smallest_tree.hpp"

namespace carrack {
namespace {

using Sums = std::array<u64, kMaxPlayers>;

/// A given number of nodes without edges.
struct Cells : SearchTree {
  explicit Cells(unsigned cells) : SearchTree(smallest_tree()) { reset(cells); }
};

// Hot nodes have no virtual visit count.
TEST(UpdateBuffer, ThreadsOnTheirWayAreFewOfAHotNodesVisits) {
  Cells tree(1);
  for (const unsigned threads : {1U, 2U, 8U, 16U, 64U}) {
    const UpdateBuffer buffer(tree, threads);
    tree[1].visits = 32 * threads - 1;
    EXPECT_FALSE(buffer.is_hot(1)) << threads;
    tree[1].visits = 32 * threads;
    EXPECT_TRUE(buffer.is_hot(1)) << threads;
  }
}

TEST(UpdateBuffer, ManyThreadsTogetherLagByA32nd) {
  constexpr unsigned kThreads = 8;
  Cells tree(1);
  tree[1].visits = 10'000;
  std::vector<UpdateBuffer> buffers(kThreads, UpdateBuffer(tree, kThreads));
  for (u32 n = 1; n <= 10'000; ++n) {
    buffers[n % kThreads].add(1, Sums{1}, 1, 1);
    ASSERT_LE(10'000 + n - tree[1].visits, (10'000 + n) / 32);
  }
}

TEST(UpdateBuffer, TheTreeLagsByA32ndAndLosesNothing) {
  Cells tree(1);
  tree[1].visits = 320;
  UpdateBuffer buffer(tree, 1);
  u32 writes = 0;
  for (u32 n = 1; n <= 1000; ++n) {
    const u32 before = tree[1].visits;
    buffer.add(1, Sums{3, 0, 5}, 3, 1);
    writes += tree[1].visits != before;
    ASSERT_LE(320 + n - tree[1].visits, (320 + n) / 32);
    ASSERT_EQ(tree[1].sum[2], 5 * (tree[1].visits - 320));  // a batch is complete
  }
  EXPECT_LE(writes, 60U);  // 10 visits at once, later more
  buffer.flush();
  EXPECT_EQ(tree[1].visits, 1320U);
  EXPECT_EQ(tree[1].sum, (Sums{3000, 0, 5000}));
  buffer.flush();  // there is nothing left
  EXPECT_EQ(tree[1].visits, 1320U);
}

// Else the variance of UCB1-Tuned would be of newer squares and older visits.
TEST(UpdateBuffer, SquaresAreWrittenWithTheVisits) {
  SearchOptions options = smallest_tree();
  options.selection.rule = Selection::tuned;
  SearchTree tree(options);
  tree.reset(1);
  tree[1].visits = 320;
  UpdateBuffer buffer(tree, 1);
  for (u32 n = 1; n <= 500; ++n) {
    buffer.add(1, Sums{2}, 1, 1, 4);
    ASSERT_EQ(tree.squares(1), u64{4} * (tree[1].visits - 320));
  }
  buffer.flush();
  EXPECT_EQ(tree.squares(1), 2000U);
}

TEST(UpdateBuffer, CellsThatNeedOnePlaceTakeTurns) {
  Cells tree(600);
  for (const u32 cell : {7U, 7 + 256U, 7 + 512U}) tree[cell].visits = 10'000;
  UpdateBuffer buffer(tree, 1);
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
  ASSERT_TRUE(tree.add_edges(1, SearchTree::kNone, std::vector<u16>{3, 4}, {}, 0));
  const u32 block = tree.first_block(1);
  UpdateBuffer buffer(tree, 1);
  EXPECT_FALSE(buffer.is_hot_block(block));
  tree.choices(block) = 1000;
  EXPECT_TRUE(buffer.is_hot_block(block));
  for (u32 n = 0; n < 200; ++n) EXPECT_EQ(buffer.count(block), 1000 + n);
  EXPECT_GE(tree.choices(block), 1200U - 1200 / 32);
  buffer.flush();
  EXPECT_EQ(tree.choices(block), 1200U);
}

}  // namespace
}  // namespace carrack
