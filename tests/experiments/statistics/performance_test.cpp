// Means by entrant and by seat.
#include "experiments/statistics/performance.hpp"

#include <gtest/gtest.h>

#include "tests/experiments/statistics/games.hpp"

namespace carrack {
namespace {

/// Two blocks of two games between "a" and "b", 90 VP for the first, 80 for the second.
Results four_games() {
  return {"aoe3-2",
          2,
          {"a", "b"},
          {game_of(7, {0, 1}, {1, 2}), game_of(9, {0, 1}, {2, 1}), game_of(9, {1, 0}, {1, 1}),
           game_of(7, {1, 0}, {2, 1})}};
}

TEST(Performances, AreMeansOverGamesWithIntervalsOverBlocks) {
  const Performances all = performances(four_games());
  const Performance& a = all.entrants[0];
  EXPECT_EQ(a.seats, 4U);
  EXPECT_EQ(a.blocks, 2U);
  EXPECT_DOUBLE_EQ(a.win_share.mean, (1 + 1 + 0 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(a.rank.mean, (1 + 1 + 2 + 1) / 4.0);
  EXPECT_DOUBLE_EQ(a.vp.mean, (90 + 90 + 80 + 90) / 4.0);
  EXPECT_DOUBLE_EQ(a.margin.mean, (10 + 10 - 10 + 0) / 4.0);
  EXPECT_DOUBLE_EQ(a.margin.mean, -all.entrants[1].margin.mean);
  // Block means of VP 90 and 85: standard error 2.5, one degree of freedom.
  EXPECT_NEAR(a.vp.interval.half(), 12.706205 * 2.5, 1e-5);
  EXPECT_GE(a.win_share.interval.low, 0);  // Student's would be 0.625 +- 4.8
  EXPECT_LE(a.win_share.interval.high, 1);
  EXPECT_GE(a.rank.interval.low, 1);
  EXPECT_LE(a.rank.interval.high, 2);
  EXPECT_FALSE(a.win_share.bootstrap.is_known());
}

TEST(Performances, BySeat) {
  const Performances all = performances(four_games());
  EXPECT_DOUBLE_EQ(all.seats[0].win_share.mean, (1 + 0 + 0.5 + 0) / 4);
  EXPECT_DOUBLE_EQ(all.seats[0].win_share.mean + all.seats[1].win_share.mean, 1);
  EXPECT_DOUBLE_EQ(all.entrants_by_seat[0][1].win_share.mean, 0.75);
  EXPECT_EQ(all.entrants_by_seat[1][0].seats, 2U);
}

/// Blocks of both seatings of "a" and "b", whose winners alternate with different periods.
Results many_games(u64 blocks) {
  Results results{"aoe3-2", 2, {"a", "b"}, {}};
  for (u64 b = 0; b < blocks; ++b) {
    results.games.push_back(
        game_of(b, {0, 1}, b % 3 == 0 ? std::vector{2U, 1U} : std::vector{1U, 2U}));
    results.games.push_back(
        game_of(b, {1, 0}, b % 4 == 0 ? std::vector{2U, 1U} : std::vector{1U, 2U}));
  }
  return results;
}

TEST(Performances, TheBootstrapStandsBesideAlsoBySeat) {
  const Performances all = performances(many_games(kFewestBootstrapBlocks), 200, 3);
  for (const Performance& one :
       {all.entrants[0], all.seats[1], all.entrants_by_seat[0][0], all.entrants_by_seat[1][1]}) {
    for (const Estimate& estimate : {one.win_share, one.rank, one.vp, one.margin}) {
      ASSERT_TRUE(estimate.bootstrap.is_known());
      EXPECT_TRUE(estimate.bootstrap.holds(estimate.mean));
      EXPECT_EQ(estimate.shown().low, estimate.bootstrap.low);
      EXPECT_NE(estimate.shown().low, estimate.interval.low);
    }
  }
}

TEST(Performances, OfFewBlocksHaveTheOrdinaryInterval) {
  const Performances few = performances(four_games(), 200, 3);
  const Performances fewer = performances(many_games(kFewestBootstrapBlocks - 1), 200, 3);
  for (const Performances* const all : {&few, &fewer}) {
    const Estimate& share = all->entrants[0].win_share;
    EXPECT_FALSE(share.bootstrap.is_known());
    EXPECT_TRUE(share.interval.is_known());
    EXPECT_EQ(share.shown().low, share.interval.low);
  }
}

TEST(Blocks, AreFoundWhereverTheirGamesStand) {
  const Results results = four_games();
  const BlockOrder order = by_block(results.games);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_EQ(std::vector<std::size_t>(order.block(0).begin(), order.block(0).end()),
            (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(by_block({}).size(), 0U);
}

}  // namespace
}  // namespace carrack
