// Slope of a regression with clustered observations.
//
// The standard error is that of clusters (Liang and Zeger, Biometrika 73, 1986), but at least
//
//   step / (C sd(x)),
//
// the change of the slope if all outcomes of one of C clusters differed by `step`, each in the
// direction that changes it most, for a cluster of the mean size and spread. Without this bound,
// the interval has width 0 if every prediction came true.
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// Least squares of y on x with a constant. Observations are clustered, e.g. by game, whose
/// decisions share an outcome.
class ClusterSlope {
 public:
  /// Predictions (win shares, rewards or VP) count as constant if their standard deviation is below
  /// this, or below a millionth of their size.
  static constexpr double kLeastSpread = 1e-9;

  /// Adds an observation. The clusters may come in any order.
  void add(u64 cluster, double x, double y);

  [[nodiscard]] std::size_t clusters() const { return by_cluster().size(); }
  /// The slope; NaN if x does not vary.
  [[nodiscard]] double slope() const;
  /// Half the width of the 95 % interval by Student's t; NaN for fewer than three clusters. `step`
  /// is how far the outcomes of a cluster can differ.
  [[nodiscard]] double interval(double step) const;

 private:
  struct Sums {
    u64 cluster = 0;
    double n = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
  };
  /// Totals, centred at the means.
  struct Centred {
    double n;
    double mean_x;
    double mean_y;
    double xx;
    double xy;
    [[nodiscard]] double slope() const;
  };
  [[nodiscard]] static Centred centred(const std::vector<Sums>& clusters);
  /// The sums of each cluster, by number.
  [[nodiscard]] std::vector<Sums> by_cluster() const;

  std::vector<Sums> runs_;  // of observations of one cluster that follow each other
};

}  // namespace carrack
