// Intervals that hold all at once.
#pragma once

#include "experiments/statistics/sample.hpp"

namespace carrack {

/// Half the width of an interval of the mean that is one of `intervals`, which with 95 %
/// probability hold all together, however they depend on each other (Bonferroni). NaN for fewer
/// than two values. With one interval it is Sample::interval().
[[nodiscard]] double simultaneous_interval(const Sample& sample, std::size_t intervals);

}  // namespace carrack
