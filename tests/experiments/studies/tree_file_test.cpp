#include "experiments/studies/tree_file.hpp"

#include <gtest/gtest.h>

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
  tree.nodes = {{0, 0, "", 100, 0, {0.25, 0.75}},
                {0, 1, "pass", 60, 0.5, {0.5, 0.5}},
                {1, 2, "buy navy", 10, 0, {0, 1}},
                {0, 1, "buy mint", 39, 0.25, {0.125, 0.875}}};
  return tree;
}

/// The text after a change, with the hash of the changed text where that is asked for.
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
            "t:4: \"visits\" is no whole number from 0 on");
  EXPECT_EQ(error_of(changed("0.125000", "1.5")), "t:5: \"value\" is 1.5, expected 0 to 1");
  EXPECT_EQ(error_of(changed("[0.125000, 0.875000]", "[0.1]")),
            "t:5: \"value\" is no list of 2 numbers");
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
  const auto pairs = compare_trees(first, second);
  ASSERT_EQ(pairs.size(), 5U);
  EXPECT_EQ(pairs[0].path, std::vector<std::string>{"buy mint"});  // 0.39 and 0.8
  EXPECT_NEAR(pairs[0].difference(), 0.41, 1e-12);
  EXPECT_EQ(pairs[1].path, std::vector<std::string>{"pass"});
  EXPECT_TRUE(pairs[1].choice_differs);
  EXPECT_EQ(pairs[2].path, (std::vector<std::string>{"pass", "buy navy"}));
  EXPECT_EQ(pairs[2].second, nullptr);
  EXPECT_EQ(pairs[3].first, nullptr);
  EXPECT_TRUE(pairs[4].path.empty());
  EXPECT_TRUE(pairs[4].choice_differs);
  for (const NodePair& same : compare_trees(first, first)) {
    EXPECT_EQ(same.difference(), 0);
    EXPECT_FALSE(same.choice_differs);
  }
  second.position = 1;
  EXPECT_THROW(static_cast<void>(compare_trees(first, second)), InputError);
}

}  // namespace
}  // namespace carrack
