// Tiles in specs: `prefer=navy+mint`.
#pragma once

#include "agents/spec.hpp"
#include "core/game/catalogue.hpp"
#include "core/game/ruleset.hpp"

namespace carrack {

/// The tiles of a key's list of words, every copy of each. Throws InputError for an unknown one.
[[nodiscard]] TileSet tiles_of(AgentSpec& spec, std::string_view key);
/// Throws InputError if the ruleset lacks one of the tiles of a key, with the tiles that it has. A
/// tile that a tweak has removed is allowed beside others.
void check_tiles(std::string_view agent, std::string_view key, TileSet tiles, Ruleset rules);
/// `,key=a+b` for a set of tiles; empty for no tiles.
[[nodiscard]] std::string listed(std::string_view key, TileSet tiles);
/// The tile of that name. Throws InputError with the nearest known one.
[[nodiscard]] Tile tile_named(std::string_view word);

}  // namespace carrack
