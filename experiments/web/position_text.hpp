// A position as text, for readers who do not see the picture.
#pragma once

#include <optional>
#include <string>

#include "core/game/game.hpp"

namespace carrack::web {

/// Turn, phase and mover; the regions and the players (board_text.hpp); the workers in the boxes.
[[nodiscard]] std::string position_text(const State& s, std::optional<Player> eyes);

}  // namespace carrack::web
