// `carrack replay`: a recorded game as a person can follow it.
#include <iostream>

#include "core/error.hpp"
#include "experiments/commands/board_text.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/record_input.hpp"

namespace carrack {
namespace {

/// Prints one game while the reader replays it.
void narrate(RecordReader& reader) {
  const RecordHeader& header = reader.header();
  std::cout << "game " << reader.games() + 1 << ": " << header.rules.to_string() << ", seed "
            << header.seed << '\n';
  for (std::size_t i = 0; i < header.agents.size(); ++i) {
    std::cout << "  p" << i + 1 << ": " << header.agents[i] << '\n';
  }
  const Board board = header.rules.board();
  State before = reader.state();
  Phase shown = Phase::end;
  unsigned turn = 0;
  while (reader.next_event()) {
    if (before.phase == Phase::placement && before.turn != turn) {
      turn = before.turn;
      std::cout << "\n=== Turn " << turn << ", age " << index(before.age()) + 1 << " ===\n"
                << board_text(before);
    }
    if (before.phase != shown) {
      shown = before.phase;
      std::cout << "\n-- " << name(shown) << " --\n";
    }
    std::cout << "  " << sentence(reader.actor(), reader.action(), board) << '\n';
    before = reader.state();
  }
  std::cout << "\n=== End ===\n"
            << board_text(before) << '\n'
            << result_text(result(before), before, header.agents);
}

void replay(const std::string& file, u64 wanted) {
  std::ifstream in = open_record(file);
  RecordReader reader(in, file);
  while (reader.next_game()) {
    if (reader.games() + 1 == wanted) {
      narrate(reader);
      return;
    }
    while (reader.next_event()) {
    }
  }
  throw InputError(file + " has " + std::to_string(reader.games()) + " games; --game " +
                   std::to_string(wanted) + " is not among them");
}

}  // namespace

void add_replay(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand("replay", "Tell a recorded game turn by turn");
  command->footer("Example: carrack replay games.jsonl --game 3");
  struct Options {
    std::string file;
    u64 game = 1;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "a record or trace")->required();
  command->add_option("--game", options->game, "which game of the file, from 1")
      ->capture_default_str();
  command->callback([options] {
    if (options->game == 0) throw InputError("--game counts from 1");
    replay(options->file, options->game);
  });
}

}  // namespace carrack
