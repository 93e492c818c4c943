// A position as text, with what its tiles do: for readers who do not see the picture.
#pragma once

#include <optional>
#include <string>

#include "core/game/game.hpp"
#include "experiments/render/table.hpp"

namespace carrack {

/// Turn, phase, mover and board (board_text.hpp); the bids of an auction, what the tiles on show
/// do, what expeditions will find as far as `eyes` knows, and the supply. Lines with the effects of
/// tiles have at most `line` characters, if that leaves enough room for them.
[[nodiscard]] std::string position_text(const State& s, std::optional<Player> eyes,
                                        std::size_t line = Table::kUnlimited);

/// The tiles on show and those of each player: where they are, what they cost and do.
[[nodiscard]] std::string tiles_text(const State& s, std::size_t line = Table::kUnlimited);

}  // namespace carrack
