// The report of a search as JSON.
#pragma once

#include <string>

#include "agents/agent.hpp"

namespace carrack {

/// One object: `player`, `iterations`, `seconds`, `nodes`, `memory_bytes`, `deepest`, `mean_depth`,
/// `win_share` by seat; `options`, each with `event`, `visits`, `prior`, and by seat `value`,
/// `standard_error`, `win_share`; `line`, the most visited line; `anytime`, the choice after 1, 2,
/// 4, … iterations; and `chosen`. Unknown numbers are null. `s` is the position that was searched.
[[nodiscard]] std::string search_json(const State& s, const Report& report, Action chosen,
                                      int indent = -1);

}  // namespace carrack
