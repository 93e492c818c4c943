// Whether data identify the parameters of a model.
#pragma once

#include <Eigen/Core>

namespace carrack {

/// Whether a positive semidefinite matrix, the information on parameters, is regular, independent
/// of the scale of its rows.
[[nodiscard]] bool is_regular(const Eigen::MatrixXd& information);

}  // namespace carrack
