#include "experiments/statistics/cluster_slope.hpp"

#include <cmath>
#include <limits>

#include "experiments/statistics/student.hpp"

namespace carrack {

void ClusterSlope::add(u64 cluster, double x, double y) {
  if (sums_.empty() || sums_.back().cluster != cluster) sums_.push_back({.cluster = cluster});
  Sums& sums = sums_.back();
  sums.n += 1;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.xy += x * y;
}

ClusterSlope::Centred ClusterSlope::centred() const {
  Sums all;
  for (const Sums& cluster : sums_) {
    all.n += cluster.n;
    all.x += cluster.x;
    all.y += cluster.y;
    all.xx += cluster.xx;
    all.xy += cluster.xy;
  }
  const double mean_x = all.x / all.n;
  const double mean_y = all.y / all.n;
  // Rounding leaves a difference where x does not vary.
  const double xx = all.xx - all.x * mean_x;
  return {mean_x, mean_y, xx > 1e-12 * all.xx ? xx : 0, all.xy - all.x * mean_y};
}

double ClusterSlope::slope() const {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (sums_.empty()) return kNaN;
  const Centred all = centred();
  return all.xx > 0 ? all.xy / all.xx : kNaN;
}

double ClusterSlope::interval() const {
  constexpr std::size_t kParameters = 2;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (sums_.size() <= kParameters) return kNaN;
  const Centred all = centred();
  if (all.xx == 0) return kNaN;
  const double b = slope();
  double squares = 0;
  for (const Sums& cluster : sums_) {
    // The sum over the cluster of (x - mean x) times the residual.
    const double xx = cluster.xx - 2 * all.mean_x * cluster.x + cluster.n * all.mean_x * all.mean_x;
    const double xy = cluster.xy - all.mean_x * cluster.y - all.mean_y * cluster.x +
                      cluster.n * all.mean_x * all.mean_y;
    const double score = xy - b * xx;
    squares += score * score;
  }
  const auto n = static_cast<double>(sums_.size());
  return student_t(sums_.size() - kParameters) * std::sqrt(n / (n - 1) * squares) / all.xx;
}

}  // namespace carrack
