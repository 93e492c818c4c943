// The place of an action in the picture, so that it can be chosen there.
#pragma once

#include <string>

#include "core/game/action.hpp"
#include "core/game/state.hpp"

namespace carrack {

/// The place of an action in board_svg(): the `id` of a group (`region-3`, `box-dock`, `mat-0`,
/// `supply`) or the `data-place` of an element within one (`tile-monastery`, `space-captain`).
/// Empty for actions without a place, such as bids. Precondition: legal in `s`.
[[nodiscard]] std::string place_of(Action action, const State& s);

}  // namespace carrack
