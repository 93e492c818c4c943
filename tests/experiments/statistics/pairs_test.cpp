// Who beats whom: pairs of entrants over the games in which both played.
#include "experiments/statistics/pairs.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

/// A game of two seats with these entrants, ranks and VP.
GameOutcome game(u64 block, std::array<u32, 2> entrants, std::array<u8, 2> ranks,
                 std::array<i16, 2> vp) {
  GameOutcome made{.block = block, .players = 2, .by_seat = {}};
  for (u8 seat = 0; seat < 2; ++seat) {
    made.by_seat.at(seat) = {entrants.at(seat), seat, ranks.at(seat), vp.at(seat)};
  }
  return made;
}

TEST(Pairs, HaveTheMeansOfTheirSeatsByBlock) {
  const std::vector<GameOutcome> games{
      game(0, {0, 1}, {1, 2}, {50, 40}), game(0, {1, 0}, {1, 2}, {60, 45}),
      game(1, {0, 1}, {1, 1}, {30, 30}), game(1, {0, 1}, {2, 1}, {20, 33}),
      game(2, {0, 2}, {2, 1}, {10, 11})};
  const std::vector<PairFigures> pairs = pairs_of(games);
  ASSERT_EQ(pairs.size(), 4U) << "1 and 2 never met";
  const PairFigures& first = pairs[0];
  EXPECT_EQ(first.one, 0U);
  EXPECT_EQ(first.other, 1U);
  EXPECT_EQ(first.games, 4U);
  EXPECT_EQ(first.blocks, 2U);
  EXPECT_DOUBLE_EQ(first.ahead.mean, (1 + 0 + 0.5 + 0) / 4);
  EXPECT_DOUBLE_EQ(first.vp_difference.mean, (10 - 15 + 0 - 13) / 4.0);
  const Interval ahead = bounded_interval(
      {.mean = 0.375, .standard_error = 0.125, .observations = 4, .blocks = 2}, {0, 1});
  EXPECT_NEAR(first.ahead.interval.low, ahead.low, 1e-12);
  EXPECT_NEAR(first.ahead.interval.high, ahead.high, 1e-12);
  // Block means -2.5 and -6.5: a standard error of 2.
  const Interval vp =
      stepped_interval({.mean = -4.5, .standard_error = 2, .observations = 4, .blocks = 2}, 1);
  EXPECT_NEAR(first.vp_difference.interval.low, vp.low, 1e-12);
  EXPECT_NEAR(pairs[2].ahead.mean, 0.625, 1e-12) << "1 against 0";
  EXPECT_EQ(pairs[1].blocks, 1U);
  EXPECT_FALSE(pairs[1].ahead.interval.is_known());
  EXPECT_TRUE(pairs_of({}).empty());
}

TEST(Pairs, EveryPairOfSeatsCounts) {
  GameOutcome three{.block = 0, .players = 3, .by_seat = {}};
  three.by_seat = {{{0, 0, 1, 50}, {1, 1, 2, 40}, {0, 2, 3, 20}}};
  const std::vector<PairFigures> pairs = pairs_of(std::vector{three});
  ASSERT_EQ(pairs.size(), 2U) << "no entrant meets itself";
  EXPECT_EQ(pairs[0].games, 1U);
  EXPECT_DOUBLE_EQ(pairs[0].ahead.mean, 0.5);
  EXPECT_DOUBLE_EQ(pairs[0].vp_difference.mean, (10 - 20) / 2.0);
}

TEST(Pairs, GamesAreTheObservations) {
  // One seat against three in every game, always ahead: 3 pairs of seats a game.
  std::vector<GameOutcome> games;
  for (u64 block = 0; block < 4; ++block) {
    GameOutcome won{.block = block, .players = 4, .by_seat = {}};
    won.by_seat = {{{0, 0, 1, 50}, {1, 1, 2, 40}, {1, 2, 3, 30}, {1, 3, 4, 20}}};
    games.push_back(won);
  }
  const std::vector<PairFigures> pairs = pairs_of(games);
  ASSERT_EQ(pairs.size(), 2U);
  const Interval ahead =
      bounded_interval({.mean = 1, .standard_error = 0, .observations = 4, .blocks = 4}, {0, 1});
  EXPECT_DOUBLE_EQ(pairs[0].ahead.interval.low, ahead.low);
  EXPECT_DOUBLE_EQ(pairs[1].ahead.interval.high, 1 - ahead.low);
}

TEST(Pairs, PValuesAreAdjustedOverThePairs) {
  std::vector<GameOutcome> games;
  for (u64 block = 0; block < 10; ++block) {
    const auto draw = static_cast<u8>(1 + block % 2);
    games.push_back(game(block, {0, 1}, {1, 2}, {50, 40}));
    games.push_back(game(block, {0, 2}, {draw, static_cast<u8>(3 - draw)}, {50, 50}));
  }
  games.push_back(game(0, {1, 2}, {1, 2}, {2, 1}));
  const std::vector<PairFigures> pairs = pairs_of(games);
  ASSERT_EQ(pairs.size(), 6U);
  const auto alone = [](double mean, double error) {
    return bounded_p_value(
        {.mean = mean, .standard_error = error, .observations = 10, .blocks = 10}, {0, 1}, 0.5);
  };
  EXPECT_NEAR(pairs[0].p, 2 * alone(1, 0), 1e-12) << "two pairs have more than one block";
  EXPECT_EQ(pairs[1].p, 1) << "as often ahead as behind";
  EXPECT_TRUE(std::isnan(pairs[3].p)) << "one block";
  EXPECT_EQ(pairs[2].p, pairs[0].p) << "1 against 0";
}

}  // namespace
}  // namespace carrack
