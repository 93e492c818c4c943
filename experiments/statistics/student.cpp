#include "experiments/statistics/student.hpp"

#include <cmath>
#include <numbers>

namespace carrack {

double normal_cdf(double z) noexcept { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_quantile(double p) noexcept {
  // Halving finds the root between bounds beyond which the distribution is 0 or 1 in doubles.
  double low = -38;
  double high = 38;
  for (int i = 0; i < 64; ++i) {
    const double middle = 0.5 * (low + high);
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double student_cdf(double t, std::size_t degrees_of_freedom) noexcept {
  // Up to here the finite sums of Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.3
  // and 26.7.4; beyond, their normal approximation 26.7.8, then right to six decimals.
  constexpr std::size_t kMostTerms = 400;
  const auto n = static_cast<double>(degrees_of_freedom);
  if (degrees_of_freedom > kMostTerms) {
    const double z = t * (1 - 1 / (4 * n)) / std::sqrt(1 + t * t / (2 * n));
    return std::erfc(-z / std::numbers::sqrt2) / 2;
  }
  const double angle = std::atan(t / std::sqrt(n));
  const double cosine_squared = std::cos(angle) * std::cos(angle);
  const bool odd = degrees_of_freedom % 2 == 1;
  double term = odd ? std::cos(angle) : 1;
  double sum = degrees_of_freedom == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k + 1 < degrees_of_freedom; k += 2) {
    const auto j = static_cast<double>(k);
    term *= cosine_squared * (j - 1) / j;
    sum += term;
  }
  const double between = odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum)
                             : std::sin(angle) * sum;  // the probability of (-t, t)
  return (1 + between) / 2;
}

double student_quantile(double p, std::size_t degrees_of_freedom) noexcept {
  double low = 0;
  double high = 1;
  while (student_cdf(high, degrees_of_freedom) < p) high *= 2;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = (low + high) / 2;
    (student_cdf(middle, degrees_of_freedom) < p ? low : high) = middle;
  }
  return high;
}

}  // namespace carrack
