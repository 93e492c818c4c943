#include "experiments/statistics/simultaneous.hpp"

#include <cmath>
#include <limits>

#include "experiments/statistics/student.hpp"

namespace carrack {

double simultaneous_interval(const Sample& sample, std::size_t intervals) {
  if (sample.count() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double p = 1 - 0.025 / static_cast<double>(intervals);
  return student_quantile(p, sample.count() - 1) *
         std::sqrt(sample.variance() / static_cast<double>(sample.count()));
}

}  // namespace carrack
