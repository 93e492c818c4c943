#include "agents/search/budget_meter.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

auto visits(u64 first, u64 second) {
  return [=] { return Leaders{first, second}; };
}
/// For budgets that have no use for it.
Leaders nobody() {
  ADD_FAILURE() << "the leaders do not matter";
  return {};
}

TEST(BudgetMeter, EndsWithTheFirstBudgetToRunOut) {
  BudgetMeter meter({.iterations = 100, .seconds = 2});
  EXPECT_EQ(meter.iterations(), 100U);
  EXPECT_FALSE(meter.is_over(99, 1.9, nobody));
  EXPECT_TRUE(meter.is_over(100, 1.9, nobody));
  EXPECT_TRUE(meter.is_over(50, 2.0, nobody));
  BudgetMeter time({.iterations = 0, .seconds = 2});
  EXPECT_EQ(time.iterations(), kMaxIterations);
  EXPECT_FALSE(time.is_over(5000, 1.9, nobody));
}

TEST(BudgetMeter, StopsWhenTheFirstCannotBeCaught) {
  BudgetMeter meter({.iterations = 100, .stop = true});
  EXPECT_FALSE(meter.is_over(80, 0, visits(50, 30)));  // 20 to come: 50 and 50
  EXPECT_TRUE(meter.is_over(80, 0, visits(51, 29)));
  EXPECT_FALSE(meter.is_over(10, 0, visits(10, 0)));
  BudgetMeter time({.iterations = 0, .seconds = 4, .stop = true});
  EXPECT_FALSE(time.is_over(300, 3, visits(200, 100)));  // about 100 to come
  EXPECT_TRUE(time.is_over(300, 3, visits(202, 98)));
}

TEST(BudgetMeter, CountsAllPlayoutsOfTheNextDescent) {
  const BudgetOptions options{.iterations = 50, .stop = true};
  BudgetMeter single(options);
  EXPECT_TRUE(single.is_over(48, 0, visits(26, 22)));  // 2 to come
  BudgetMeter leaves(options, 4);
  EXPECT_FALSE(leaves.is_over(48, 0, visits(26, 22)));  // 4 to come: 26 and 26
  EXPECT_TRUE(leaves.is_over(48, 0, visits(27, 21)));
}

TEST(BudgetMeter, GrowsInFourStepsWhileTheFirstTwoAreClose) {
  BudgetMeter meter({.iterations = 100, .extend = 0.5});
  EXPECT_FALSE(meter.is_over(99, 0, nobody));
  EXPECT_FALSE(meter.is_over(100, 0, visits(50, 26)));
  EXPECT_EQ(meter.iterations(), 112U);
  EXPECT_FALSE(meter.is_over(112, 0, visits(50, 40)));
  EXPECT_EQ(meter.iterations(), 125U);
  BudgetMeter other = meter;
  EXPECT_TRUE(other.is_over(125, 0, visits(80, 40)));  // half: not close any more
  EXPECT_FALSE(meter.is_over(125, 0, visits(60, 50)));
  EXPECT_FALSE(meter.is_over(137, 0, visits(60, 50)));
  EXPECT_EQ(meter.iterations(), 150U);
  EXPECT_TRUE(meter.is_over(150, 0, nobody));
  BudgetMeter time({.iterations = 0, .seconds = 2, .extend = 1});
  EXPECT_FALSE(time.is_over(50, 2, visits(30, 20)));
  EXPECT_FALSE(time.is_over(60, 2.4, nobody));
  EXPECT_TRUE(time.is_over(60, 2.5, visits(50, 10)));
  BudgetMeter single({.iterations = 1, .extend = 0.1});  // a step is one iteration at least
  EXPECT_FALSE(single.is_over(1, 0, visits(1, 1)));
  EXPECT_EQ(single.iterations(), 2U);
}

}  // namespace
}  // namespace carrack
