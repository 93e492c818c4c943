// The normal distribution and Student's t.
#pragma once

#include <cstddef>

namespace carrack {

/// The 97.5 % quantile of the standard normal distribution: half the width of a 95 % interval in
/// standard errors.
inline constexpr double kNormal95 = 1.959963984540054;

/// The standard normal distribution and its inverse. Precondition of the inverse: 0 < p < 1.
[[nodiscard]] double normal_cdf(double z) noexcept;
[[nodiscard]] double normal_quantile(double p) noexcept;

/// The distribution of Student's t and its inverse. Precondition: degrees of freedom > 0; of the
/// inverse: 0.5 <= p < 1.
[[nodiscard]] double student_cdf(double t, std::size_t degrees_of_freedom) noexcept;
[[nodiscard]] double student_quantile(double p, std::size_t degrees_of_freedom) noexcept;
/// The 97.5 % quantile of Student's t.
[[nodiscard]] inline double student_t(std::size_t degrees_of_freedom) noexcept {
  return student_quantile(0.975, degrees_of_freedom);
}

}  // namespace carrack
