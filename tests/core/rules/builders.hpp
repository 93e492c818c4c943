// Positions of the builder module.
#pragma once

#include "tests/core/position.hpp"

namespace carrack::testing {

inline Position builders(unsigned turn = 8, unsigned players = 3) {
  return Position(empires(players, {"builder"}), turn);
}

/// p1 has just bought the tile, with enough money for it and none left.
inline State bought(Position position, Tile kind) {
  State s = position.shows(kind)
                .money(p1, catalogue::row(kind).cost)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  play(s, "buy " + std::string(name(kind)));
  return s;
}

}  // namespace carrack::testing
