// Positions and options as JSON, the way traces carry them (RULES §11).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The position as one JSON object, appended to `out`. With a viewer, as that player knows it: what
/// others alone have seen is in the supply, and their `knows` show "?" for it. `vp` of a player are
/// the VP of colonies at the scorings so far and the VP bought; discoveries, tiles and the economy
/// count at the end of the game (result()).
void append_state(std::string& out, const State& s, std::optional<Player> viewer = std::nullopt);

/// The same with a member that traces do not have: `emptied`, how many spaces at the front of the
/// box that resolves are empty already. It is left out if there are none.
void append_position(std::string& out, const State& s, std::optional<Player> viewer = std::nullopt);

/// The options before an event: a sorted list of notation; for chance an object from outcome to
/// probability, a reduced fraction as text.
void append_options(std::string& out, const State& s);

/// The events of an unfinished expedition, battle, war, sale of the trading house or new order of
/// the dock, as notation; else empty. Forced choices are not events (RULINGS.md, "Pending").
[[nodiscard]] std::vector<std::string> pending_events(const State& s);

/// Who is to move: `p1` to `p6`, `chance` or `none`.
[[nodiscard]] std::string actor_name(const State& s);

}  // namespace carrack
