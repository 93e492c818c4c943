// Multiple testing.
#include "experiments/statistics/simultaneous.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.hpp"

namespace carrack {
namespace {

TEST(Holm, IsThatOfTheDefinition) {
  // Smallest first: 4 x 0.005, 3 x 0.01, 2 x 0.03, 1 x 0.04, made monotone.
  const std::vector<double> adjusted = holm(std::vector{0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12) << i;
  EXPECT_EQ(holm(std::vector{0.2}), std::vector{0.2});
  EXPECT_EQ(holm(std::vector{0.7, 0.9}), (std::vector{1.0, 1.0}));
  EXPECT_TRUE(holm({}).empty());
}

TEST(Holm, DoesNotCountWhatHasNoPValue) {
  const std::vector<double> adjusted = holm(std::vector{0.01, std::nan(""), 0.02});
  EXPECT_NEAR(adjusted[0], 0.02, 1e-12);
  EXPECT_TRUE(std::isnan(adjusted[1]));
  EXPECT_NEAR(adjusted[2], 0.02, 1e-12);
}

TEST(Holm, KeepsTheErrorsOfATableOfThirtyAtFivePercent) {
  constexpr unsigned kTables = 2000;
  Random random(5, 5);
  unsigned wrong = 0;
  unsigned wrong_uncorrected = 0;
  for (unsigned table = 0; table < kTables; ++table) {
    std::vector<double> p_values(30);
    for (double& p : p_values) p = random.uniform();  // nothing is there
    wrong += std::ranges::min(holm(p_values)) < 0.05 ? 1 : 0;
    wrong_uncorrected += std::ranges::min(p_values) < 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(wrong / double{kTables}, 0.05, 0.015);
  EXPECT_GT(wrong_uncorrected / double{kTables}, 0.7);
}

}  // namespace
}  // namespace carrack
