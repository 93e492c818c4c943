// The parts of a decision that a trace does not show, one possibility after the other. For use
// inside core only.
#pragma once

#include <functional>

#include "core/notation/trace_shown.hpp"

namespace carrack {

/// Calls `visit` with every position that `s` can be, whose node, cursor, step and pieces are set,
/// but for the parts of its decision (State::scratch). Some of them may break invariants.
void for_each_variant(const State& s, const ShownState& shown,
                      const std::function<void(const State&)>& visit);

}  // namespace carrack
