#include "experiments/statistics/interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The quantile of Student's t for one of `together` two-sided intervals.
double quantile(std::size_t blocks, std::size_t together) {
  return student_quantile(1 - 0.025 / static_cast<double>(together), blocks - 1);
}

/// The effective number of observations of a mean that is scaled to [0, 1].
double effective_observations(const MeanOverBlocks& scaled) {
  const double n = scaled.observations;
  const double m = scaled.mean;
  const double shrunk = (n * m + 0.5) / (n + 1);
  const double seen = scaled.standard_error * scaled.standard_error * n / (shrunk * (1 - shrunk));
  const double known_from = std::min({static_cast<double>(scaled.blocks) - 1, n * m, n * (1 - m)});
  return n * (known_from + 1) / (known_from * seen + 1);
}

MeanOverBlocks scaled(const MeanOverBlocks& mean, Range range) {
  const double width = range.high - range.low;
  assert(width > 0 && std::isfinite(width));
  // Rounding may push sums slightly beyond the range.
  return {std::clamp((mean.mean - range.low) / width, 0.0, 1.0), mean.standard_error / width,
          mean.observations, mean.blocks};
}

/// The two-sided p-value of t >= 0.
double two_sided(double t, std::size_t blocks) { return 2 * student_cdf(-t, blocks - 1); }

double stepped_error(const MeanOverBlocks& mean, double step) {
  return std::max(mean.standard_error, step / mean.observations);
}

}  // namespace

Interval bounded_interval(const MeanOverBlocks& mean, Range range, std::size_t together) {
  if (mean.blocks < 2) return {};
  const MeanOverBlocks unit = scaled(mean, range);
  const double n = effective_observations(unit);
  const double t = quantile(mean.blocks, together);
  const double share = t * t / n;
  const double centre = (unit.mean + share / 2) / (1 + share);
  const double half = std::sqrt(share * (unit.mean * (1 - unit.mean) + share / 4)) / (1 + share);
  const double width = range.high - range.low;
  const auto end = [&](double at) { return range.low + width * std::clamp(at, 0.0, 1.0); };
  return {unit.mean == 0 ? range.low : end(centre - half),
          unit.mean == 1 ? range.high : end(centre + half)};
}

double bounded_p_value(const MeanOverBlocks& mean, Range range, double expected) {
  if (mean.blocks < 2) return kNaN;
  const MeanOverBlocks unit = scaled(mean, range);
  const double p = (expected - range.low) / (range.high - range.low);
  assert(0 < p && p < 1);
  const double error = std::sqrt(p * (1 - p) / effective_observations(unit));
  return two_sided(std::abs(unit.mean - p) / error, mean.blocks);
}

Interval stepped_interval(const MeanOverBlocks& mean, double step, Range range,
                          std::size_t together) {
  if (mean.blocks < 2) return {};
  const double half = quantile(mean.blocks, together) * stepped_error(mean, step);
  return {std::max(mean.mean - half, range.low), std::min(mean.mean + half, range.high)};
}

double stepped_p_value(const MeanOverBlocks& mean, double step, double expected) {
  if (mean.blocks < 2) return kNaN;
  const double away = std::abs(mean.mean - expected);
  constexpr double kRounding = 1e-12;  // of a sum over blocks that are all `expected`
  if (away <= kRounding * std::abs(expected)) return 1;
  return two_sided(away / stepped_error(mean, step), mean.blocks);
}

}  // namespace carrack
