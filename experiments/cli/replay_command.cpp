// `carrack replay`: shows a recorded game as text, as a page or as a picture.
#include <iomanip>
#include <iostream>
#include <optional>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/record.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/recorded_position.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/replay_page.hpp"
#include "experiments/render/sentence.hpp"

namespace carrack {
namespace {

/// Prints one game while the reader replays it.
void narrate(RecordReader& reader) {
  const RecordHeader& header = reader.header();
  std::cout << "game " << reader.games() + 1 << ": " << header.rules.to_string() << ", seed "
            << header.seed << "; before each event its ply, the number of events before it\n";
  const std::vector<std::string> agents = short_names(header.agents);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    std::cout << "  p" << i + 1 << ": " << printable(agents[i]) << '\n';
  }
  const Board board = header.rules.board();
  State before = reader.state();
  Phase shown = Phase::end;
  unsigned turn = 0;
  for (u64 ply = 0; reader.next_event(); ++ply) {
    if (before.phase == Phase::placement && before.turn != turn) {
      turn = before.turn;
      std::cout << "\n=== Turn " << turn << ", age " << index(before.age()) + 1 << " ===\n"
                << board_text(before);
    }
    if (before.phase != shown) {
      shown = before.phase;
      std::cout << "\n-- " << name(shown) << " --\n";
    }
    std::cout << std::setw(5) << ply << "  " << sentence(reader.actor(), reader.action(), board)
              << '\n';
    before = reader.state();
  }
  std::cout << "\n=== End ===\n"
            << board_text(before) << '\n'
            << result_text(reader.final_result(), before.players(), agents);
  for (const Forfeit& forfeit : reader.forfeits()) {
    std::cout << 'p' << forfeit.seat + 1 << " forfeited (" << name(forfeit.kind)
              << "): " << forfeit.what << '\n';
  }
}

/// Prints the position at a ply, and the options of the player to move.
void print_position(RecordReader& reader, const RecordedPosition& where) {
  for (u64 i = 0; i < where.ply; ++i) {
    if (reader.next_event()) continue;
    throw InputError("--ply " + std::to_string(where.ply) +
                     " is beyond the end of the game, which has " + counted(i, "event"));
  }
  const State& s = reader.state();
  std::cout << text_of_position(where, {s, where.ply});
  if (is_over(s)) return;
  std::cout << (is_chance(s) ? "draws:\n" : "options:\n");
  for (const std::string& option : sorted_options(s)) std::cout << "  " << option << '\n';
}

struct ReplayOptions {
  std::string file;
  u64 game = 1;
  std::string html;  // files; empty: none
  std::string svg;
  std::optional<u64> ply;
  bool force = false;
};

void write_file(OutputFile& file, const std::string& content) {
  file.write(content);
  file.finish();
}

void replay(const ReplayOptions& options) {
  std::ifstream in = open_input(options.file);
  RecordReader reader(in, options.file);
  const OutputRule rule{.replace = options.force, .inputs = {options.file}};
  seek_game(reader, options.file, options.game);
  if (!options.html.empty()) {
    OutputFile file(options.html, rule);  // fail before the game is drawn
    write_file(file, replay_page(reader));
  } else if (!options.svg.empty()) {
    OutputFile file(options.svg, rule);
    write_file(file, replay_svg(reader, options.ply.value_or(0)));
  } else if (options.ply) {
    print_position(reader, {options.file, options.game, *options.ply});
  } else {
    narrate(reader);
  }
}

}  // namespace

void add_replay(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "replay", "Show a recorded game as text, as an HTML page, or as a picture");
  command->footer(
      "Examples: carrack replay games.jsonl --game 3\n"
      "          carrack replay games.jsonl --game 3 --html game.html   (open it in a browser)\n"
      "          carrack replay games.jsonl --game 3 --ply 40              (one position as text)\n"
      "          carrack replay games.jsonl --game 3 --ply 40 --svg board.svg");
  const auto options = std::make_shared<ReplayOptions>();
  add_recorded_game(*command, options->file, options->game);
  CLI::Option* const html =
      add_file(*command, "--html", options->html,
               "write an interactive page with board, moves and search values to this file");
  add_file(*command, "--svg", options->svg, "write a picture of one position to this file")
      ->excludes(html);
  add_number(
      *command, "--ply", options->ply, 0, kMaxGames,
      "show only the position after this many events (0: the start), as text, or with --svg as "
      "a picture")
      ->excludes(html);
  add_force_option(*command, options->force, {"--html", "--svg"});
  command->callback([options] { replay(*options); });
}

}  // namespace carrack
