// A custom board for tests.
#pragma once

#include "core/notation/board_json.hpp"

namespace carrack::testing {

inline constexpr std::string_view kIslands = R"({
  "name": "islands",
  "goods": {"sugar": 6, "fur": 4, "gold": 5},
  "regions": [
    {"id": "tortuga", "good": "sugar", "adjacent": ["haven", "reef"]},
    {"id": "haven", "good": "fur", "discovered": true, "adjacent": ["tortuga"]},
    {"id": "reef", "good": "fur", "african": true, "adjacent": ["tortuga"]}
  ]
})";

inline Board islands() { return read_board(kIslands); }

}  // namespace carrack::testing
