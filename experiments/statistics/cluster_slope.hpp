// Slope of a regression with clustered observations.
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// Least squares of y on x with a constant. The standard error is clustered, e.g. by game, whose
/// decisions share an outcome: Liang and Zeger, Biometrika 73, 1986.
class ClusterSlope {
 public:
  /// Adds an observation. Those of a cluster follow each other.
  void add(u64 cluster, double x, double y);

  [[nodiscard]] std::size_t clusters() const { return sums_.size(); }
  /// NaN where x does not vary.
  [[nodiscard]] double slope() const;
  /// Half the width of the 95 % interval by Student's t; NaN for fewer than three clusters.
  [[nodiscard]] double interval() const;

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
    double mean_x;
    double mean_y;
    double xx;
    double xy;
  };
  [[nodiscard]] Centred centred() const;

  std::vector<Sums> sums_;  // by cluster, in the order of their first observations
};

}  // namespace carrack
