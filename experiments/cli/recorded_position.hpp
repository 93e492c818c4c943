// A position of a recorded game, given by FILE, --game, --ply.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/game/game.hpp"
#include "core/notation/record.hpp"

namespace carrack {

struct RecordedPosition {
  std::string file;
  u64 game = 1;  // number of the game, from 1
  u64 ply = 0;
};

/// Adds `file`, a record or trace, and `--game`; returns the latter.
CLI::Option* add_recorded_game(CLI::App& command, std::string& file, u64& game);
/// Adds the same and `--ply`.
void add_recorded_position(CLI::App& command, RecordedPosition& where);

/// Reads on to the start of game `number` of a file, from 1. Throws InputError if it has fewer, or
/// if a game before is malformed.
void seek_game(RecordReader& reader, const std::string& file, u64 number);

struct FoundPosition {
  State state;
  u64 ply;  // events before it
};
/// The position before event number `ply` of the game, or the first decision after it. Throws
/// InputError if the file has none.
[[nodiscard]] FoundPosition read_position(const RecordedPosition& where);

/// The board, and who is to move: "game 2, ply 67: turn 2, placement, p3 to decide".
[[nodiscard]] std::string text_of_position(const RecordedPosition& where,
                                           const FoundPosition& position);

/// The origin of a search of the position, as JSON: `ruleset`, `agent`, `seed` (null if it has
/// none), `game` and `ply`.
[[nodiscard]] nlohmann::ordered_json json_of_position(const RecordedPosition& where,
                                                      const FoundPosition& position,
                                                      const std::string& agent,
                                                      std::optional<u64> seed);

}  // namespace carrack
