// The conditional logit against closed forms and known coefficients.
#include "experiments/statistics/conditional_logit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.hpp"

namespace carrack {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

ChoiceSet choice(const MatrixXd& x, Eigen::Index chosen, u64 cluster) {
  ChoiceSet set{x, VectorXd::Zero(x.rows()), cluster};
  set.share(chosen) = 1;
  return set;
}

/// `n` sets of two alternatives, the first marked; it is chosen in `k` of them.
std::vector<ChoiceSet> marked_pairs(unsigned n, unsigned k) {
  std::vector<ChoiceSet> sets;
  for (unsigned i = 0; i < n; ++i) {
    sets.push_back(choice((MatrixXd(2, 1) << 1, 0).finished(), i < k ? 0 : 1, i));
  }
  return sets;
}

TEST(ConditionalLogit, OfTwoAlternativesIsTheLogisticRegressionOnTheirDifference) {
  const auto fit = fit_conditional_logit(marked_pairs(40, 28));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coefficients(0), std::log(28.0 / 12), 1e-9);
  EXPECT_NEAR(fit->model_covariance(0, 0), 1.0 / 28 + 1.0 / 12, 1e-9);
  // sum of squared scores: 28 (1 - p)^2 + 12 p^2 = n p (1 - p), so the sandwich is the model's
  EXPECT_NEAR(fit->covariance(0, 0), (1.0 / 28 + 1.0 / 12) * 40 / 39, 1e-9);
  EXPECT_NEAR(fit->log_likelihood, 28 * std::log(0.7) + 12 * std::log(0.3), 1e-9);
}

TEST(ConditionalLogit, WithADummyAnAlternativeGivesTheLogOddsOfTheCounts) {
  const MatrixXd x = (MatrixXd(3, 2) << 0, 0, 1, 0, 0, 1).finished();
  std::vector<ChoiceSet> sets;
  const std::vector<unsigned> counts{50, 30, 20};
  for (Eigen::Index chosen = 0; chosen < 3; ++chosen) {
    for (unsigned i = 0; i < counts[static_cast<std::size_t>(chosen)]; ++i) {
      sets.push_back(choice(x, chosen, sets.size()));
    }
  }
  const auto fit = fit_conditional_logit(sets);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coefficients(0), std::log(30.0 / 50), 1e-9);
  EXPECT_NEAR(fit->coefficients(1), std::log(20.0 / 50), 1e-9);
  EXPECT_NEAR(fit->model_covariance(0, 0), 1.0 / 30 + 1.0 / 50, 1e-9);
  EXPECT_NEAR(fit->model_covariance(0, 1), 1.0 / 50, 1e-9);
}

/// Sets of four alternatives with two covariates, chosen by coefficients 0.8 and -0.5; a constant
/// of the set is in both covariates and has to cancel.
std::vector<ChoiceSet> synthetic(unsigned n, u64 seed) {
  Random random(seed, 0);
  std::vector<ChoiceSet> sets;
  for (unsigned i = 0; i < n; ++i) {
    const double common = 5 * random.uniform();
    MatrixXd x(4, 2);
    for (Eigen::Index a = 0; a < 4; ++a) {
      x(a, 0) = a == i % 4 ? 1 : 0;
      x(a, 1) = common + 2 * random.uniform();
    }
    const VectorXd weight = (x * (VectorXd(2) << 0.8, -0.5).finished()).array().exp();
    double left = random.uniform() * weight.sum();
    Eigen::Index chosen = 0;
    while (chosen < 3 && left >= weight(chosen)) left -= weight(chosen++);
    sets.push_back(choice(x, chosen, i));
  }
  return sets;
}

TEST(ConditionalLogit, RecoversKnownCoefficientsWithinTheirErrors) {
  constexpr unsigned kSamples = 300;
  unsigned covered = 0;
  double sum = 0;
  for (unsigned sample = 0; sample < kSamples; ++sample) {
    const auto fit = fit_conditional_logit(synthetic(200, sample));
    ASSERT_TRUE(fit);
    sum += fit->coefficients(1);
    covered +=
        std::abs(fit->coefficients(0) - 0.8) < 1.96 * std::sqrt(fit->covariance(0, 0)) ? 1 : 0;
  }
  EXPECT_NEAR(sum / kSamples, -0.5, 0.03);
  EXPECT_NEAR(covered / double{kSamples}, 0.95, 0.035);
}

TEST(ConditionalLogit, SetsPlayedTwiceInAClusterTellNothingNew) {
  const std::vector<ChoiceSet> once = synthetic(150, 7);
  std::vector<ChoiceSet> twice;
  for (const ChoiceSet& set : once) twice.insert(twice.end(), 2, set);
  const auto a = fit_conditional_logit(once);
  const auto b = fit_conditional_logit(twice);
  EXPECT_EQ(b->clusters, 150U);
  EXPECT_TRUE(a->coefficients.isApprox(b->coefficients, 1e-6));
  EXPECT_TRUE(a->covariance.isApprox(b->covariance, 1e-6));
  EXPECT_TRUE(a->model_covariance.isApprox(2 * b->model_covariance, 1e-6));
}

TEST(ConditionalLogit, TheSetsOfAClusterMayComeInAnyOrder) {
  std::vector<ChoiceSet> sets = synthetic(120, 5);
  for (std::size_t i = 0; i < sets.size(); ++i) sets[i].cluster = i / 4;
  std::vector<ChoiceSet> mixed;
  for (std::size_t first = 0; first < 4; ++first) {
    for (std::size_t i = first; i < sets.size(); i += 4) mixed.push_back(sets[i]);
  }
  const auto a = fit_conditional_logit(sets);
  const auto b = fit_conditional_logit(mixed);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(b->clusters, 30U);
  EXPECT_TRUE(a->covariance.isApprox(b->covariance, 1e-6));
}

TEST(ConditionalLogit, NeedsMoreClustersThanCovariatesForErrors) {
  std::vector<ChoiceSet> sets = synthetic(120, 5);
  const auto covariates = static_cast<std::size_t>(sets.front().x.cols());
  const auto fit_with = [&](std::size_t clusters) {
    for (std::size_t i = 0; i < sets.size(); ++i) sets[i].cluster = i % clusters;
    return fit_conditional_logit(sets);
  };
  const auto few = fit_with(covariates);
  ASSERT_TRUE(few);
  EXPECT_TRUE(std::isnan(few->covariance(0, 0)));
  EXPECT_EQ(marginal_effect(*few, sets, 0).degrees_of_freedom, 0U);
  const auto enough = fit_with(covariates + 1);
  ASSERT_TRUE(enough);
  EXPECT_GT(enough->covariance(0, 0), 0);
  EXPECT_EQ(enough->covariates, covariates);
  EXPECT_EQ(marginal_effect(*enough, sets, 0).degrees_of_freedom, 1U);
}

TEST(ConditionalLogit, OfOneClusterHasNoErrors) {
  std::vector<ChoiceSet> sets = synthetic(50, 4);
  for (ChoiceSet& set : sets) set.cluster = 3;
  const auto fit = fit_conditional_logit(sets);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->clusters, 1U);
  EXPECT_TRUE(std::isnan(fit->covariance(0, 0)));
  EXPECT_FALSE(std::isnan(fit->model_covariance(0, 0)));
}

TEST(ConditionalLogit, ASharedChoiceIsHalfOfEach) {
  std::vector<ChoiceSet> sets = marked_pairs(30, 20);
  for (unsigned i = 0; i < 10; ++i) {
    sets.push_back({sets.front().x, VectorXd::Constant(2, 0.5), 30 + i});
  }
  EXPECT_NEAR(fit_conditional_logit(sets)->coefficients(0), std::log(25.0 / 15), 1e-9);
}

TEST(ConditionalLogit, WhatTellsNothingMoreIsLeftOut) {
  std::vector<ChoiceSet> sets = synthetic(150, 3);
  const auto plain = fit_conditional_logit(sets);
  for (ChoiceSet& set : sets) {
    MatrixXd wide(4, 4);
    wide << set.x.col(0), set.x.col(1), VectorXd::Constant(4, 7),
        3 * set.x.col(0) - 2 * set.x.col(1);
    set.x = wide;
  }
  const auto fit = fit_conditional_logit(sets);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->coefficients.head(2).isApprox(plain->coefficients, 1e-6));
  EXPECT_TRUE(fit->covariance.topLeftCorner(2, 2).isApprox(plain->covariance, 1e-6));
  EXPECT_EQ(fit->coefficients.tail(2), VectorXd::Zero(2));
  EXPECT_EQ(fit->covariance.bottomRows(2), MatrixXd::Zero(2, 4));
}

TEST(ConditionalLogit, NothingWhereThereIsNoMaximum) {
  EXPECT_FALSE(fit_conditional_logit({}));
  EXPECT_FALSE(fit_conditional_logit(marked_pairs(30, 30)));
  EXPECT_FALSE(fit_conditional_logit(marked_pairs(30, 0)));
  const std::vector<ChoiceSet> flat{choice(MatrixXd::Ones(3, 1), 0, 0)};
  EXPECT_FALSE(fit_conditional_logit(flat));
}

TEST(MarginalEffect, OfOneMarkIsTheShareOfTheMarkedLessTheEvenOne) {
  const std::vector<ChoiceSet> sets = marked_pairs(40, 28);
  const MarginalEffect effect = marginal_effect(*fit_conditional_logit(sets), sets, 0);
  EXPECT_NEAR(effect.mean, 0.7 - 0.5, 1e-9);
  EXPECT_NEAR(effect.standard_error, std::sqrt(0.7 * 0.3 / 39), 1e-9);
}

}  // namespace
}  // namespace carrack
