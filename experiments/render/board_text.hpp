// The board as text, for people.
#pragma once

#include <string>

#include "core/game/game.hpp"

namespace carrack {

/// Regions with their workers, what is on show, and what each player has; one block of lines.
[[nodiscard]] std::string board_text(const State& s);

/// The final scores by source.
[[nodiscard]] std::string result_text(const Result& result, const State& s,
                                      const std::vector<std::string>& agents);

}  // namespace carrack
