// What the tiles of the world map are worth (RULES §9).
#pragma once

#include "core/game/state.hpp"

namespace carrack::valuation {

/// What a tile of the set `world` is worth to the player, in VP, with `turns` still to come.
[[nodiscard]] double world_tile(const State& s, Player p, Tile kind, double turns);

}  // namespace carrack::valuation
