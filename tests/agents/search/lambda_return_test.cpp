#include "agents/search/lambda_return.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

/// The win shares are the rewards the other way round.
Payoff payoff(float first, float second) {
  return {.rewards = {first, second}, .win_shares = {second, first}};
}

TEST(LambdaReturn, WeighsWhatComesAfterByLambda) {
  LambdaReturn worth(0.25, 3);
  EXPECT_TRUE(worth.mixes());
  worth.pass(4, payoff(1, 0));
  EXPECT_EQ(worth.turn(), 4U);
  worth.pass(5, payoff(0, 1));
  const Payoff end = worth.end(payoff(1, 1));
  EXPECT_FLOAT_EQ(end.rewards[0], 0.75F + 0.0625F);
  EXPECT_FLOAT_EQ(end.rewards[1], 0.25F * 0.75F + 0.0625F);
  EXPECT_FLOAT_EQ(end.win_shares[0], end.rewards[1]);
  EXPECT_FLOAT_EQ(end.win_shares[1], end.rewards[0]);
}

TEST(LambdaReturn, WithoutEvaluationsOnTheWayIsTheEnd) {
  const Payoff end = payoff(0.3F, 0.7F);
  EXPECT_EQ(LambdaReturn(0.5, 1).end(end).rewards, end.rewards);
  EXPECT_EQ(LambdaReturn(1, 1).end(end).win_shares, end.win_shares);
  EXPECT_FALSE(LambdaReturn(1, 1).mixes());
}

TEST(LambdaReturn, OfNothingEndsAtTheFirst) {
  LambdaReturn worth(0, 7);
  EXPECT_FALSE(worth.is_complete());
  worth.pass(8, payoff(0.5F, 0));
  EXPECT_TRUE(worth.is_complete());
}

}  // namespace
}  // namespace carrack
