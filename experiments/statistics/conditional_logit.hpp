// The conditional logit: probability of choosing one of several alternatives, given covariates.
//
//   P(i) = exp(x_i b) / sum over the alternatives j of exp(x_j b)
//
// McFadden, "Conditional logit analysis of qualitative choice behavior", in: Zarembka (ed.),
// Frontiers in Econometrics, 1974. Here a choice set is a game, its alternatives are the players,
// and the winner is the choice. Terms common to all alternatives of a set cancel.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "core/base/types.hpp"

namespace carrack {

struct ChoiceSet {
  Eigen::MatrixXd x;      // alternatives × covariates
  Eigen::VectorXd share;  // of the choice, by alternative; sums to 1 (a tie of two: a half each)
  u64 cluster = 0;        // sets of one cluster are dependent
};

struct LogitFit {
  Eigen::VectorXd coefficients;
  /// The sandwich H^-1 (sum over clusters of g g') H^-1 of the clusters' scores g, times
  /// C / (C - K) with K covariates: valid for sets that are dependent within C clusters, and for
  /// shared choices. Liang and Zeger, Biometrika 73, 1986. NaN unless C > K.
  Eigen::MatrixXd covariance;
  /// H^-1, valid for independent sets with one choice each.
  Eigen::MatrixXd model_covariance;
  double log_likelihood = 0;
  unsigned iterations = 0;
  std::size_t clusters = 0;
  std::size_t covariates = 0;  // K, the number of covariates with a coefficient
};

/// The maximum of the likelihood, by Newton's method. A covariate that never varies within a set,
/// or that is a combination of earlier ones, has coefficient and variance 0. Empty if there is no
/// finite maximum: no sets, no varying covariate, or separation. Precondition: all sets have the
/// same covariates, at least one.
[[nodiscard]] std::optional<LogitFit> fit_conditional_logit(std::span<const ChoiceSet> sets);

/// A mean with its standard error.
struct MarginalEffect {
  double mean = 0;
  double standard_error = 0;
  std::size_t degrees_of_freedom = 0;  // of Student's t: clusters less covariates
};
/// The average marginal effect of a 0/1 covariate: the gain in probability of the alternatives with
/// x = 1, with the other covariates unchanged; the standard error is by the delta method.
[[nodiscard]] MarginalEffect marginal_effect(const LogitFit& fit, std::span<const ChoiceSet> sets,
                                             Eigen::Index covariate);

}  // namespace carrack
