// The conditional logit: which of several alternatives is chosen, by their covariates.
//
//   P(i) = exp(x_i b) / sum over the alternatives j of exp(x_j b)
//
// McFadden, "Conditional logit analysis of qualitative choice behavior", in: Zarembka (ed.),
// Frontiers in Econometrics, 1974. Here a choice set is a game, its alternatives are the players,
// and the winner is what is chosen. What all alternatives of a set share cancels.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "core/base/types.hpp"

namespace carrack {

struct ChoiceSet {
  Eigen::MatrixXd x;      // alternatives × covariates
  Eigen::VectorXd share;  // of the choice, by alternative; sums to 1 (a tie of two: a half each)
  u64 cluster = 0;        // sets of one cluster depend on each other; they stand together
};

struct LogitFit {
  Eigen::VectorXd coefficients;
  /// The sandwich H^-1 (sum over clusters of g g') H^-1 of the clusters' scores g, times
  /// C / (C - 1): right for sets that depend on each other within C clusters, and for shared
  /// choices. Liang and Zeger, Biometrika 73, 1986.
  Eigen::MatrixXd covariance;
  /// H^-1, right for independent sets with one choice each.
  Eigen::MatrixXd model_covariance;
  double log_likelihood = 0;
  unsigned iterations = 0;
  std::size_t clusters = 0;
};

/// The maximum of the likelihood, by Newton's method. A covariate that never varies within a set,
/// or that is a combination of earlier ones, tells nothing more: its coefficient and variance are
/// 0. Nothing where there is no finite maximum: no sets, no covariate that varies, or some that
/// tell the choice with certainty. Precondition: all sets have the same covariates, at least one of
/// them.
[[nodiscard]] std::optional<LogitFit> fit_conditional_logit(std::span<const ChoiceSet> sets);

/// A mean with its standard error.
struct MarginalEffect {
  double mean = 0;
  double standard_error = 0;
};
/// How much more probable the alternatives with x = 1 of a 0/1 covariate are by having it, all
/// other covariates as they are; the mean over these alternatives, its error by the delta method.
[[nodiscard]] MarginalEffect marginal_effect(const LogitFit& fit, std::span<const ChoiceSet> sets,
                                             Eigen::Index covariate);

}  // namespace carrack
