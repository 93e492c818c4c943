// A position as numbers, seen from one seat: the input of a learned policy or value.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// How many numbers an observation has, the same for every ruleset.
[[nodiscard]] unsigned observation_size();

/// What each number is, in order, e.g. `self.money`, `next1.goods.sugar`, `on_show.factory`. `self`
/// is the observer, next1 the seat to its left, and so on round the table. Regions are named as on
/// the board.
[[nodiscard]] std::vector<std::string> observation_names(Board board);

/// Writes observation_size() numbers: counts and $ as they are, sets as 0 and 1, everything of
/// seats that are not played 0. With `scouting`, only what the observer knows (seen_by). The parts
/// of a decision that is made piece by piece (a party being sent, a battle being fought) show only
/// in the phase and in the legal actions. Precondition: out.size() == observation_size().
void observe(const State& s, Player observer, std::span<float> out);

}  // namespace carrack
