// All parameters of `mcts` and `uct` in one table: key, group, range, default, meaning, paper.
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
  bool is_duration = false;  // a number of seconds, which may have a unit
  /// The parameter was added after ledgers existed. Specs omit its key while it is off, so that
  /// specs in older ledgers still name the same agents.
  bool is_later = false;
  /// For a later parameter: whether it is off. Null: it is off while it is 0.
  bool (*is_off)(const MctsOptions&) = nullptr;
  double (*get)(const MctsOptions&) = nullptr;
  void (*set)(MctsOptions&, double) = nullptr;
  std::string_view help;
  std::string_view paper;

  /// The section of agents/STRENGTH.md or agents/STRENGTH_ARCHIVE.md that measures its effect on
  /// strength; empty if none does.
  [[nodiscard]] std::string_view measured() const;
  /// Whether specs leave it out.
  [[nodiscard]] bool is_left_out(const MctsOptions& options) const;
  /// The value as a spec has it.
  [[nodiscard]] std::string text(const MctsOptions& options) const;
};
/// All parameters, in the order of specs.
[[nodiscard]] std::span<const SearchParameter> search_parameters();
/// The groups, in the order of the iteration that they describe.
[[nodiscard]] std::span<const std::string_view> search_parameter_groups();

}  // namespace carrack
