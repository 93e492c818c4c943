// Events as English sentences.
#pragma once

#include <string>
#include <string_view>

#include "core/game/action.hpp"

namespace carrack {

/// An event as a sentence, with spaces in names: "p1 lands in new spain"; for chance: "new on show:
/// fish".
[[nodiscard]] std::string sentence(std::string_view actor, Action action, Board board);

}  // namespace carrack
