// Positions of the builder module.
#pragma once

#include "tests/core/rules/tiles.hpp"

namespace carrack::testing {

inline Position builders(unsigned turn = 8, unsigned players = 3) {
  return Position(empires(players, {"builder"}), turn);
}

}  // namespace carrack::testing
