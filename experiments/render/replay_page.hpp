// A recorded game as one page for a browser: board, moves, search values.
#pragma once

#include <string>

#include "core/notation/record.hpp"

namespace carrack {

/// The page of the game that the reader stands at the start of (next_game() said true), which is
/// read to its end. It holds all it needs; `#40` behind its address opens it at event 40. Throws
/// what the reader throws.
[[nodiscard]] std::string replay_page(RecordReader& reader);

/// The picture of the position after `step` events of that game, 0 for its start, with what the
/// last one changed framed. Throws InputError for a game of fewer events.
[[nodiscard]] std::string replay_svg(RecordReader& reader, u64 step);

}  // namespace carrack
