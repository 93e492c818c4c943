// The event boxes as a trace shows them. For use inside core only.
#pragma once

#include "core/base/json_writer.hpp"
#include "core/game/state.hpp"

namespace carrack {

/// Who stands in which box: rows of spaces as lists without the empty ones, crowds by player.
void write_boxes(JsonWriter& json, const State& s);

/// The empty spaces before the first worker of the box that resolves; 0 for an empty box.
[[nodiscard]] unsigned emptied_spaces(const State& s);

}  // namespace carrack
