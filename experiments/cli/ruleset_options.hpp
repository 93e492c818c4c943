// The ruleset options of all commands that play games.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/game/ruleset.hpp"

namespace carrack {

/// Options besides the edition and the number of players.
struct RulesetExtras {
  std::vector<std::string> modules;
  std::vector<std::string> variants;
  std::string board;  // a file; empty for the printed one
  std::string tweak;  // a file; empty for the printed figures

  /// Adds --module, --variant, --board and --tweak; without --board for a command that does not use
  /// a board.
  void add_to(CLI::App& command, bool with_board = true);
  /// Throws as RulesetOptions::ruleset() does.
  [[nodiscard]] Ruleset ruleset(const std::string& edition, unsigned players) const;
  /// Adds the names of the files that are read.
  void add_inputs(std::vector<std::string>& files) const;
};

/// One ruleset.
struct RulesetOptions : RulesetExtras {
  std::string edition = "aoe3";
  unsigned players = 4;

  void add_to(CLI::App& command, bool with_board = true);
  /// Throws CLI::ValidationError, naming the option, for unknown or incompatible words, and
  /// InputError for an unreadable or invalid file.
  [[nodiscard]] Ruleset ruleset() const;
};

}  // namespace carrack
