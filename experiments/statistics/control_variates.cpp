#include "experiments/statistics/control_variates.hpp"

#include <Eigen/QR>
#include <cmath>
#include <string>

#include "core/base/error.hpp"

namespace carrack {

AdjustedMean adjusted_mean(const Eigen::VectorXd& y, const Eigen::MatrixXd& x) {
  const Eigen::Index n = y.size();
  const Eigen::Index p = x.cols();
  if (n < fewest_observations(p)) {
    throw InputError("an adjusted mean with " + std::to_string(p) + " controls needs " +
                     std::to_string(fewest_observations(p)) + " blocks, not " + std::to_string(n));
  }
  const auto observations = static_cast<double>(n);
  const double mean_y = y.mean();
  const Eigen::RowVectorXd mean_x = x.colwise().mean();
  const Eigen::VectorXd centred_y = y.array() - mean_y;
  const Eigen::MatrixXd centred_x = x.rowwise() - mean_x;

  // Controls may be collinear (the luck of all seats may sum to 0), so the rank is used.
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor(centred_x);
  const Eigen::VectorXd slope = factor.solve(centred_y);
  const auto rank = static_cast<double>(factor.rank());
  const double residual = (centred_y - centred_x * slope).squaredNorm();
  const double spread = (factor.pseudoInverse().transpose() * mean_x.transpose()).squaredNorm();

  AdjustedMean mean;
  mean.plain = mean_y;
  const double plain_variance = centred_y.squaredNorm() / (observations - 1) / observations;
  mean.plain_error = std::sqrt(plain_variance);
  const double freedom = observations - 1 - rank;
  const double variance = residual / freedom * (1 / observations + spread);
  mean.adjusted = mean_y - mean_x.dot(slope);
  mean.error = std::sqrt(variance);
  mean.degrees_of_freedom = static_cast<std::size_t>(freedom);
  mean.variance_ratio = plain_variance > 0 ? variance / plain_variance : 1;
  return mean;
}

}  // namespace carrack
