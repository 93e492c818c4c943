// Forfeits as JSON, in the footers of records and in links to games.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/forfeit.hpp"

namespace carrack {

/// Appends `[{"seat": 2, "kind": "crashed", "decision": 57, "reason": "…"}]`.
void append_forfeits(std::string& out, std::span<const Forfeit> forfeits);
/// The forfeits of such a list. Throws InputError unless it is a list of forfeits in the order of
/// their decisions, at most one for each seat, all within the decisions of the game.
[[nodiscard]] std::vector<Forfeit> read_forfeits(std::string_view json, unsigned players,
                                                 u32 decisions);

}  // namespace carrack
