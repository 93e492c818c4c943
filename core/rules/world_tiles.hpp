// The tiles of the world map (RULES §9): what their rows in tile_effects.cpp call.
#pragma once

#include "core/game/state.hpp"

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

/// $ in the income phase: what three kinds of goods alone bring each of the others (W5).
unsigned goa(const State& s, Player p);
unsigned zanzibar(const State& s, Player p);

/// VP: regions where the owner alone has the most workers; workers in the box `india`.
unsigned independence(const State& s, Player p);
unsigned colony_in_india(const State& s, Player p);

}  // namespace carrack::tiles::world
