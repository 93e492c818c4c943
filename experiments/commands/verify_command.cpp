// `carrack verify`: replays records and checks every line.
#include <iostream>

#include "core/error.hpp"
#include "core/record.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/input_file.hpp"

namespace carrack {
namespace {

void verify(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::ifstream in = open_input(file);
    RecordReader reader(in, file);
    while (reader.next_game()) {
      while (reader.next_event()) {
      }
    }
    std::cout << (files.size() > 1 ? printable(file) + ": " : "") << reader.games() << " games, "
              << reader.events() << " events: ok\n";
  }
}

}  // namespace

void add_verify(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "verify", "Replay records and check every event, option set, position and result");
  command->footer("Example: carrack verify games.jsonl");
  const auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("file", *files, "records or traces")->required();
  command->callback([files] { verify(*files); });
}

}  // namespace carrack
