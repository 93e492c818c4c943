// `carrack verify`: replays records and checks every line.
#include <iostream>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/studies/verification.hpp"

namespace carrack {
namespace {

void verify(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::ifstream in = open_input(file);
    const VerifiedRecord record = verify_record(in, file);
    std::cout << (files.size() > 1 ? printable(file) + ": " : "") << counted(record.games, "game")
              << ", " << counted(record.events, "event") << ": ok\n";
  }
}

}  // namespace

void add_verify(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "verify", "Replay records and check every event, option set, position and result");
  command->footer("Example: carrack verify games.jsonl");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_files(*command, "file", *files, "records or traces")->required();
  command->callback([files] { verify(*files); });
}

}  // namespace carrack
