// Tiles in specs: `prefer=navy+mint`.
#pragma once

#include "agents/spec.hpp"
#include "core/catalogue.hpp"

namespace carrack {

/// The tiles of a key's list of words, every copy of each. Throws InputError for an unknown one.
[[nodiscard]] TileSet tiles_of(AgentSpec& spec, std::string_view key);
/// `,key=a+b` of a set of tiles; empty for none.
[[nodiscard]] std::string listed(std::string_view key, TileSet tiles);
/// The names of all tiles, in catalogue order.
[[nodiscard]] std::span<const std::string_view> known_tiles() noexcept;

}  // namespace carrack
