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

void verify(const std::string& file, bool with_name) {
  std::ifstream in = open_input(file);
  const VerifiedRecord record = verify_record(in, file);
  std::cout << (with_name ? printable(file) + ": " : "") << counted(record.games, "game") << ", "
            << counted(record.events, "event") << ": ok\n";
}

/// Checks all files, also after a faulty one; throws InputError at the end if there was one.
void verify_all(const std::vector<std::string>& files) {
  if (files.size() == 1) return verify(files.front(), /*with_name=*/false);
  std::size_t faults = 0;
  for (const std::string& file : files) {
    try {
      verify(file, /*with_name=*/true);
    } catch (const InputError& error) {
      ++faults;
      std::cerr << "carrack: " << error.what() << '\n';
    }
  }
  if (faults > 0) {
    throw InputError(std::to_string(faults) + " of " + std::to_string(files.size()) +
                     " files cannot be verified");
  }
}

}  // namespace

void add_verify(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "verify", "Replay records and check every event, option set, position and result");
  command->footer("Example: carrack verify games.jsonl");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_files(*command, "file", *files, "records or traces")->required();
  command->callback([files] { verify_all(*files); });
}

}  // namespace carrack
