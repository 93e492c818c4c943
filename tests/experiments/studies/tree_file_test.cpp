#include "experiments/studies/tree_file.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "core/base/error.hpp"

namespace carrack {
namespace {

SavedTree small_tree() {
  SavedTree tree;
  tree.agent = "uct:iterations=100";
  tree.player = nth<Player>(1);
  tree.players = 2;
  tree.position = 0xfedcba9876543210U;
  tree.seed = 5;
  tree.depth = 2;
  tree.min_visits = 1;
  tree.nodes = {{0, 0, "", kNoActor, 100, 0, {0.25, 0.75}},
                {0, 1, "pass", 1, 60, 0.5, {0.5, 0.5}},
                {1, 2, "buy navy", kChanceActor, 10, 0, {0, 1}},
                {0, 1, "buy mint", 1, 39, 0.25, {0.125, 0.875}}};
  return tree;
}

/// The text of the tree after a change, with the hash of before.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = tree_text(small_tree());
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  try {
    static_cast<void>(read_tree(text, "t"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(TreeFile, IsReadAsItWasWritten) {
  const SavedTree tree = small_tree();
  const SavedTree read = read_tree(tree_text(tree), "t");
  EXPECT_EQ(tree_text(read), tree_text(tree));
  EXPECT_EQ(read.agent, tree.agent);
  EXPECT_EQ(read.player, tree.player);
  EXPECT_EQ(read.position, tree.position);
  ASSERT_EQ(read.nodes.size(), 4U);
  EXPECT_EQ(read.nodes[2].depth, 2U);
  EXPECT_EQ(read.nodes[3].event, "buy mint");
  EXPECT_EQ(read.nodes[0].actor, kNoActor);
  EXPECT_EQ(read.nodes[2].actor, kChanceActor);
  EXPECT_EQ(read.nodes[3].actor, 1);
  EXPECT_EQ(read.nodes[3].prior, 0.25);
  EXPECT_EQ(read.nodes[3].value[1], 0.875);
}

TEST(TreeFile, ADamagedFileIsRefused) {
  EXPECT_EQ(error_of(""), "t:1: the file is empty; expected carrack analyse --tree");
  EXPECT_EQ(error_of("{}\n"),
            "t:1: no tree of a search; expected a file of carrack analyse --tree");
  EXPECT_EQ(error_of(changed("\"version\": 1", "\"version\": 9")),
            "t:1: version 9 of the format, expected 1");
  EXPECT_EQ(error_of(changed("\"players\": 2", "\"players\": 99")),
            "t:1: \"players\" is 99, expected 2 to 6");
  EXPECT_EQ(error_of(changed("\"player\": 2", "\"player\": 0")),
            "t:1: \"player\" is 0, expected 1 to 2");
  EXPECT_EQ(error_of(changed("fedc", "xyzw")), "t:1: \"position\" is no 16 hexadecimal digits");
  EXPECT_EQ(error_of(changed("\"node\": 2", "\"node\": 3")), "t:4: node 3, expected 2");
  EXPECT_EQ(error_of(changed("\"parent\": 1", "\"parent\": 2")),
            "t:4: \"parent\" is 2, expected 0 to 1");
  EXPECT_EQ(error_of(changed("\"visits\": 10,", "\"visits\": 61,")),
            "t:4: more visits than its parent has");
  EXPECT_EQ(error_of(changed("\"visits\": 10,", "\"visits\": -1,")),
            "t:4: \"visits\" is not a whole number of at least 0");
  EXPECT_EQ(error_of(changed("\"actor\": \"chance\"", "\"actor\": \"p9\"")),
            "t:4: \"actor\" is 'p9', expected p1 to p2 or chance");
  EXPECT_EQ(error_of(changed("\"actor\": \"chance\", ", "")), "t:4: \"actor\" is missing");
  EXPECT_EQ(error_of(changed("0.125", "1.5")), "t:5: \"value\" is 1.5, expected 0 to 1");
  EXPECT_EQ(error_of(changed("[0.125, 0.875]", "[0.1]")),
            "t:5: \"value\" is not a list of 2 numbers");
  EXPECT_EQ(error_of(changed("buy mint", "buy navy")),
            "t:6: the file is damaged: its hash is that of another text");
  EXPECT_EQ(error_of(changed("\"nodes\": 4", "\"nodes\": 5")),
            "t:6: the footer counts 5 nodes, the file has 4");
  const std::string whole = tree_text(small_tree());
  EXPECT_EQ(error_of(whole.substr(0, whole.rfind("{\"nodes"))),
            "t:5: the file ends without a footer");
  EXPECT_EQ(error_of(whole + "{}\n"), "t:7: text behind the footer");
  for (std::size_t n = 1; n < whole.size() - 1; ++n) {
    EXPECT_NE(error_of(whole.substr(0, n)), "none") << n;
  }
}

TEST(TreeFile, ChildrenDifferAndHaveNoMoreVisitsThanTheirParent) {
  SavedTree tree = small_tree();
  tree.nodes[3].event = "pass";
  EXPECT_EQ(error_of(tree_text(tree)), "t:5: node 0 has two children with the event 'pass'");
  tree.nodes[3].event = "buy navy";  // as a node elsewhere
  EXPECT_EQ(error_of(tree_text(tree)), "none");
  tree.nodes[3].visits = 40;
  EXPECT_EQ(error_of(tree_text(tree)), "none");
  tree.nodes[3].visits = 41;
  EXPECT_EQ(error_of(tree_text(tree)), "t:5: node 0 has fewer visits than its children together");
}

TEST(TreeFile, PositionsThatAreReachedInSeveralWaysShareTheirChildren) {
  SavedTree tree = small_tree();
  tree.agent += ",chance=closed,transpositions=on";
  tree.nodes[2].visits = 1000;  // more than its parent has
  EXPECT_EQ(error_of(tree_text(tree)), "none");
}

TEST(TreeFile, ALineHasALimitedLength) {
  SavedTree tree = small_tree();
  tree.agent.assign(kLongestTreeLine, 'x');
  EXPECT_EQ(error_of(tree_text(tree)), "t:1: the line is longer than 64 KiB");
  tree = small_tree();
  tree.nodes[1].event.assign(kLongestTreeLine, 'x');
  EXPECT_EQ(error_of(tree_text(tree)), "t:3: the line is longer than 64 KiB");
  tree.nodes[1].event.resize(kLongestTreeLine / 2);
  EXPECT_EQ(error_of(tree_text(tree)), "none");
}

TEST(TreeFile, ALedgerIsNamedAsOne) {
  const std::string error = error_of(std::string("SQLite format 3\0\x10\0", 18));
  EXPECT_TRUE(error.starts_with("t:1: an SQLite file, such as a ledger")) << error;
}

TEST(TreeFile, ChildrenAreOrderedByTheirVisits) {
  SavedTree tree = small_tree();
  const auto children = [&](u32 node) {
    const TreeChildren all(tree);
    return std::vector<u32>(all.of(node).begin(), all.of(node).end());
  };
  EXPECT_EQ(children(0), (std::vector<u32>{1, 3}));
  EXPECT_EQ(children(1), std::vector<u32>{2});
  EXPECT_TRUE(children(3).empty());
  tree.nodes[3].visits = 61;
  EXPECT_EQ(children(0), (std::vector<u32>{3, 1}));
  tree.nodes.resize(1);
  EXPECT_TRUE(children(0).empty());
}

TEST(TreeFile, FindsANodeByItsEvents) {
  const SavedTree tree = small_tree();
  EXPECT_EQ(find_node(tree, {}), 0U);
  EXPECT_EQ(find_node(tree, {"pass", "buy navy"}), 2U);
  EXPECT_EQ(path_of(tree, 2), (std::vector<std::string>{"pass", "buy navy"}));
  const auto error = [&](const std::vector<std::string>& path) {
    try {
      static_cast<void>(find_node(tree, path));
    } catch (const InputError& found) {
      return std::string(found.what());
    }
    return std::string();
  };
  EXPECT_EQ(error({"buy mnt"}),
            "unknown event 'buy mnt'; did you mean 'buy mint'? (known: pass, buy mint)");
  EXPECT_EQ(error({"buy mint", "pass"}), "the tree ends before 'pass', at depth 1");
}

TEST(TreeFile, ComparesTwoTreesOfAPosition) {
  const SavedTree first = small_tree();
  SavedTree second = small_tree();
  second.nodes[1].visits = 20;
  second.nodes[2].event = "buy spies";
  second.nodes[3].visits = 80;
  const auto pairs = compare_trees(first, second).pairs;
  const auto path = [&](std::size_t i) { return path_of(first, second, pairs[i]); };
  ASSERT_EQ(pairs.size(), 5U);
  EXPECT_EQ(path(0), std::vector<std::string>{"buy mint"});  // 0.39 and 0.8
  EXPECT_NEAR(pairs[0].difference(), 0.41, 1e-12);
  EXPECT_EQ(path(1), std::vector<std::string>{"pass"});
  EXPECT_TRUE(pairs[1].choice_differs);
  EXPECT_EQ(path(2), (std::vector<std::string>{"pass", "buy navy"}));
  EXPECT_EQ(pairs[2].second, kNoNode);
  EXPECT_EQ(path(3), (std::vector<std::string>{"pass", "buy spies"}));
  EXPECT_EQ(pairs[3].first, kNoNode);
  EXPECT_TRUE(path(4).empty());
  EXPECT_TRUE(pairs[4].choice_differs);
  for (const NodePair& same : compare_trees(first, first).pairs) {
    EXPECT_EQ(same.difference(), 0);
    EXPECT_FALSE(same.choice_differs);
  }
}

// A file of a few megabytes can have many nodes at depth 1000.
static_assert(std::is_trivially_copyable_v<NodePair>, "a compared node stores no path");

TEST(TreeFile, ComparesWhatBothTreesWereWrittenDownTo) {
  const SavedTree first = small_tree();
  SavedTree second = small_tree();
  second.depth = 1;
  std::erase_if(second.nodes, [](const SavedNode& node) { return node.depth == 2; });
  const TreeComparison shallow = compare_trees(first, second);
  EXPECT_EQ(shallow.depth, 1U);
  EXPECT_EQ(shallow.min_visits, 1U);
  ASSERT_EQ(shallow.pairs.size(), 3U);
  for (const NodePair& pair : shallow.pairs) EXPECT_EQ(pair.difference(), 0);
  EXPECT_EQ(compare_trees(second, first).pairs.size(), 3U);

  second = small_tree();
  second.min_visits = 40;
  std::erase_if(second.nodes, [](const SavedNode& node) { return node.visits < 40; });
  const TreeComparison visited = compare_trees(first, second);
  EXPECT_EQ(visited.depth, 2U);
  EXPECT_EQ(visited.min_visits, 40U);
  ASSERT_EQ(visited.pairs.size(), 2U);  // the root and the node of 60 visits
  for (const NodePair& pair : visited.pairs) {
    EXPECT_EQ(pair.difference(), 0);
    EXPECT_FALSE(pair.choice_differs);
  }
}

TEST(TreeFile, SaysWhyTwoTreesAreNotCompared) {
  const SavedTree first = small_tree();
  const auto error = [&](auto&& change) {
    SavedTree second = small_tree();
    change(second);
    try {
      static_cast<void>(compare_trees(first, second));
    } catch (const InputError& found) {
      return std::string(found.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(error([](SavedTree& tree) { tree.position = 1; }),
            "the trees are of different positions: fedcba9876543210 and 0000000000000001");
  EXPECT_EQ(error([](SavedTree& tree) { tree.players = 3; }),
            "the trees are of games of 2 and of 3 players");
  EXPECT_EQ(error([](SavedTree& tree) { tree.player = nth<Player>(0); }),
            "the trees are of different positions: p2 and p1 decide at their roots");
}

}  // namespace
}  // namespace carrack
