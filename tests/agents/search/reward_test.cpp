// Rewards: win share, rank, margin, and mixes of them.
#include "tests/agents/search/searching.hpp"

namespace carrack {
namespace {

TEST(Reward, RewardsAreNormalisedMixes) {
  State s = midgame(5);
  Random random(3, 3);
  Legal options = legal(s);
  rollout(s, options, random);
  const Result r = result(s);
  SearchOptions only_win;
  only_win.win = 1;
  only_win.margin = 0;
  const Rewards win = RewardFunction(only_win).of(s);
  EXPECT_FLOAT_EQ(win[0] + win[1] + win[2], 1);
  SearchOptions only_rank;
  only_rank.rank = 1;
  only_rank.margin = 0;
  const Rewards rank = RewardFunction(only_rank).of(s);
  EXPECT_FLOAT_EQ(rank[0] + rank[1] + rank[2], 1.5);
  const Rewards margin = RewardFunction(SearchOptions{}).of(s);
  SearchOptions mixed;
  mixed.win = 1;
  mixed.margin = 1;
  const Rewards mix = RewardFunction(mixed).of(s);
  for (unsigned p = 0; p < 3; ++p) {
    EXPECT_FLOAT_EQ(mix[p], (win[p] + margin[p]) / 2);
    EXPECT_EQ(win[p] > 0, r.rank[p] == 1);
    for (unsigned q = 0; q < 3; ++q) EXPECT_TRUE(r.vp[p] <= r.vp[q] || margin[p] > margin[q]);
  }
}

}  // namespace
}  // namespace carrack
