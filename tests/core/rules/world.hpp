// Positions of the module `world`.
#pragma once

#include "tests/core/position.hpp"

namespace carrack::testing {

/// A position of Empires on the world map.
inline Position world(unsigned turn = 8, unsigned players = 3,
                      const std::vector<std::string>& more = {},
                      const std::vector<std::string>& variants = {}) {
  std::vector<std::string> modules{"builder", "world"};
  modules.insert(modules.end(), more.begin(), more.end());
  return Position(empires(players, modules, variants), turn);
}
/// A region of it.
inline Region there(std::string_view name) { return region(name, Board::world); }

}  // namespace carrack::testing
