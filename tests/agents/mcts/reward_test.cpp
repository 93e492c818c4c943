// Rewards: win share, rank, margin, and mixes of them.
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

TEST(Reward, RewardsAreNormalisedMixes) {
  State s = midgame(5);
  Random random(3, 3);
  Legal options = legal(s);
  rollout(s, options, random);
  const Result r = result(s);
  RewardOptions only_win;
  only_win.win = 1;
  only_win.margin = 0;
  const Rewards win = RewardFunction(only_win).of(s).rewards;
  EXPECT_FLOAT_EQ(win[0] + win[1] + win[2], 1);
  RewardOptions only_rank;
  only_rank.rank = 1;
  only_rank.margin = 0;
  const Rewards rank = RewardFunction(only_rank).of(s).rewards;
  EXPECT_FLOAT_EQ(rank[0] + rank[1] + rank[2], 1.5);
  const Rewards margin = RewardFunction(RewardOptions{}).of(s).rewards;
  RewardOptions mixed;
  mixed.win = 1;
  mixed.margin = 1;
  const Rewards mix = RewardFunction(mixed).of(s).rewards;
  EXPECT_EQ(RewardFunction(mixed).of(s).win_shares, win);
  for (unsigned p = 0; p < 3; ++p) {
    EXPECT_FLOAT_EQ(mix[p], (win[p] + margin[p]) / 2);
    EXPECT_EQ(win[p] > 0, r.rank[p] == 1);
    for (unsigned q = 0; q < 3; ++q) EXPECT_TRUE(r.vp[p] <= r.vp[q] || margin[p] > margin[q]);
  }
}

TEST(Reward, AnEstimateInTheSameVpAsTheEndIsTheEndsReward) {
  // With constant scales the margin is that of a finished game.
  RewardOptions options;
  options.estimates = Estimates::constant;
  const RewardFunction reward(options);
  const Payoff payoff = reward.of_estimate({90, 75, 60}, 3, 4);
  EXPECT_NEAR(payoff.rewards[0], 1 / (1 + std::exp(-1.0)), 1e-6);
  EXPECT_NEAR(payoff.rewards[2], 1 / (1 + std::exp(2.0)), 1e-6);
  EXPECT_NEAR(payoff.win_shares[0] / payoff.win_shares[1], std::exp(1.5), 1e-4);
}

TEST(Reward, FittedScalesTrustLateLeadsMore) {
  for (const double win : {0.0, 1.0}) {
    RewardOptions options;
    options.win = win;
    options.margin = 1 - win;
    const RewardFunction reward(options);
    for (unsigned players = 2; players <= kMaxPlayers; ++players) {
      Rewards vp{100, 90, 90, 90, 90, 90};
      const auto gap = [&](unsigned turn) {
        const Payoff payoff = reward.of_estimate(vp, players, turn);
        return payoff.rewards[0] - payoff.rewards[1];
      };
      EXPECT_GT(gap(1), 0) << players;
      EXPECT_GT(gap(5), gap(1)) << players;
      EXPECT_GT(gap(8), gap(5)) << players;
    }
  }
}

TEST(Reward, EstimatesOfEqualsAreEqual) {
  RewardOptions options;
  options.win = options.rank = options.margin = 1;
  const RewardFunction reward(options);
  const Payoff payoff = reward.of_estimate({70, 70, 70, 70}, 4, 3);
  for (unsigned p = 0; p < 4; ++p) {
    EXPECT_FLOAT_EQ(payoff.win_shares[p], 0.25F);
    EXPECT_FLOAT_EQ(payoff.rewards[p], payoff.rewards[0]);
  }
}

}  // namespace
}  // namespace carrack
