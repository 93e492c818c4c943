// parallel=leaf: several playouts from one leaf.
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// The share of the visits that the most visited option has.
double largest_share(const Report& report) {
  u64 all = 0;
  u64 most = 0;
  for (const OptionReport& option : report.options) {
    all += option.visits;
    most = std::max(most, option.visits);
  }
  return static_cast<double>(most) / static_cast<double>(all);
}

TEST(Leaves, AnIterationIsAPlayout) {
  const Report report = report_of(*search("uct:iterations=100,parallel=leaf,leaves=8"), midgame(1));
  EXPECT_EQ(report.iterations, 104U);  // whole leaves
  u64 visits = 0;
  for (const OptionReport& option : report.options) visits += option.visits;
  EXPECT_EQ(visits, report.iterations);
  ASSERT_FALSE(report.anytime.empty());
  EXPECT_EQ(report.anytime.front().iterations, 8U);
  EXPECT_LT(report.mean_depth, 10);
}

TEST(Leaves, ExplorationIsThatOfAsManyPlayouts) {
  // The bonus of an unvisited child compares playouts with playouts: descents alone, a sixteenth
  // of them, would leave the best option with far more.
  const State s = midgame(2);
  const std::string spec = "mcts:iterations=3200,adapt=0,widening=1,temperature=6";
  const double plain = largest_share(report_of(*search(spec), s));
  const double leaves = largest_share(report_of(*search(spec + ",parallel=leaf,leaves=16"), s));
  EXPECT_NEAR(leaves, plain, 0.15);
}

TEST(Leaves, StoppingEarlyChangesNoMove) {
  u64 saved = 0;
  for (u64 seed = 1; seed <= 60; ++seed) {
    const State s = midgame(seed, 2, Node::buy);
    const std::string spec = "uct:iterations=50,parallel=leaf,leaves=4";
    const Report whole = report_of(*search(spec), s, seed);
    const Report stopped = report_of(*search(spec + ",stop=on"), s, seed);
    EXPECT_EQ(stopped.options.front().action, whole.options.front().action) << seed;
    saved += whole.iterations - stopped.iterations;
  }
  EXPECT_GT(saved, 0U);
}

TEST(Leaves, EvaluationsOfLeavesReachTheRoot) {
  // Without them, all options of implicit=1 look alike and have equal visits.
  const State s = midgame(3, 3, Node::buy, 8);
  const Report report =
      report_of(*search("uct:iterations=1600,implicit=1,parallel=leaf,leaves=2"), s);
  const auto [least, most] = std::ranges::minmax(report.options, {}, &OptionReport::visits);
  EXPECT_GT(most.visits, least.visits + 100);
}

}  // namespace
}  // namespace carrack
