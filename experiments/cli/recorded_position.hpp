// A position of a recorded game, given by FILE, --game, --ply.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/game/game.hpp"
#include "core/notation/record.hpp"

namespace carrack {

struct RecordedPosition {
  std::string file;
  u64 game = 1;  // from 1
  u64 ply = 0;
};

/// `file`, `--game` and `--ply`.
void add_recorded_position(CLI::App& command, RecordedPosition& where);

/// Reads on to the start of game `number` of a file, from 1. Throws InputError if it has fewer, or
/// if a game before is malformed.
void seek_game(RecordReader& reader, const std::string& file, u64 number);

/// The position before event number `ply` of the game, or the first decision after it. Throws
/// InputError if the file has none.
[[nodiscard]] State read_position(const RecordedPosition& where);

}  // namespace carrack
