// Positions of the warfare phase.
#pragma once

#include "tests/core/position.hpp"

namespace carrack::testing {

/// p1 is in the warfare box.
inline Position at_war(unsigned players = 2) {
  Position position(players, 7);
  position.in_box(Box::warfare, p1);
  return position;
}

}  // namespace carrack::testing
