// Sequential halving, EXP3, regret matching.
#include "agents/search/root_policy.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carrack {
namespace {

TEST(RootPolicy, SequentialHalvingLeavesHalfOfTheOptionsEachRound) {
  RootPolicy policy;
  policy.start(RootSelection::halving, 0.1, 8, 240);  // 3 rounds of 80
  Random random(1, 1);
  std::array<unsigned, 8> picks{};
  for (int i = 0; i < 240; ++i) {
    const unsigned option = policy.pick(random);
    ++picks.at(option);
    policy.learn(option, static_cast<float>(option) / 8);
  }
  EXPECT_EQ(policy.best(), 7U);
  EXPECT_EQ(picks, (std::array<unsigned, 8>{10, 10, 10, 10, 30, 30, 70, 70}));
}

TEST(RootPolicy, SequentialHalvingTriesTheFirstOptionsWhereTheBudgetIsSmall) {
  RootPolicy policy;
  policy.start(RootSelection::halving, 0.1, 8, 9);  // 3 rounds of 3
  policy.take_order(std::array{5U, 6U, 7U, 0U, 1U, 2U, 3U, 4U});
  Random random(1, 1);
  std::array<unsigned, 8> picks{};
  for (int i = 0; i < 9; ++i) {
    const unsigned option = policy.pick(random);
    ++picks.at(option);
    policy.learn(option, option == 6 ? 1.0F : 0.5F);
  }
  EXPECT_EQ(picks, (std::array<unsigned, 8>{0, 0, 0, 0, 0, 2, 6, 1}));
  EXPECT_EQ(policy.best(), 6U);
}

TEST(RootPolicy, Exp3AndRegretMatchingComeToPreferTheBest) {
  for (const RootSelection kind : {RootSelection::exp3, RootSelection::regret}) {
    RootPolicy policy;
    policy.start(kind, 0.1, 4, 20'000);
    Random random(1, 1);
    std::array<unsigned, 4> picks{};
    for (int i = 0; i < 20'000; ++i) {
      const unsigned option = policy.pick(random);
      ++picks.at(option);
      policy.learn(option, random.uniform() < (option == 2 ? 0.7 : 0.4) ? 1.0F : 0.0F);
    }
    EXPECT_GT(picks[2], 10'000U);
    for (const unsigned n : picks) EXPECT_GT(n, 300U);  // the share of uniform play
  }
}

}  // namespace
}  // namespace carrack
