// Everything that `mcts` and `uct` may be told, in one table: key, group, range, default, meaning,
// paper.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "agents/mcts/options.hpp"

namespace carrack {

/// A row of the table.
struct SearchParameter {
  std::string_view key;
  std::string_view group;                   // budget, tree, reward, selection, root, expansion ...
  std::span<const std::string_view> words;  // of a choice; empty for a number
  double min = 0;
  double max = 0;
  bool whole = false;
  bool is_duration = false;  // in seconds, and may have a unit
  /// Added after ledgers existed: specs omit the key where the parameter is off, so that the specs
  /// in older ledgers still name the same agents.
  bool is_later = false;
  /// Of a later parameter: when it is off. Null: while it is 0.
  bool (*is_off)(const MctsOptions&) = nullptr;
  double (*get)(const MctsOptions&) = nullptr;
  void (*set)(MctsOptions&, double) = nullptr;
  std::string_view help;
  std::string_view paper;

  /// The section of agents/STRENGTH.md or agents/STRENGTH_ARCHIVE.md that says what it does for
  /// strength; empty where nobody has measured that.
  [[nodiscard]] std::string_view measured() const;
  /// Whether specs leave it out.
  [[nodiscard]] bool is_left_out(const MctsOptions& options) const;
  /// The value as a spec has it.
  [[nodiscard]] std::string text(const MctsOptions& options) const;
};
/// In the order of specs.
[[nodiscard]] std::span<const SearchParameter> search_parameters();
/// The groups, in the order of the iteration that they describe.
[[nodiscard]] std::span<const std::string_view> search_parameter_groups();

}  // namespace carrack
