#include "experiments/cli/recorded_position.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/board_text.hpp"

namespace carrack {

CLI::Option* add_recorded_game(CLI::App& command, std::string& file, u64& game) {
  add_file(command, "file", file, "a record or trace")->required();
  return add_number(command, "--game", game, 1, kMaxGames,
                    "number of the game in the file, from 1");
}

void add_recorded_position(CLI::App& command, RecordedPosition& where) {
  add_recorded_game(command, where.file, where.game);
  add_number(command, "--ply", where.ply, 0, kMaxGames,
             "the decision at this ply (the number of events before it), or the next one");
}

void seek_game(RecordReader& reader, const std::string& file, u64 number) {
  while (reader.next_game()) {
    if (reader.games() + 1 == number) return;
    while (reader.next_event()) {
    }
  }
  throw InputError(file + " has " + counted(reader.games(), "game") + "; --game " +
                   std::to_string(number) + " is not among them");
}

FoundPosition read_position(const RecordedPosition& where) {
  std::ifstream in = open_input(where.file);
  RecordReader reader(in, where.file);
  seek_game(reader, where.file, where.game);
  for (u64 ply = 0;; ++ply) {
    const State& s = reader.state();
    if (ply >= where.ply && !is_chance(s) && !is_over(s)) return {s, ply};
    if (!reader.next_event()) break;
  }
  throw InputError("game " + std::to_string(where.game) + " of " + where.file +
                   " has no decision at ply " + std::to_string(where.ply) + " or later");
}

std::string text_of_position(const RecordedPosition& where, const FoundPosition& position) {
  const State& s = position.state;
  return board_text(s) + "\ngame " + std::to_string(where.game) + ", ply " +
         std::to_string(position.ply) + ": " + turn_text(s) + "\n\n";
}

nlohmann::ordered_json json_of_position(const RecordedPosition& where,
                                        const FoundPosition& position, const std::string& agent,
                                        std::optional<u64> seed) {
  nlohmann::ordered_json json{{"ruleset", position.state.ruleset().to_string()},
                              {"agent", agent},
                              {"seed", nullptr},
                              {"game", where.game},
                              {"ply", position.ply}};
  if (seed) json["seed"] = *seed;
  return json;
}

}  // namespace carrack
