// The memory of a search.
#include "agents/search/tree.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <vector>

#include "core/base/error.hpp"
#include "tests/agents/search/smallest_tree.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

const std::vector<float> kPriors{0.5F, 0.3F, 0.2F};

TEST(SearchTree, AChildGetsANodeWhenItIsVisited) {
  SearchTree tree(smallest_tree());
  tree.reset(1);
  ASSERT_TRUE(tree.add_edges(1, SearchTree::kNone, std::vector<u16>{7, 8, 9}, kPriors, 0));
  EXPECT_EQ(tree.used(), 2U);        // none and the root
  EXPECT_EQ(tree.used_edges(), 5U);  // none, the header and three
  const u32 block = tree.first_block(1);
  EXPECT_EQ(tree.child(block + 2), SearchTree::kNone);
  const u32 node = tree.make_child(block + 2);
  EXPECT_EQ(tree.make_child(block + 2), node);
  EXPECT_EQ(tree.used(), 3U);
  EXPECT_EQ(tree[node].action, 8U);
  EXPECT_EQ(tree[node].visits, 0U);
  std::vector<u32> children;
  tree.for_each_child(1, [&](u32 child) { children.push_back(child); });
  EXPECT_EQ(children, std::vector<u32>{node});
  std::vector<u16> actions;
  tree.for_each_edge(1, [&](u32 e) { actions.push_back(tree.edge(e).action); });
  EXPECT_EQ(actions, (std::vector<u16>{7, 8, 9}));
  EXPECT_EQ(tree.bytes(), 3 * sizeof(SearchNode) + 5 * sizeof(Edge));
}

TEST(SearchTree, WithRaveEveryEdgeHasANode) {
  SearchOptions options = smallest_tree();
  options.selection.rave = 100;
  SearchTree tree(options);
  tree.reset(1);
  ASSERT_TRUE(tree.add_edges(1, SearchTree::kNone, std::vector<u16>{7, 8, 9}, {}, 0));
  EXPECT_EQ(tree.used(), 5U);
  tree.for_each_edge(1, [&](u32 e) {
    ASSERT_NE(tree.child(e), SearchTree::kNone);
    EXPECT_EQ(tree[tree.child(e)].action, tree.edge(e).action);
  });
}

TEST(SearchTree, NodesAndEdgesShareTheMemoryAndNeverMeet) {
  SearchTree tree(smallest_tree());
  tree.reset(1);
  u32 blocks = 0;
  for (u32 last = SearchTree::kNone; tree.has_room(3); last = tree.last_block(1)) {
    ASSERT_TRUE(tree.add_edges(1, last, std::vector<u16>{1, 2, 3}, kPriors, 0));
    tree.make_child(tree.last_block(1) + 1);  // for the last block the memory is full
    ++blocks;
    if (blocks == 10000) FAIL() << "the memory does not fill";
  }
  EXPECT_FALSE(tree.add_edges(1, tree.last_block(1), std::vector<u16>{1, 2, 3}, kPriors, 0));
  EXPECT_LE(tree.used() * sizeof(SearchNode) + tree.used_edges() * sizeof(Edge), 1U << 20);
  u32 nodes = 0;
  tree.for_each_edge(1, [&](u32 e) {
    ASSERT_TRUE(tree.edge(e).action >= 1 && tree.edge(e).action <= 3);
    if (const u32 child = tree.child(e); child != SearchTree::kNone) {
      ++nodes;
      ASSERT_EQ(tree[child].action, tree.edge(e).action);
      ASSERT_EQ(tree[child].visits, 0U);
    }
  });
  EXPECT_GE(nodes, blocks - 1);
}

TEST(SearchTree, KeepsWhatIsBelowANode) {
  SearchOptions options = smallest_tree();
  options.tree.memory = 2;
  options.tree.reuse = true;
  SearchTree tree(options);
  tree.reset(1);
  ASSERT_TRUE(tree.add_edges(1, SearchTree::kNone, std::vector<u16>{1, 2}, {}, 0));
  tree.make_child(tree.first_block(1) + 1);
  const u32 kept = tree.make_child(tree.first_block(1) + 2);
  tree[kept].visits = 11;
  ASSERT_TRUE(tree.add_edges(kept, SearchTree::kNone, std::vector<u16>{3, 4, 5}, kPriors, 0));
  tree.choices(tree.first_block(kept)) = 10;
  ASSERT_TRUE(tree.add_edges(kept, tree.last_block(kept), std::vector<u16>{6}, {}, 2));
  const u32 below = tree.make_child(tree.first_block(kept) + 3);
  tree[below].visits = 5;
  tree.edge(tree.first_block(kept) + 3).missed = 2;
  ASSERT_TRUE(tree.add_edges(below, SearchTree::kNone, std::vector<u16>{8}, {}, kChanceMover));

  tree.keep_below(kept);
  EXPECT_EQ(tree.used(), 3U);
  EXPECT_EQ(tree.used_edges(), 1U + 4U + 2U + 2U);
  EXPECT_EQ(tree[1].visits, 11U);
  EXPECT_EQ(tree.choices(tree.first_block(1)), 10U);
  EXPECT_EQ(tree.mover(tree.first_block(1)), 0U);
  EXPECT_EQ(tree.mover(tree.last_block(1)), 2U);
  std::vector<u16> actions;
  tree.for_each_edge(1, [&](u32 e) { actions.push_back(tree.edge(e).action); });
  EXPECT_EQ(actions, (std::vector<u16>{3, 4, 5, 6}));
  const Edge& edge = tree.edge(tree.first_block(1) + 3);
  EXPECT_EQ(edge.missed, 2U);
  EXPECT_EQ(edge.prior, kPriors[2]);
  ASSERT_NE(edge.child, SearchTree::kNone);
  EXPECT_EQ(tree[edge.child].visits, 5U);
  EXPECT_EQ(tree.block_size(tree.first_block(edge.child)), 1U);
  EXPECT_EQ(tree.edge(tree.first_block(edge.child) + 1).action, 8U);
  EXPECT_EQ(tree.mover(tree.first_block(edge.child)), kChanceMover);
}

TEST(SearchTree, SaysHowMuchMemoryThereIsNot) {
  if (testing::kSanitized) {
    GTEST_SKIP() << "a sanitizer ends the process where memory is refused";
  }
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit little{rlim_t{8} << 30, before.rlim_max};
  setrlimit(RLIMIT_AS, &little);
  std::string message;
  try {
    SearchOptions options;
    options.tree.memory = 65536;
    const SearchTree tree(options);
  } catch (const ResourceError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(message, "a search tree of 65536 MiB: out of memory");
}

}  // namespace
}  // namespace carrack
