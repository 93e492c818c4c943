// The board as human-readable text.
#pragma once

#include <optional>
#include <string>

#include "core/game/game.hpp"

namespace carrack {

/// Regions with their workers, tiles and goods on show, and each player's belongings. Of face-down
/// counters only those that `eyes` knows; without a viewer, those that everybody knows.
[[nodiscard]] std::string board_text(const State& s, std::optional<Player> eyes = std::nullopt);

/// The final scores by source.
[[nodiscard]] std::string result_text(const Result& result, const State& s,
                                      const std::vector<std::string>& agents);

}  // namespace carrack
