// Events as English sentences.
#pragma once

#include <string>
#include <string_view>

#include "core/game/action.hpp"

namespace carrack {

/// An event as a sentence: "p1 places a soldier on dock"; for chance: "new on show: fish".
[[nodiscard]] std::string sentence(std::string_view actor, Action action, Board board);

}  // namespace carrack
