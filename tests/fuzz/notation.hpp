// Any text is an action that round-trips, or an InputError.
#pragma once

#include <string_view>

#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "tests/fuzz/demand.hpp"

namespace carrack::testing {

inline void fuzz_notation(std::string_view text) {
  for (const Board board : {Board::americas, Board::world}) {
    try {
      demand(to_notation(parse_notation(text, board), board) == text, "the notation differs");
    } catch (const InputError&) {
    }
  }
}

}  // namespace carrack::testing
