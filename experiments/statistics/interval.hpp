// Intervals of means that never have width 0 and never leave the range of what is averaged.
// Student's interval uses the standard error over blocks as it is: if all blocks agree it is "1 +-
// 0", and near an end of the range it exceeds the range.
//
// For a quantity with a range (a win share, a rank) the interval is Wilson's, Journal of the
// American Statistical Association 22, 1927, with an effective number of observations: Korn and
// Graubard, Survey Methodology 24, 1998. With the mean m scaled to [0, 1], its standard error se,
// n observations in B blocks, and m' = (n m + 1/2) / (n + 1), so that no variance is 0:
//
//   d     = se^2 n / (m' (1 - m'))              the observed design effect,
//   nu    = min(B - 1, n m, n (1 - m))          its degrees of freedom,
//   deff  = (nu d + 1) / (nu + 1)               shrunk to 1 by one block of independent games,
//   n_eff = n / deff,
//
// and both ends are the means p with |m - p| = t sqrt(p (1 - p) / n_eff), t of Student with B - 1
// degrees of freedom. For many blocks this is Student's interval. It is too narrow if the games
// within each block agree and no block differs yet (the tests have the figures).
#pragma once

#include <cstddef>
#include <limits>

namespace carrack {

/// Both ends; NaN if unknown, e.g. for fewer than two blocks.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  /// Half the width.
  [[nodiscard]] double half() const noexcept { return (high - low) / 2; }
  [[nodiscard]] bool is_known() const noexcept { return low <= high; }
  [[nodiscard]] bool holds(double value) const noexcept { return low <= value && value <= high; }
};

/// A mean, its standard error over independent blocks, and the number of observations.
struct MeanOverBlocks {
  double mean = 0;
  double standard_error = 0;
  double observations = 0;
  std::size_t blocks = 0;
};

/// The minimum and maximum of an observation.
struct Range {
  double low;
  double high;
};
inline constexpr Range kNoRange{-std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};

/// The 95 % interval of the mean of a quantity with a finite range. It is one of `together`
/// simultaneous intervals under any dependence (Bonferroni).
[[nodiscard]] Interval bounded_interval(const MeanOverBlocks& mean, Range range,
                                        std::size_t together = 1);
/// The two-sided p-value of the hypothesis that the mean is `expected`: below 0.05 exactly if
/// bounded_interval() does not contain it. NaN for fewer than two blocks.
[[nodiscard]] double bounded_p_value(const MeanOverBlocks& mean, Range range, double expected);

/// The 95 % interval by Student's t for a quantity without a known range, or for differences, which
/// are far from the ends of their range. The standard error is at least that caused by a single
/// observation that differs by `step`, the smallest possible difference, such as 1 for VP. Clipped
/// to the range.
[[nodiscard]] Interval stepped_interval(const MeanOverBlocks& mean, double step,
                                        Range range = kNoRange, std::size_t together = 1);
/// The corresponding p-value: 1 for a mean that differs from `expected` by rounding alone.
[[nodiscard]] double stepped_p_value(const MeanOverBlocks& mean, double step, double expected);

}  // namespace carrack
