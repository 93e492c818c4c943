// The board as human-readable text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// "turn 3, placement, p1 to decide".
[[nodiscard]] std::string turn_text(const State& s);

/// Regions with their workers, each player's score and belongings, the workers in the boxes, tiles
/// and goods on show. Of face-down counters only those that `eyes` knows; without a viewer, those
/// that everybody knows.
[[nodiscard]] std::string board_text(const State& s, std::optional<Player> eyes = std::nullopt);

/// The turn on a line of its own, and the board.
[[nodiscard]] std::string turn_and_board_text(const State& s,
                                              std::optional<Player> eyes = std::nullopt);

/// The final scores by source.
[[nodiscard]] std::string result_text(const Result& result, unsigned players,
                                      const std::vector<std::string>& agents);

/// "3 natives, $2 + 1 a soldier, 5 VP": what awaits an expedition.
[[nodiscard]] std::string terms_text(const Discovery& discovery);

/// "7 ships", "face down: 12 counters, 16 cards", "tiles to come: II 8, III 10": what is in the
/// supply besides goods.
[[nodiscard]] std::array<std::string, 3> supply_texts(const State& s);

/// "$5, 2 VP", or "free".
[[nodiscard]] std::string price_text(const TileFigures& tile);

}  // namespace carrack
