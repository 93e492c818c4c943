#include "core/base/softmax.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

namespace carrack {
namespace {

TEST(Softmax, HasTheRatiosOfTheExponentials) {
  std::array<double, 3> values{0.5, -1, 2};
  softmax<double>(values);
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), 1, 1e-15);
  EXPECT_NEAR(values[0] / values[1], std::exp(1.5), 1e-12);
  EXPECT_NEAR(values[2] / values[0], std::exp(1.5), 1e-12);
}

TEST(Softmax, IsFlatterAtAHigherTemperature) {
  std::array<float, 2> values{4, 0};
  softmax<float>(values, 2);
  EXPECT_NEAR(values[0] / values[1], std::exp(2.0F), 1e-4F);
}

TEST(Softmax, LargeValuesDoNotOverflow) {
  std::array<float, 3> values{3e38F, -3e38F, 3e38F};
  softmax<float>(values);
  EXPECT_EQ(values[0], 0.5F);
  EXPECT_EQ(values[1], 0);
  EXPECT_EQ(values[2], 0.5F);
}

TEST(Softmax, OneValueHasAll) {
  std::array<double, 1> values{-7};
  softmax<double>(values);
  EXPECT_EQ(values[0], 1);
}

}  // namespace
}  // namespace carrack
