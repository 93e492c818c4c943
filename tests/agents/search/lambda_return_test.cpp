#include "agents/search/lambda_return.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(LambdaReturn, WeighsWhatComesAfterByLambda) {
  LambdaReturn worth(0.25, 3);
  EXPECT_TRUE(worth.mixes());
  worth.pass(4, {1, 0});
  EXPECT_EQ(worth.turn(), 4U);
  worth.pass(5, {0, 1});
  const Rewards end = worth.end({1, 1});
  EXPECT_FLOAT_EQ(end[0], 0.75F + 0.0625F);
  EXPECT_FLOAT_EQ(end[1], 0.25F * 0.75F + 0.0625F);
}

TEST(LambdaReturn, WithoutEvaluationsOnTheWayIsTheEnd) {
  const Rewards end{0.3F, 0.7F};
  EXPECT_EQ(LambdaReturn(0.5, 1).end(end), end);
  EXPECT_EQ(LambdaReturn(1, 1).end(end), end);
  EXPECT_FALSE(LambdaReturn(1, 1).mixes());
}

TEST(LambdaReturn, OfNothingEndsAtTheFirst) {
  LambdaReturn worth(0, 7);
  EXPECT_FALSE(worth.is_complete());
  worth.pass(8, {0.5F});
  EXPECT_TRUE(worth.is_complete());
}

}  // namespace
}  // namespace carrack
