// Boards as JSON, in files of their own and in the headers of records:
//
//   {"name": "islands",
//    "goods": {"sugar": 6, "fur": 4},
//    "regions": [{"id": "caribbean", "good": "sugar", "discovered": true, "adjacent": ["peru"]},
//                {"id": "peru", "good": "fur", "african": true, "adjacent": ["caribbean"]}]}
//
// `goods` are the tokens in the box, those on the regions included; `discovered` (from the start)
// and `african` are false unless said.
#pragma once

#include <string>
#include <string_view>

#include "core/game/board.hpp"

namespace carrack {

/// Reads a board and adds it to the list of boards. Throws InputError, one line that names what is
/// wrong: text that is not JSON, keys and goods that are not known, regions that are missing, named
/// twice or unknown, borders that go one way, goods the box has too few of, nothing to discover.
[[nodiscard]] Board read_board(std::string_view json);

/// The board as JSON on one line, appended to `out`; read_board makes the same board of it.
void append_board(std::string& out, Board board);

}  // namespace carrack
