// Actions as text, one event a line (RULES §11): `place soldier dock`, `good sugar`, `kill
// colonist`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The notation of an action. Regions are named as on `board`.
[[nodiscard]] std::string to_notation(Action action, Board board);

/// The event as `viewer` sees it: a counter or card that another player alone looks at is "?", as
/// in `counter ?`. `before` is the position that it is done in.
[[nodiscard]] std::string seen_notation(Action action, const State& before, Player viewer);

/// The action that `text` writes, legal or not. Throws InputError naming the word that is wrong and
/// what it could have been.
[[nodiscard]] Action parse_notation(std::string_view text, Board board);

/// The legal action that `text` writes in a position. Throws InputError for text that is not
/// notation, and with the legal options for an action that is not legal here.
[[nodiscard]] Action parse_legal(std::string_view text, const State& s);

/// The legal options as notation, sorted bytewise.
[[nodiscard]] std::vector<std::string> sorted_options(const State& s);

/// The legal options that `given` has in notation: an agent inside `restricted:`, or at a fork of a
/// trial, may not have them all.
[[nodiscard]] Legal legal_among(const State& s, std::span<const std::string> given);

/// `p1` to `p6`.
[[nodiscard]] std::string to_string(Player p);
/// The region's name on the board, e.g. `new_spain`.
[[nodiscard]] std::string_view region_name(Region r, Board board);

}  // namespace carrack
