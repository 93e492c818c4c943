// The Gumbel root and root noise in searches of Age of Discovery.
#include <algorithm>

#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// A decision of so many options at least.
State wide_decision(unsigned options) {
  for (u64 seed = 1;; ++seed) {
    const State s = midgame(seed, 4);
    if (legal(s).size() >= options) return s;
  }
}

std::vector<u64> sorted_visits(const Report& report) {
  std::vector<u64> visits;
  for (const OptionReport& option : report.options) {
    if (option.visits > 0) visits.push_back(option.visits);
  }
  std::ranges::sort(visits);
  return visits;
}

TEST(GumbelSearch, HalvesFourOptionsOfTheHighestPriors) {
  const State s = wide_decision(8);
  const Report report = report_of(
      *search("mcts:iterations=64,root=gumbel,gumbel_scale=0,considered=4,widening=1"), s);
  EXPECT_EQ(sorted_visits(report), (std::vector<u64>{8, 8, 24, 24}));
  float lowest = 1;
  float highest = 0;
  for (const OptionReport& option : report.options) {
    if (option.visits > 0) {
      lowest = std::min(lowest, option.prior);
    } else {
      highest = std::max(highest, option.prior);
    }
  }
  EXPECT_GE(lowest, highest);
  EXPECT_EQ(report.options.front().visits, 24U);
}

TEST(GumbelSearch, ChoosesTheBestScoreOfTheMostVisited) {
  unsigned compared = 0;
  unsigned lower_value = 0;
  for (u64 seed = 1; seed <= 8; ++seed) {
    const State s = midgame(seed, 4);
    // The weight of values is so small that the prior decides between the last two.
    const Report report =
        report_of(*search("mcts:iterations=64,root=gumbel,gumbel_scale=0,c_visit=0,c_scale=0.001,"
                          "prior=scripted,rollout=scripted"),
                  s);
    const OptionReport& first = report.options[0];
    const OptionReport& second = report.options[1];
    if (first.visits != second.visits) continue;  // the budget did not suffice for the last round
    ++compared;
    EXPECT_GE(first.prior, second.prior);
    const unsigned me = index(s.actor);
    lower_value += first.value[me] < second.value[me] ? 1 : 0;
  }
  EXPECT_GE(compared, 3U);
  EXPECT_GT(lower_value, 0U);
}

TEST(GumbelSearch, HasNoNoiseInQuickMoves) {
  const State s = wide_decision(8);
  const std::string all_quick = ",quick=32,quick_share=1";
  const auto quick = search("mcts:iterations=64,root=gumbel,considered=2" + all_quick);
  const auto plain =
      search("mcts:iterations=64,root=gumbel,considered=2,gumbel_scale=0" + all_quick);
  expect_same(report_of(*quick, s), report_of(*plain, s));
  const auto noisy = search("mcts:iterations=64,noise=0.5" + all_quick);
  const auto calm = search("mcts:iterations=64" + all_quick);
  expect_same(report_of(*noisy, s), report_of(*calm, s));
  const auto full = search("mcts:iterations=64,noise=0.5,quick=32,quick_share=1e-9");
  EXPECT_FALSE(std::isnan(report_of(*full, s).options.front().policy_target));
}

TEST(GumbelSearch, GoesOnWhereTheMemoryIsFull) {
  const State s = wide_decision(8);
  const auto agent = search("uct:iterations=30000,memory=1,prior=scripted,root=gumbel");
  const Report report = report_of(*agent, s);
  EXPECT_EQ(report.iterations, 30000U);
  EXPECT_LE(report.memory_bytes, u64{1} << 20);
  EXPECT_TRUE(legal(s).contains(report.options.front().action));
}

TEST(GumbelSearch, WhoseTimeIsOverChoosesTheBestOfTheMostVisited) {
  const State s = wide_decision(8);
  const Report report =
      report_of(*search("mcts:iterations=1e9,time=0.02,root=gumbel,considered=4"), s);
  EXPECT_LT(report.iterations, 1'000'000U);
  for (const OptionReport& option : report.options) {
    EXPECT_LE(option.visits, report.options.front().visits);
  }
}

TEST(GumbelSearch, DoesNotDependOnThreads) {
  const State s = wide_decision(8);
  for (const std::string kind : {"parallel=root,workers=3", "parallel=leaf,leaves=3,adapt=0"}) {
    const std::string spec = "mcts:iterations=96,root=gumbel," + kind + ",threads=";
    expect_same(report_of(*search(spec + "1"), s), report_of(*search(spec + "2"), s));
  }
}

TEST(GumbelSearch, NoiseDoesNotDependOnThreads) {
  const State s = wide_decision(8);
  for (const std::string kind : {"parallel=root,workers=3", "parallel=batch"}) {
    const std::string spec = "mcts:iterations=96,noise=0.25," + kind + ",threads=";
    const Report one = report_of(*search(spec + "1"), s);
    expect_same(one, report_of(*search(spec + "2"), s));
    EXPECT_FALSE(std::isnan(one.options.front().policy_target));
  }
}

}  // namespace
}  // namespace carrack
