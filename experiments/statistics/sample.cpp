#include "experiments/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "core/random.hpp"

namespace carrack {

double student_t(std::size_t degrees_of_freedom) noexcept {
  // Up to 10 from the tables; beyond, Cornish and Fisher's expansion is right to three decimals
  // (Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.5).
  constexpr std::array<double, 11> kTable{0,     12.706, 4.303, 3.182, 2.776, 2.571,
                                          2.447, 2.365,  2.306, 2.262, 2.228};
  if (degrees_of_freedom < kTable.size()) return kTable[degrees_of_freedom];
  constexpr double kZ = 1.959964;
  const auto n = static_cast<double>(degrees_of_freedom);
  const double z3 = kZ * kZ * kZ;
  const double z5 = z3 * kZ * kZ;
  const double z7 = z5 * kZ * kZ;
  return kZ + (z3 + kZ) / (4 * n) + (5 * z5 + 16 * z3 + 3 * kZ) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * kZ) / (384 * n * n * n);
}

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

double Sample::interval() const noexcept {
  if (count_ < 2) return std::numeric_limits<double>::quiet_NaN();
  return student_t(count_ - 1) * std::sqrt(variance() / static_cast<double>(count_));
}

double BlockMean::interval() const noexcept {
  if (blocks() < 2) return std::numeric_limits<double>::quiet_NaN();
  double squares = 0;
  for (std::size_t b = 0; b < blocks(); ++b) {
    const double residual = sums_[b] - mean() * counts_[b];
    squares += residual * residual;
  }
  const auto n = static_cast<double>(blocks());
  return student_t(blocks() - 1) * std::sqrt(n / (n - 1) * squares) / observations_;
}

BlockMean::Bounds BlockMean::bootstrap(unsigned replicates, u64 seed) const {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (blocks() < 2 || replicates == 0) return {kNaN, kNaN};
  std::vector<double> means(replicates);
  for (unsigned r = 0; r < replicates; ++r) {
    Random random(seed, r);
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < blocks(); ++i) {
      const unsigned b = random.below(static_cast<unsigned>(blocks()));
      sum += sums_[b];
      count += counts_[b];
    }
    means[r] = sum / count;
  }
  std::ranges::sort(means);
  if (means.front() == means.back()) return {means.front(), means.back()};

  // Bias: how far the estimate is from the median of the replicates; ties count half.
  const auto below = static_cast<double>(std::ranges::lower_bound(means, mean()) - means.begin());
  const auto upto = static_cast<double>(std::ranges::upper_bound(means, mean()) - means.begin());
  const double share = std::clamp(0.5 * (below + upto), 0.5, replicates - 0.5) / replicates;
  const double bias = normal_quantile(share);
  // Acceleration: the skewness of the estimate with one block left out.
  double squares = 0;
  double cubes = 0;
  for (std::size_t b = 0; b < blocks(); ++b) {
    const double without = (total_ - sums_[b]) / (observations_ - counts_[b]);
    const double d = mean() - without;
    squares += d * d;
    cubes += d * d * d;
  }
  const double acceleration = squares == 0 ? 0 : cubes / (6 * std::pow(squares, 1.5));
  const auto quantile = [&](double z) {
    const double shifted = bias + z;
    const double p = normal_cdf(bias + shifted / (1 - acceleration * shifted));
    const auto at = static_cast<std::size_t>(p * replicates);
    return means[std::min<std::size_t>(at, replicates - 1)];
  };
  constexpr double kZ = 1.959964;
  return {quantile(-kZ), quantile(kZ)};
}

}  // namespace carrack
