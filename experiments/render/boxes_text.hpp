// The workers in the boxes as text.
#pragma once

#include <string>

#include "core/game/game.hpp"

namespace carrack {

/// A table of the boxes with workers in them: "p1 colonist, p2 soldier" in the order of the spaces,
/// or by player, "p1: 2 colonist; p2: 1 soldier". Empty if there are none.
[[nodiscard]] std::string boxes_text(const State& s);

}  // namespace carrack
