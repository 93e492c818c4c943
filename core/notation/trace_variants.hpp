// The parts of a decision that a trace does not show, one possibility after the other. For use
// inside core only.
#pragma once

#include <functional>

#include "core/notation/trace_shown.hpp"

namespace carrack {

/// `s` is complete except for the parts of its decision (State::scratch). Calls `visit` with `s`
/// and each value that these parts can have. Some of the positions may break invariants.
void for_each_variant(const State& s, const ShownState& shown,
                      const std::function<void(const State&)>& visit);

}  // namespace carrack
