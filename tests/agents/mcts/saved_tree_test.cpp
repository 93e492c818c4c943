#include "agents/mcts/saved_tree.hpp"

#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

TEST(SavedTree, IsCutAtDepthAndVisits) {
  const State s = midgame(1);
  const auto agent = search("uct:iterations=500");
  const Report report = report_of(*agent, s);
  const SavedTree saved = save_tree(*agent, s, 7, 2, 10);
  EXPECT_EQ(saved.players, s.players());
  EXPECT_EQ(saved.player, s.actor);
  EXPECT_EQ(saved.position, hash(s));
  EXPECT_EQ(saved.nodes.at(0).visits, 500U);
  unsigned options = 0;
  for (u32 i = 1; i < saved.nodes.size(); ++i) {
    const SavedNode& node = saved.nodes[i];
    ASSERT_LT(node.parent, i);
    EXPECT_EQ(node.depth, saved.nodes[node.parent].depth + 1);
    EXPECT_LE(node.depth, 2U);
    EXPECT_GE(node.visits, 10U);
    if (node.depth != 1) continue;
    ++options;
    const Action action = parse_notation(node.event, s.ruleset().board());
    const auto row = std::ranges::find(report.options, action, &OptionReport::action);
    ASSERT_NE(row, report.options.end()) << node.event;
    EXPECT_EQ(node.visits, row->visits);
    EXPECT_FLOAT_EQ(static_cast<float>(node.value[0]), row->value[0]);
  }
  EXPECT_GT(options, 1U);
}

TEST(SavedTree, DoesNotNameThreadsThatDoNotMatter) {
  const State s = midgame(1);
  for (const char* kind : {"batch", "tree"}) {
    const auto agent = search(std::string("uct:iterations=40,threads=2,parallel=") + kind);
    report_of(*agent, s);
    const SavedTree saved = save_tree(*agent, s, 1, 1, 1);
    const bool names_threads = saved.agent.find("threads=2") != std::string::npos;
    EXPECT_EQ(names_threads, std::string(kind) == "tree") << saved.agent;
  }
}

}  // namespace
}  // namespace carrack
