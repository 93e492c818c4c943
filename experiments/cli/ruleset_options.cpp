#include "experiments/cli/ruleset_options.hpp"

#include <iostream>

#include "core/base/error.hpp"
#include "core/notation/board_json.hpp"
#include "core/notation/tweak_json.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {

namespace {

/// Applies `with` to the text of a file. Returns `rules` for an empty name.
template <typename With>
Ruleset changed_by(const std::string& file, Ruleset rules, With&& with) {
  if (file.empty()) return rules;
  constexpr std::size_t kMaxSize = std::size_t{1} << 20U;
  const std::string text = read_input(file, kMaxSize);
  try {
    return with(text);
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what());
  }
}

/// The first option that makes the ruleset wrong, when the options before it are compatible.
std::string wrong_option(const std::string& edition, unsigned players,
                         const std::vector<std::string>& modules) {
  const auto is_wrong = [&](unsigned number, const std::vector<std::string>& with) {
    try {
      static_cast<void>(Ruleset::make(edition, number, with));
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  constexpr unsigned kAlways = 2;  // players of every edition
  if (is_wrong(kAlways, {})) return "--edition";
  if (is_wrong(players, {})) return "--players";
  return is_wrong(players, modules) ? "--module" : "--variant";
}

Ruleset printed_ruleset(const std::string& edition, unsigned players,
                        const std::vector<std::string>& modules,
                        const std::vector<std::string>& variants) {
  try {
    return Ruleset::make(edition, players, modules, variants);
  } catch (const InputError& error) {
    throw CLI::ValidationError(wrong_option(edition, players, modules), error.what());
  }
}

}  // namespace

void RulesetExtras::add_to(CLI::App& command, bool with_board) {
  offer(add_each(command, "--module", modules, "one of " + join(known_modules())), known_modules());
  offer(add_each(command, "--variant", variants, "one of " + join(known_variants())),
        known_variants());
  if (with_board) {
    add_file(command, "--board", board,
             "JSON file with a custom board: regions, goods, borders, initially discovered regions "
             "(see experiments/studies/boards)");
  }
  add_file(command, "--tweak", tweak,
           "JSON file with changed figures of the rules: prices, VP and copies of tiles, incomes, "
           "spaces, discoveries, what players start with");
}

Ruleset RulesetExtras::ruleset(const std::string& edition, unsigned players) const {
  const Ruleset printed = printed_ruleset(edition, players, modules, variants);
  const Ruleset placed =
      changed_by(board, printed, [&](const auto& text) { return printed.on(read_board(text)); });
  const Ruleset rules =
      changed_by(tweak, placed, [&](const auto& text) { return placed.tweaked(read_tweak(text)); });
  if (!tweak.empty() && rules == placed) {
    std::cerr << "carrack: note: " << printable(tweak) << " changes nothing in "
              << rules.to_string() << ": its figures are those that are printed\n";
  }
  return rules;
}

void RulesetExtras::add_inputs(std::vector<std::string>& files) const {
  for (const std::string& file : {board, tweak}) {
    if (!file.empty()) files.push_back(file);
  }
}

void RulesetOptions::add_to(CLI::App& command, bool with_board) {
  offer(command.add_option("--edition", edition, "aoe3 (2007) or empires (2015)")
            ->capture_default_str(),
        known_editions());
  add_number(command, "--players", players, 2, kMaxPlayers, "2 to 5; empires: 2 to 6");
  RulesetExtras::add_to(command, with_board);
}

Ruleset RulesetOptions::ruleset() const { return RulesetExtras::ruleset(edition, players); }

}  // namespace carrack
