#include "experiments/statistics/cluster_slope.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/random.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

constexpr double kStep = 1;

TEST(ClusterSlope, IsThatOfLeastSquares) {
  ClusterSlope slope;
  const std::array<std::pair<double, double>, 4> points{{{1, 2}, {2, 3}, {3, 5}, {4, 4}}};
  for (u64 i = 0; i < points.size(); ++i) slope.add(i, points[i].first, points[i].second);
  EXPECT_EQ(slope.clusters(), 4U);
  EXPECT_NEAR(slope.slope(), 0.8, 1e-12);
  // By hand: the scores (x - 2.5) times the residuals -0.3, -0.1, 1.1, -0.7.
  const double squares = 0.45 * 0.45 + 0.05 * 0.05 + 0.55 * 0.55 + 1.05 * 1.05;
  EXPECT_NEAR(slope.interval(kStep), student_t(2) * std::sqrt(4.0 / 3 * squares) / 5, 1e-9);
}

TEST(ClusterSlope, WhatAClusterSaysTwiceCountsOnce) {
  ClusterSlope once;
  ClusterSlope twice;
  Random random(3, 1);
  for (u64 i = 0; i < 50; ++i) {
    const double x = random.uniform();
    const double y = x + random.uniform();
    once.add(i, x, y);
    twice.add(i, x, y);
    twice.add(i, x, y);
  }
  EXPECT_EQ(twice.clusters(), 50U);
  EXPECT_NEAR(twice.slope(), once.slope(), 1e-12);
  EXPECT_NEAR(twice.interval(kStep), once.interval(kStep), 1e-12);
}

TEST(ClusterSlope, ClustersMayComeInAnyOrder) {
  ClusterSlope in_order;
  ClusterSlope mixed;
  Random random(5, 1);
  constexpr u64 kClusters = 20;
  std::array<std::array<std::pair<double, double>, 3>, kClusters> points{};
  for (auto& cluster : points) {
    const double shared = random.uniform();
    for (auto& [x, y] : cluster) {
      x = random.uniform();
      y = x + shared;
    }
  }
  for (u64 c = 0; c < kClusters; ++c) {
    for (const auto& [x, y] : points[c]) in_order.add(c, x, y);
  }
  for (std::size_t i = 0; i < points.front().size(); ++i) {
    for (u64 c = kClusters; c-- > 0;) mixed.add(c, points[c][i].first, points[c][i].second);
  }
  EXPECT_EQ(mixed.clusters(), kClusters);
  EXPECT_NEAR(mixed.slope(), in_order.slope(), 1e-12);
  EXPECT_NEAR(mixed.interval(kStep), in_order.interval(kStep), 1e-12);
}

TEST(ClusterSlope, OfPredictionsThatAllCameTrueHasAWidth) {
  // Of 40 games of two players: 1 for who won, 0 for who lost, as predicted.
  ClusterSlope slope;
  for (u64 game = 0; game < 40; ++game) {
    slope.add(game, 1, 1);
    slope.add(game, 0, 0);
  }
  EXPECT_NEAR(slope.slope(), 1, 1e-12);
  // If one game had ended the other way, the slope would be lower by 2 / 40.
  ClusterSlope upset;
  for (u64 game = 0; game < 40; ++game) {
    upset.add(game, 1, game == 0 ? 0 : 1);
    upset.add(game, 0, game == 0 ? 1 : 0);
  }
  EXPECT_NEAR(upset.slope(), 1 - 2.0 / 40, 1e-12);
  EXPECT_NEAR(slope.interval(kStep), student_t(38) * 2 / 40, 1e-9);
  EXPECT_NEAR(slope.interval(kStep / 2), student_t(38) / 40, 1e-9);
}

TEST(ClusterSlope, OfTooLittleIsUnknown) {
  ClusterSlope slope;
  EXPECT_TRUE(std::isnan(slope.slope()));
  slope.add(0, 1, 2);
  EXPECT_TRUE(std::isnan(slope.slope()));
  EXPECT_TRUE(std::isnan(slope.interval(kStep)));
}

TEST(ClusterSlope, OfTwoClustersHasNoInterval) {
  ClusterSlope slope;
  slope.add(0, 1, 2);
  slope.add(1, 2, 5);
  EXPECT_NEAR(slope.slope(), 3, 1e-12);
  EXPECT_TRUE(std::isnan(slope.interval(kStep)));
  slope.add(2, 3, 6);
  EXPECT_NEAR(slope.slope(), 2, 1e-12);
  EXPECT_GT(slope.interval(kStep), 0);
  EXPECT_TRUE(std::isfinite(slope.interval(kStep)));
}

TEST(ClusterSlope, OfANegligibleSpreadIsUnknown) {
  for (const double small : {1e-150, 1e-11}) {
    ClusterSlope slope;
    for (u64 i = 0; i < 10; ++i) slope.add(i, i % 2 == 0 ? 0 : small, static_cast<double>(i));
    EXPECT_TRUE(std::isnan(slope.slope())) << small;
    EXPECT_TRUE(std::isnan(slope.interval(kStep))) << small;
  }
  ClusterSlope rounded;
  for (u64 i = 0; i < 10; ++i) {
    rounded.add(i, i % 2 == 0 ? 100 : 100 + 1e-5, static_cast<double>(i));
  }
  EXPECT_TRUE(std::isnan(rounded.slope()));
  ClusterSlope shares;
  for (u64 i = 0; i < 10; ++i) shares.add(i, i % 2 == 0 ? 0 : 1e-4, i % 2 == 0 ? 0 : 1);
  EXPECT_NEAR(shares.slope(), 1e4, 1e-6);
}

TEST(ClusterSlope, OfAConstantIsUnknown) {
  ClusterSlope slope;
  for (u64 i = 0; i < 1000; ++i) slope.add(i, 0.1, static_cast<double>(i));
  EXPECT_TRUE(std::isnan(slope.slope()));
  EXPECT_TRUE(std::isnan(slope.interval(kStep)));
}

TEST(ClusterSlope, TheIntervalHoldsTheTruthNineteenTimesInTwenty) {
  // Clusters share a part of x and of the error, as the decisions of a game do.
  constexpr unsigned kSamples = 1000;
  unsigned held = 0;
  for (unsigned sample = 0; sample < kSamples; ++sample) {
    Random random(17, sample);
    ClusterSlope slope;
    for (unsigned cluster = 0; cluster < 40; ++cluster) {
      const double shared_x = random.uniform();
      const double shared_error = random.uniform();
      for (unsigned i = 0; i < 5; ++i) {
        const double x = shared_x + 0.3 * random.uniform();
        slope.add(cluster, x, 0.7 * x + shared_error + 0.2 * random.uniform());
      }
    }
    held += std::abs(slope.slope() - 0.7) <= slope.interval(kStep) ? 1 : 0;
  }
  EXPECT_GT(held, 920U);
  EXPECT_LT(held, 975U);
}

}  // namespace
}  // namespace carrack
