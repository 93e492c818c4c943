// What is played, as every command with games is told it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/game/ruleset.hpp"

namespace carrack {

struct RulesetOptions {
  std::string edition = "aoe3";
  unsigned players = 4;
  std::vector<std::string> modules;
  std::vector<std::string> variants;
  std::string board;  // a file; empty for the printed one

  void add_to(CLI::App& command);
  /// Throws InputError for what is unknown or does not go together, and for a board that cannot be
  /// read or played on.
  [[nodiscard]] Ruleset ruleset() const;
};

/// The option `--board FILE`.
void add_board_option(CLI::App& command, std::string& file);
/// The same words on the board of a file; an empty name leaves them on the printed one. Throws
/// InputError for a board that cannot be read or played on.
[[nodiscard]] Ruleset on_board_of(const std::string& file, Ruleset rules);

}  // namespace carrack
