#include "experiments/statistics/regular_matrix.hpp"

#include <Eigen/Eigenvalues>

namespace carrack {

bool is_regular(const Eigen::MatrixXd& information) {
  constexpr double kTolerance = 1e-10;  // of the smallest eigenvalue of the correlations
  const Eigen::VectorXd scale = information.diagonal().cwiseSqrt().cwiseInverse();
  if (!scale.allFinite()) return false;
  const Eigen::MatrixXd correlation = scale.asDiagonal() * information * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(correlation, Eigen::EigenvaluesOnly)
             .eigenvalues()
             .minCoeff() > kTolerance;
}

}  // namespace carrack
