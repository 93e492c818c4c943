// The tiles of the world map (RULES §9): what their rows in tile_effects.cpp call.
#pragma once

#include "core/game/queries.hpp"

namespace carrack::tiles::world {

// At purchase. The node may come to stand at a decision or a draw.
void around_the_cape(State& s, Player p);
void trade_routes_to_asia(State& s, Player p);
void alliance(State& s, Player p);
void aztec_conquest(State& s, Player p);
void fleet_of_discovery(State& s, Player p);
void cardinal_richelieu(State& s, Player p);
void cathedrals(State& s, Player p);

/// Each turn: $1 per own good and ship.
bool spice_trade(State& s);

}  // namespace carrack::tiles::world
