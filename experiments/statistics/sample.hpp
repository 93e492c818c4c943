// Means with their uncertainty.
#pragma once

#include <cmath>
#include <cstddef>

namespace carrack {

/// Mean and variance of a sample, one value at a time: Welford, Technometrics 1962.
class Sample {
 public:
  void add(double value) noexcept {
    ++count_;
    const double delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] double mean() const noexcept { return mean_; }
  /// Unbiased; 0 for fewer than two values.
  [[nodiscard]] double variance() const noexcept {
    return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
  }
  /// Half the width of the 95 % confidence interval of the mean, by Student's t; NaN for fewer than
  /// two values, of which nothing can be said.
  [[nodiscard]] double interval() const noexcept;

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

/// The 97.5 % quantile of Student's t distribution.
[[nodiscard]] double student_t(std::size_t degrees_of_freedom) noexcept;

}  // namespace carrack
