// Tests that are taken many at a time.
#pragma once

#include <span>
#include <vector>

namespace carrack {

/// The p-values of one table, adjusted so that with 95 % none of those below 0.05 is wrong, however
/// the tests depend on each other: Holm, Scandinavian Journal of Statistics 6, 1979. The k-th
/// smallest of m is multiplied by m - k + 1, and none is less than a smaller one's. NaN stays NaN
/// and is not counted.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

}  // namespace carrack
