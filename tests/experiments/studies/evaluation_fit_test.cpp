// The regression behind `carrack fit`.
#include "experiments/studies/evaluation_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.hpp"

namespace carrack {
namespace {

constexpr unsigned kPlayers = 3;

PositionKind kind(bool begins_turn) { return {Edition::aoe3, kPlayers, begins_turn, 5}; }

/// A position with random features, whose VP are `slope` times the second feature, some noise
/// and 20.
SampledPosition synthetic(Random& random, bool begins_turn, float slope, double noise) {
  SampledPosition at;
  at.kind = kind(begins_turn);
  for (unsigned p = 0; p < kPlayers; ++p) {
    for (float& feature : at.features[p]) feature = static_cast<float>(random.below(10));
    at.features[p].front() = 1;
    at.vp[p] =
        20 + slope * at.features[p][1] + static_cast<float>(noise * (random.uniform() - 0.5));
  }
  return at;
}

const Features& weights_of(const EvaluationFit& fit, bool begins_turn) {
  return fit.weights()[kind(begins_turn).number()];
}

TEST(EvaluationFit, FindsTheWeightsBehindThePositions) {
  Random random(1, 0);
  EvaluationFit fit;
  for (int i = 0; i < 20'000; ++i) fit.add(synthetic(random, false, 2, 6));
  fit.solve();
  const Features& weights = weights_of(fit, false);
  EXPECT_NEAR(weights[1], 2, 0.02);
  EXPECT_NEAR(weights[7], 0, 0.02);
  EXPECT_NEAR(weights.front(), 20, 0.6);  // whatever error the others have times their means
  EXPECT_EQ(fit.positions(kind(false)), 20'000);
  EXPECT_EQ(fit.positions(kind(true)), 0);
}

TEST(EvaluationFit, StartsOfTurnsAreDrawnToTheWeightsOfTheirTurn) {
  const auto slope_of_starts = [](int starts) {
    Random random(2, 0);
    EvaluationFit fit;
    for (int i = 0; i < 5'000; ++i) fit.add(synthetic(random, false, 2, 6));
    for (int i = 0; i < starts; ++i) fit.add(synthetic(random, true, 4, 6));
    fit.solve();
    return weights_of(fit, true)[1];
  };
  EXPECT_NEAR(slope_of_starts(0), 2, 0.05);
  const float few = slope_of_starts(50);
  EXPECT_GT(few, 2.1F);
  EXPECT_LT(few, 3.5F);
  EXPECT_NEAR(slope_of_starts(20'000), 4, 0.1);
}

TEST(EvaluationFit, WhatAllAtATableShareOnlyShiftsTheConstant) {
  Random random(5, 0);
  EvaluationFit fit;
  double mean = 0;
  constexpr int kPositions = 5'000;
  for (int i = 0; i < kPositions; ++i) {
    SampledPosition at = synthetic(random, false, 2, 6);
    const auto level = static_cast<float>(random.below(10));
    for (unsigned p = 0; p < kPlayers; ++p) {
      at.features[p][2] = level;  // as telling of VP as can be, and of no lead
      at.vp[p] += 5 * level;
      mean += static_cast<double>(at.vp[p]) / (kPositions * kPlayers);
    }
    fit.add(at);
  }
  fit.solve();
  const Features& weights = weights_of(fit, false);
  EXPECT_NEAR(weights[1], 2, 0.02);
  EXPECT_NEAR(weights[2], 0, 1e-6);
  EXPECT_NEAR(weights.front() + 2 * 4.5F, mean, 1);
}

TEST(EvaluationFit, ATileThatNoGameHadSharesWhatTheOthersHaveInCommon) {
  constexpr unsigned kAge = 1;  // the count of these tiles
  constexpr unsigned kUnseen = kCountFeatures + 3;
  Random random(6, 0);
  EvaluationFit fit;
  for (int i = 0; i < 5'000; ++i) {
    SampledPosition at;
    at.kind = kind(false);
    for (unsigned p = 0; p < kPlayers; ++p) {
      at.features[p][kConstantFeature] = 1;
      for (unsigned t = kCountFeatures; t < kUnseen; ++t) {
        at.features[p][t] = static_cast<float>(random.below(2));
        at.features[p][kAge] += at.features[p][t];
      }
      at.vp[p] = 20 + 4 * at.features[p][kAge];
    }
    fit.add(at);
  }
  fit.solve();
  const Features& weights = weights_of(fit, false);
  EXPECT_EQ(weights[kUnseen], 0);
  EXPECT_GT(weights[kAge], 3);
  EXPECT_NEAR(weights[kAge] + weights[kCountFeatures], 4, 0.1);
}

TEST(EvaluationFit, ExplainsLeadsInPositionsItHasNotSeen) {
  Random random(3, 0);
  EvaluationFit fit;
  for (int i = 0; i < 5'000; ++i) fit.add(synthetic(random, false, 2, 10));
  fit.solve();
  EXPECT_TRUE(std::isnan(fit.r_squared(kind(false))));
  for (int i = 0; i < 2'000; ++i) fit.test(synthetic(random, false, 2, 10));
  // Variance 4 x 8.25 of the slope's, 100 / 12 of the noise.
  EXPECT_NEAR(fit.r_squared(kind(false)), 33.0 / (33.0 + 100.0 / 12), 0.02);
  EXPECT_TRUE(std::isnan(fit.r_squared(kind(true))));
}

TEST(EvaluationFit, WithoutPositionsTheWeightsAreZero) {
  EvaluationFit fit;
  fit.solve();
  EXPECT_EQ(fit.weights().back(), Features{});
}

}  // namespace
}  // namespace carrack
