// Progressive widening: how many children of a node are tried (Chaslot et al., "Progressive
// strategies for Monte-Carlo tree search", New Mathematics and Natural Computation 2008).
#pragma once

#include <array>
#include <cmath>

#include "core/base/elementary.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// A node of n visits tries ceil((n + 1)^exponent) children.
class Widening {
 public:
  explicit Widening(double exponent) : exponent_(exponent) {
    for (u32 n = 0; n < known_.size(); ++n) known_[n] = static_cast<u16>(work_out(n));
  }

  [[nodiscard]] unsigned children(u32 visits) const {
    return visits < known_.size() ? known_[visits] : work_out(visits);
  }

 private:
  [[nodiscard]] unsigned work_out(u32 visits) const {
    return static_cast<unsigned>(std::ceil(elementary::pow(visits + 1.0, exponent_)));
  }

  double exponent_;
  std::array<u16, 1024> known_;  // by visits
};

}  // namespace carrack
