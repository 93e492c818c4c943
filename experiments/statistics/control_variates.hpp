// Variance reduction by regression-adjusted control variates.
// Each observation y comes with controls x of known mean 0, such as the luck of the draws. Their
// contribution to y is estimated by regression and subtracted:
//
//   adjusted = mean(y) - b' mean(x),   b = cov(x)^-1 cov(x, y),
//   variance = s2 (1/n + mean(x)' S^-1 mean(x)),   S = sum of (x - mean)(x - mean)',
//
// with s2 the residual variance on n - 1 - p degrees of freedom: Lavenberg and Welch, Management
// Science 27, 1981. The slope is estimated from the same data: the estimator is unbiased and the
// variance exact if y and x are jointly normal; otherwise its bias is of order 1/n.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "experiments/statistics/fewest_observations.hpp"

namespace carrack {

struct AdjustedMean {
  double plain = 0;
  double plain_error = 0;  // standard errors
  double adjusted = 0;
  double error = 0;
  std::size_t degrees_of_freedom = 0;  // of the adjusted mean
  /// Variance of the adjusted mean divided by that of the plain one: the fraction of games needed
  /// for the same interval. Above 1 if x explains nothing.
  double variance_ratio = 1;
};

/// `y` has n observations, `x` n rows of p controls; independent, so blocks rather than games.
/// Throws InputError for fewer than fewest_observations(p).
[[nodiscard]] AdjustedMean adjusted_mean(const Eigen::VectorXd& y, const Eigen::MatrixXd& x);

}  // namespace carrack
