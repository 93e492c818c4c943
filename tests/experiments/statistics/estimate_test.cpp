// Means over seats with range-respecting intervals.
#include "experiments/statistics/estimate.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

/// Blocks of four games in which one agent has some seats of each, and wins every time.
SeatTally always_first(unsigned blocks, unsigned seats) {
  SeatTally tally;
  for (unsigned b = 0; b < blocks; ++b) {
    BlockOfSeats block;
    for (unsigned game = 0; game < 4; ++game) {
      for (unsigned seat = 0; seat < seats; ++seat) {
        block.add({.win_share = seat == 0 ? 1.0 : 0.0, .rank = seat + 1.0, .vp = 90}, game);
      }
    }
    tally.add(block);
  }
  return tally;
}

TEST(Estimates, OfAgentsThatAlwaysWinHaveAWidthAndStayInTheirRange) {
  const SeatTally tally = always_first(24, 1);
  EXPECT_EQ(tally.games(), 96U);
  const Estimate share = tally.win_share(4);
  EXPECT_EQ(share.mean, 1);
  EXPECT_EQ(share.interval.high, 1);
  EXPECT_NEAR(share.interval.low, 0.957, 0.001);
  const Estimate rank = tally.rank(4);
  EXPECT_EQ(rank.interval.low, 1);
  EXPECT_NEAR(rank.interval.high, 1.128, 0.001);
  EXPECT_NEAR(tally.vp().interval.half(), 2.0687 / 96, 1e-5);
}

TEST(Estimates, OfTwoSeatsOfAGameKnowThatOneOfThemWins) {
  const SeatTally tally = always_first(24, 2);
  EXPECT_EQ(tally.seats(), 192U);
  EXPECT_EQ(tally.games(), 96U);
  const Estimate share = tally.win_share(3);
  EXPECT_EQ(share.mean, 0.5);
  EXPECT_EQ(share.interval.high, 0.5);  // upper bound of the mean of two seats
  EXPECT_NEAR(share.interval.low, 0.957 / 2, 0.001);
  EXPECT_LT(tally.rank(3).interval.high, 2.5);
  EXPECT_LE(always_first(2, 2).rank(3).interval.high, 2.5);
}

TEST(Estimates, TheRankOfAllSeatsHasNoInterval) {
  const SeatTally tally = always_first(24, 3);
  const Estimate rank = tally.rank(3, 200);
  EXPECT_EQ(rank.mean, 2);
  EXPECT_FALSE(rank.interval.is_known());
  EXPECT_FALSE(rank.shown().is_known());
  EXPECT_TRUE(tally.rank(4).interval.is_known());
}

TEST(Estimates, TheWinShareOfAllSeatsCannotVaryAndHasNoInterval) {
  const SeatTally tally = always_first(24, 2);
  const Estimate share = tally.win_share(2, 200);
  EXPECT_EQ(share.mean, 0.5);
  EXPECT_FALSE(share.interval.is_known());
  EXPECT_FALSE(share.shown().is_known());
  EXPECT_TRUE(tally.vp().interval.is_known());
}

TEST(Estimates, ABootstrapOfBlocksThatAgreeIsNone) {
  const Estimate share = always_first(24, 1).win_share(4, 200);
  EXPECT_FALSE(share.bootstrap.is_known());
  EXPECT_EQ(share.shown().low, share.interval.low);
}

}  // namespace
}  // namespace carrack
