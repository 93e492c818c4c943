#include "experiments/statistics/cluster_slope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/statistics/student.hpp"

namespace carrack {

void ClusterSlope::add(u64 cluster, double x, double y) {
  if (runs_.empty() || runs_.back().cluster != cluster) runs_.push_back({.cluster = cluster});
  Sums& sums = runs_.back();
  sums.n += 1;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.xy += x * y;
}

std::vector<ClusterSlope::Sums> ClusterSlope::by_cluster() const {
  std::vector<Sums> runs = runs_;
  std::ranges::stable_sort(runs, {}, &Sums::cluster);
  std::vector<Sums> clusters;
  for (const Sums& run : runs) {
    if (clusters.empty() || clusters.back().cluster != run.cluster) {
      clusters.push_back(run);
      continue;
    }
    Sums& sums = clusters.back();
    sums.n += run.n;
    sums.x += run.x;
    sums.y += run.y;
    sums.xx += run.xx;
    sums.xy += run.xy;
  }
  return clusters;
}

ClusterSlope::Centred ClusterSlope::centred(const std::vector<Sums>& clusters) {
  Sums all;
  for (const Sums& cluster : clusters) {
    all.n += cluster.n;
    all.x += cluster.x;
    all.y += cluster.y;
    all.xx += cluster.xx;
    all.xy += cluster.xy;
  }
  const double mean_x = all.x / all.n;
  const double mean_y = all.y / all.n;
  // Rounding leaves a difference even if x does not vary.
  const double xx = all.xx - all.x * mean_x;
  const double least = std::max(1e-12 * all.xx, all.n * kLeastSpread * kLeastSpread);
  return {all.n, mean_x, mean_y, xx > least ? xx : 0, all.xy - all.x * mean_y};
}

double ClusterSlope::Centred::slope() const {
  return xx > 0 ? xy / xx : std::numeric_limits<double>::quiet_NaN();
}

double ClusterSlope::slope() const {
  if (runs_.empty()) return std::numeric_limits<double>::quiet_NaN();
  return centred(by_cluster()).slope();
}

double ClusterSlope::interval(double step) const {
  constexpr std::size_t kParameters = 2;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Sums> clusters = by_cluster();
  if (clusters.size() <= kParameters) return kNaN;
  const Centred all = centred(clusters);
  if (all.xx == 0) return kNaN;
  const double b = all.slope();
  double squares = 0;
  for (const Sums& cluster : clusters) {
    // The sum over the cluster of (x - mean x) times the residual.
    const double xx = cluster.xx - 2 * all.mean_x * cluster.x + cluster.n * all.mean_x * all.mean_x;
    const double xy = cluster.xy - all.mean_x * cluster.y - all.mean_y * cluster.x +
                      cluster.n * all.mean_x * all.mean_y;
    const double score = xy - b * xx;
    squares += score * score;
  }
  const auto n = static_cast<double>(clusters.size());
  const double error = std::sqrt(n / (n - 1) * squares) / all.xx;
  const double least = step / n * std::sqrt(all.n / all.xx);
  return student_t(clusters.size() - kParameters) * std::max(error, least);
}

}  // namespace carrack
