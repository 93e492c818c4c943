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

TEST(Performances, TheBootstrapStandsBeside) {
  const Performances all = performances(four_games(), 200, 3);
  const Estimate& share = all.entrants[0].win_share;
  EXPECT_DOUBLE_EQ(share.bootstrap.low, 0.25);
  EXPECT_DOUBLE_EQ(share.bootstrap.high, 1);
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
