// Any text is a board that round-trips and can be played on, or an InputError.
#pragma once

#include <string>
#include <string_view>

#include "core/game/ruleset.hpp"
#include "core/notation/board_json.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/play.hpp"

namespace carrack::testing {

/// Random games of a ruleset on a board, if the board has what the ruleset needs.
inline void play_on_board(Ruleset rules, Board board) {
  constexpr unsigned kSteps = 400;
  const auto s = read_or_refuse([&] { return start(rules.on(board)); });
  if (!s) return;
  show(*s);
  Random random(rules.code(), 0);
  play_on(*s, kSteps, random);
}

inline void fuzz_board(std::string_view text) {
  const auto board = read_or_refuse([&] { return read_board(text); });
  if (!board) return;
  std::string written;
  append_board(written, *board);
  demand(read_board(written) == *board, "the board differs");
  static const Ruleset kWorld =
      Ruleset::make("empires", 3, std::vector<std::string>{"builder", "national", "world"},
                    std::vector<std::string>{"scouting"});
  play_on_board(Ruleset::make("aoe3", 2), *board);
  play_on_board(kWorld, *board);
}

}  // namespace carrack::testing
