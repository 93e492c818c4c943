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

  /// Adds --module, --variant, --board and --tweak.
  void add_to(CLI::App& command);
  /// Throws as RulesetOptions::ruleset() does.
  [[nodiscard]] Ruleset ruleset(const std::string& edition, unsigned players) const;
  /// Adds the names of the files that are read.
  void add_inputs(std::vector<std::string>& files) const;
};

/// One ruleset.
struct RulesetOptions : RulesetExtras {
  std::string edition = "aoe3";
  unsigned players = 4;

  void add_to(CLI::App& command);
  /// Throws InputError for unknown or incompatible words, and for an unreadable or invalid file.
  [[nodiscard]] Ruleset ruleset() const;
};

}  // namespace carrack
