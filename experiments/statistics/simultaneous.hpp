// Multiple testing.
#pragma once

#include <span>
#include <vector>

namespace carrack {

/// Adjusts the p-values of one table to a family-wise error rate of 5 % under any dependence: Holm,
/// Scandinavian Journal of Statistics 6, 1979. The k-th smallest of m is multiplied by m - k + 1,
/// and the results are made monotone. NaN stays NaN and is not counted.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

}  // namespace carrack
