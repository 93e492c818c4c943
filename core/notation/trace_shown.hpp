// What a trace says of a position, before it is known at which decision the position stands. For
// use inside core only.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/random.hpp"
#include "core/game/action.hpp"
#include "core/game/state.hpp"

namespace carrack {

struct ShownState {
  /// Everything that does not depend on the node. The pieces outside the regions are not counted.
  State base;
  // The rows of spaces, without the spaces that are empty already.
  std::vector<Slot> dock;
  std::vector<Slot> mayflower;
  std::vector<Slot> goods;
  std::vector<Slot> buildings;
  std::vector<Slot> warfare;
  Slot x;
  Slot y;
  unsigned emptied = 0;  // spaces at the front of the box that resolves
  u32 out = 0;           // the seats that have passed in an auction
  std::vector<Action> pending;
};

/// Reads the parts of a trace, each by itself, and draws what is hidden in it. Throws InputError
/// for what has another type or size. The position can still be impossible.
[[nodiscard]] ShownState read_shown(Ruleset rules, const nlohmann::json& state, Random& random);

}  // namespace carrack
