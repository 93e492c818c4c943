// What some tiles of the world map are worth (RULES §9), in VP.
#pragma once

#include "core/game/state.hpp"

namespace carrack::valuation {

/// trade_routes_to_asia: the goods that the supply still has for it.
[[nodiscard]] double asian_goods(const State& s, Player p);
[[nodiscard]] double aztec_conquest(const State& s, Player p);
/// cardinal_richelieu: the war between two others that serves the player best; 0 for none.
[[nodiscard]] double best_forced_war(const State& s, Player p);
/// cathedrals: a colonist for each missionary in a region.
[[nodiscard]] double converted_missionaries(const State& s, Player p);

}  // namespace carrack::valuation
