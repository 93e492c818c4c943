// The parts of the picture, each a function of the position.
#pragma once

#include <optional>

#include "core/game/state.hpp"
#include "experiments/render/board_svg.hpp"
#include "experiments/render/svg.hpp"

namespace carrack::picture {

inline constexpr std::string_view kMuted = "#5d5a54";
inline constexpr std::string_view kChip = "fill='#fffdf8' stroke='#8d877b'";

/// The places of board_svg() that places.hpp names; empty for a box that is not drawn.
[[nodiscard]] std::string place_of_box(Box box);
[[nodiscard]] std::string place_of_tile(Tile tile);

// These append to `groups`, in the order of the page.
void add_head(std::vector<BoardGroup>& groups, const State& s);
void add_map(std::vector<BoardGroup>& groups, const State& s, std::optional<Player> eyes);
void add_boxes(std::vector<BoardGroup>& groups, const State& s);
void add_phase(std::vector<BoardGroup>& groups, const State& s);  // over the boxes
void add_supply(std::vector<BoardGroup>& groups, const State& s, std::optional<Player> eyes);
void add_mats(std::vector<BoardGroup>& groups, const State& s, std::span<const std::string> agents);

}  // namespace carrack::picture
