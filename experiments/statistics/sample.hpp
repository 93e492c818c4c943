// Sample means with standard errors.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/base/types.hpp"
#include "experiments/statistics/interval.hpp"

namespace carrack {

/// Running mean and variance: Welford, Technometrics 1962.
class Sample {
 public:
  void add(double value) noexcept {
    ++count_;
    const double delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// NaN without values.
  [[nodiscard]] double mean() const noexcept {
    return count_ == 0 ? std::numeric_limits<double>::quiet_NaN() : mean_;
  }
  /// Unbiased; 0 for fewer than two values.
  [[nodiscard]] double variance() const noexcept {
    return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
  }
  /// The estimate with each value as a block of this many observations.
  [[nodiscard]] MeanOverBlocks over_blocks(double observations_per_value = 1) const noexcept;

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

/// The fewest blocks for a bootstrap interval. Intervals of fewer blocks are too narrow: with
/// normal blocks they contain the mean with probability 0.49 for 2, 0.80 for 4, 0.88 for 8 and 0.92
/// for 12, not 0.95.
inline constexpr std::size_t kFewestBootstrapBlocks = 20;

/// The mean of a quantity over games in blocks of unequal size: total sum divided by total count.
/// Its standard error is that of a ratio estimator with the block as the unit: Cochran, Sampling
/// Techniques, 1977, 6.3. With equal counts it is Sample's over the block means.
class BlockMean {
 public:
  /// Adds a block of `count` observations with this sum. Precondition: count > 0.
  void add(double sum, double count) {
    sums_.push_back(sum);
    counts_.push_back(count);
    total_ += sum;
    observations_ += count;
  }
  [[nodiscard]] std::size_t blocks() const noexcept { return sums_.size(); }
  [[nodiscard]] double observations() const noexcept { return observations_; }
  [[nodiscard]] double mean() const noexcept { return total_ / observations_; }
  [[nodiscard]] MeanOverBlocks over_blocks() const noexcept;

  /// The 95 % interval from resampled blocks, bias-corrected and accelerated: Efron, JASA 82, 1987.
  /// Deterministic for a given seed. NaN for fewer than kFewestBootstrapBlocks, if all resamples
  /// agree, and once `stop` is raised.
  [[nodiscard]] Interval bootstrap(unsigned replicates, u64 seed,
                                   const std::atomic<bool>* stop = nullptr) const;

 private:
  std::vector<double> sums_;
  std::vector<double> counts_;
  double total_ = 0;
  double observations_ = 0;
};

}  // namespace carrack
