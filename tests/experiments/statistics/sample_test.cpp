// Means, their intervals, quantiles.
#include "experiments/statistics/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.hpp"

namespace carrack {
namespace {

TEST(Statistics, MeanVarianceAndError) {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  EXPECT_DOUBLE_EQ(sample.mean(), 5);
  EXPECT_DOUBLE_EQ(sample.variance(), 32.0 / 7);
  const MeanOverBlocks mean = sample.over_blocks(3);
  EXPECT_DOUBLE_EQ(mean.mean, 5);
  EXPECT_DOUBLE_EQ(mean.standard_error, std::sqrt(32.0 / 7 / 8));
  EXPECT_EQ(mean.observations, 24);
  EXPECT_EQ(mean.blocks, 8U);
}

TEST(Statistics, WithoutValuesThereIsNoMean) {
  const Sample none;
  EXPECT_TRUE(std::isnan(none.mean()));
  EXPECT_TRUE(std::isnan(none.over_blocks().mean));
  EXPECT_EQ(none.variance(), 0);
  EXPECT_FALSE(stepped_interval(none.over_blocks(), 1).is_known());
  EXPECT_FALSE(bounded_interval(none.over_blocks(), {0, 1}).is_known());
  EXPECT_TRUE(std::isnan(BlockMean().mean()));
}

TEST(Statistics, NothingCanBeSaidOfOneValue) {
  Sample sample;
  sample.add(3);
  EXPECT_FALSE(stepped_interval(sample.over_blocks(), 0).is_known());
  BlockMean mean;
  mean.add(3, 4);
  EXPECT_DOUBLE_EQ(mean.mean(), 0.75);
  EXPECT_FALSE(stepped_interval(mean.over_blocks(), 0).is_known());
  EXPECT_TRUE(std::isnan(mean.bootstrap(100, 1).low));
}

TEST(BlockMeans, OfEqualBlocksAreTheSampleOfTheirMeans) {
  Sample sample;
  BlockMean mean;
  for (const double value : {1.0, 0.0, 2.5, 3.0, 1.5}) {
    sample.add(value / 4);
    mean.add(value, 4);
  }
  EXPECT_NEAR(mean.mean(), sample.mean(), 1e-12);
  EXPECT_NEAR(mean.over_blocks().standard_error, sample.over_blocks().standard_error, 1e-12);
  EXPECT_EQ(mean.observations(), 20);
}

/// Skewed observations, blocks of unequal sizes, a common part of each block.
BlockMean skewed_blocks(Random& random, unsigned blocks) {
  BlockMean mean;
  for (unsigned b = 0; b < blocks; ++b) {
    const double common = -std::log(1 - random.uniform());  // of mean 1
    const unsigned count = 1 + random.below(4);
    double sum = 0;
    for (unsigned i = 0; i < count; ++i) sum += common - std::log(1 - random.uniform());
    mean.add(sum, count);
  }
  return mean;
}

TEST(BlockMeans, BothIntervalsCoverNineteenOfTwenty) {
  Random random(3, 1);
  constexpr unsigned kSamples = 500;
  unsigned by_student = 0;
  unsigned by_bootstrap = 0;
  for (unsigned i = 0; i < kSamples; ++i) {
    const BlockMean mean = skewed_blocks(random, 60);
    by_student += stepped_interval(mean.over_blocks(), 0).holds(2);
    by_bootstrap += mean.bootstrap(400, i).holds(2);
  }
  // Three standard errors of a share of 0.95 in 500 are 0.03; 60 skewed blocks cost about 0.015.
  EXPECT_NEAR(by_student / double{kSamples}, 0.94, 0.035);
  EXPECT_NEAR(by_bootstrap / double{kSamples}, 0.94, 0.035);
}

TEST(BlockMeans, TheBootstrapIsSkewedWithItsDataAndRepeatsItself) {
  Random random(5, 1);
  const BlockMean mean = skewed_blocks(random, 20);
  const Interval bounds = mean.bootstrap(4000, 7);
  EXPECT_LT(bounds.low, mean.mean());
  EXPECT_GT(bounds.high - mean.mean(), mean.mean() - bounds.low);  // the tail is to the right
  EXPECT_EQ(mean.bootstrap(4000, 7).low, bounds.low);
  EXPECT_NE(mean.bootstrap(4000, 8).low, bounds.low);
}

TEST(BlockMeans, TheBootstrapNeedsBlocks) {
  BlockMean mean;
  Random random(6, 1);
  while (mean.blocks() + 1 < kFewestBootstrapBlocks) mean.add(random.uniform(), 1);
  EXPECT_FALSE(mean.bootstrap(400, 1).is_known());
  mean.add(random.uniform(), 1);
  EXPECT_TRUE(mean.bootstrap(400, 1).is_known());
}

/// Normal blocks, as in the comment of kFewestBootstrapBlocks.
TEST(BlockMeans, TheBootstrapOfTheFewestBlocksCoversNearlyNineteenOfTwenty) {
  Random random(8, 1);
  constexpr unsigned kSamples = 600;
  unsigned held = 0;
  for (unsigned i = 0; i < kSamples; ++i) {
    BlockMean mean;
    for (std::size_t b = 0; b < kFewestBootstrapBlocks; ++b) {
      double sum = -6;  // the sum of twelve uniform variables is nearly normal
      for (int part = 0; part < 12; ++part) sum += random.uniform();
      mean.add(sum, 1);
    }
    held += mean.bootstrap(400, i).holds(0);
  }
  EXPECT_NEAR(held / double{kSamples}, 0.935, 0.03);
}

TEST(BlockMeans, TheBootstrapOfBlocksThatAgreeSaysNothing) {
  BlockMean mean;
  for (std::size_t i = 0; i < kFewestBootstrapBlocks; ++i) mean.add(2, 4);
  EXPECT_EQ(mean.over_blocks().standard_error, 0);
  EXPECT_FALSE(mean.bootstrap(100, 1).is_known());
}

}  // namespace
}  // namespace carrack
