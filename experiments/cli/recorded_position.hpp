// A position of a recorded game, given by FILE, --game, --ply.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/game/game.hpp"

namespace carrack {

struct RecordedPosition {
  std::string file;
  u64 game = 1;  // from 1
  u64 ply = 0;
};

/// `file`, `--game` and `--ply`.
void add_recorded_position(CLI::App& command, RecordedPosition& where);

/// The position before event number `ply` of the game, or the first decision after it. Throws
/// InputError if the file has none.
[[nodiscard]] State read_position(const RecordedPosition& where);

}  // namespace carrack
