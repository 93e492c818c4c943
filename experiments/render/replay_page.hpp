// Renders a recorded game as one HTML page: board, moves, search values.
#pragma once

#include <string>

#include "core/notation/record.hpp"

namespace carrack {

/// The self-contained page of the current game of the reader (next_game() returned true), which is
/// read to its end. The URL fragment `#40` opens it at event 40. Throws what the reader throws.
[[nodiscard]] std::string replay_page(RecordReader& reader);

/// The picture of the position after `step` events of that game (0 for its start), with the changes
/// of the last event framed. Throws InputError if the game has fewer events.
[[nodiscard]] std::string replay_svg(RecordReader& reader, u64 step);

}  // namespace carrack
