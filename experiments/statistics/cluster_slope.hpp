// The slope of a regression whose observations come in clusters.
#pragma once

#include <vector>

#include "core/base/bits.hpp"

namespace carrack {

/// Least squares of y on x with a constant. The error of the slope is over clusters, such as the
/// decisions of a game, which share its end: Liang and Zeger, Biometrika 73, 1986.
class ClusterSlope {
 public:
  /// An observation of the cluster that is open.
  void add(double x, double y);
  /// What comes now is of another cluster.
  void end_cluster();

  /// Clusters with an observation.
  [[nodiscard]] std::size_t clusters() const { return sums_.size(); }
  /// NaN where x does not vary.
  [[nodiscard]] double slope() const;
  /// Half the width of the 95 % interval by Student's t; NaN for fewer than three clusters.
  [[nodiscard]] double interval() const;

 private:
  struct Sums {
    double n = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
  };
  /// Of everything, about the means.
  struct Centred {
    double mean_x;
    double mean_y;
    double xx;
    double xy;
  };
  [[nodiscard]] Centred centred() const;

  Sums open_;
  std::vector<Sums> sums_;  // by cluster
};

}  // namespace carrack
