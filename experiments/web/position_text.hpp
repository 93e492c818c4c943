// A position as text, for readers who do not see the picture.
#pragma once

#include <optional>
#include <string>

#include "core/game/game.hpp"

namespace carrack::web {

/// Turn, phase, mover and board (board_text.hpp); the bids of an auction, what the tiles on show
/// do, what expeditions will find, and the supply.
[[nodiscard]] std::string position_text(const State& s, std::optional<Player> eyes);

}  // namespace carrack::web
