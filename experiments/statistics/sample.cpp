#include "experiments/statistics/sample.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/random.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {

MeanOverBlocks Sample::over_blocks(double observations_per_value) const noexcept {
  const auto n = static_cast<double>(count_);
  return {mean(), std::sqrt(variance() / n), n * observations_per_value, count_};
}

MeanOverBlocks BlockMean::over_blocks() const noexcept {
  double squares = 0;
  for (std::size_t b = 0; b < blocks(); ++b) {
    const double residual = sums_[b] - mean() * counts_[b];
    squares += residual * residual;
  }
  const auto n = static_cast<double>(blocks());
  return {mean(), std::sqrt(n / (n - 1) * squares) / observations_, observations_, blocks()};
}

Interval BlockMean::bootstrap(unsigned replicates, u64 seed, const std::atomic<bool>* stop) const {
  if (blocks() < kFewestBootstrapBlocks || replicates == 0) return {};
  std::vector<double> means(replicates);
  for (unsigned r = 0; r < replicates; ++r) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return {};
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
  if (means.front() == means.back()) return {};

  // Bias: distance of the estimate from the median of the replicates; ties count half.
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
  return {quantile(-kNormal95), quantile(kNormal95)};
}

}  // namespace carrack
