// Tiles: who buys them, and what they bring.
#pragma once

#include "tests/core/position.hpp"

namespace carrack::testing {

/// Two players; p1 is next to buy, and Peru is discovered.
inline Position buyer(unsigned turn, unsigned money) {
  Position position(2, turn);
  position.money(p1, money).in_box(Box::buildings, p1).discovered("peru");
  return position;
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

/// Final VP that the tile brings p1.
inline unsigned worth(Position position, Tile kind) {
  const unsigned before = tiles::final_vp(position.s, p1);
  position.owns(p1, kind);
  return tiles::final_vp(position.s, p1) - before;
}

}  // namespace carrack::testing
