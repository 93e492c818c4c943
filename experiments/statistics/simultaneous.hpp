// Intervals that hold all at once.
#pragma once

#include "experiments/statistics/sample.hpp"

namespace carrack {

/// The distribution of Student's t and its inverse. Precondition: degrees of freedom > 0; of the
/// inverse: 0.5 <= p < 1.
[[nodiscard]] double student_cdf(double t, std::size_t degrees_of_freedom);
[[nodiscard]] double student_quantile(double p, std::size_t degrees_of_freedom);

/// Half the width of an interval of the mean that is one of `intervals`, which with 95 %
/// probability hold all together, however they depend on each other (Bonferroni). NaN for fewer
/// than two values. With one interval it is Sample::interval().
[[nodiscard]] double simultaneous_interval(const Sample& sample, std::size_t intervals);

}  // namespace carrack
