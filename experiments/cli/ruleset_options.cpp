#include "experiments/cli/ruleset_options.hpp"

#include "core/base/error.hpp"
#include "core/notation/board_json.hpp"
#include "experiments/cli/input_file.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {

namespace {

/// The same rules on the board of a file; an empty name keeps the printed board.
Ruleset on_board_of(const std::string& file, Ruleset rules) {
  if (file.empty()) return rules;
  constexpr std::size_t kMaxBoardSize = std::size_t{1} << 20U;
  const std::string text = read_input(file, kMaxBoardSize);
  try {
    return rules.on(read_board(text));
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what());
  }
}

}  // namespace

void RulesetExtras::add_to(CLI::App& command) {
  command.add_option("--module", modules, "one of " + join(known_modules()) + "; repeatable")
      ->allow_extra_args(false);
  command.add_option("--variant", variants, "one of " + join(known_variants()) + "; repeatable")
      ->allow_extra_args(false);
  command.add_option("--board", board,
                     "JSON file with a custom board: regions, goods, borders, initially discovered "
                     "regions (see experiments/studies/boards)");
}

Ruleset RulesetExtras::ruleset(const std::string& edition, unsigned players) const {
  return on_board_of(board, Ruleset::make(edition, players, modules, variants));
}

void RulesetOptions::add_to(CLI::App& command) {
  command.add_option("--edition", edition, "aoe3 (2007) or empires (2015)")->capture_default_str();
  add_number(command, "--players", players, 2, kMaxPlayers, "2 to 5; empires: 2 to 6");
  RulesetExtras::add_to(command);
}

Ruleset RulesetOptions::ruleset() const { return RulesetExtras::ruleset(edition, players); }

}  // namespace carrack
