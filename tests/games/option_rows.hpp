// Combinations of search options that cover every compatible pair of values
// (pairwise coverage: Cohen, Dalal, Fredman & Patton, "The AETG system", IEEE TSE 1997).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agents/search/options.hpp"

namespace carrack::testing {

/// One value of an option.
struct OptionValue {
  std::string text;  // key=value, as in a spec
  std::function<void(SearchOptions&)> set;
};
/// The tested values of an option, default first.
struct OptionValues {
  std::string key;
  std::vector<OptionValue> values;
};

/// All game-independent options of the parameter table: all words of a choice; for a number the
/// default and others. Throws std::logic_error for a number without test values.
[[nodiscard]] std::vector<OptionValues> all_option_values();

/// A combination: the index of the value of each option.
using OptionRow = std::vector<std::size_t>;

/// `is_allowed` decides which combinations are valid.
struct OptionRows {
  std::vector<OptionRow> rows;
  std::size_t pairs = 0;       // pairs of values covered by rows
  std::size_t impossible = 0;  // pairs without a valid combination
};
[[nodiscard]] OptionRows pairwise_rows(const std::vector<OptionValues>& options,
                                       const std::function<bool(const SearchOptions&)>& is_allowed);

[[nodiscard]] SearchOptions options_of(const std::vector<OptionValues>& options,
                                       const OptionRow& row);
/// key=value of all non-default values.
[[nodiscard]] std::string text_of(const std::vector<OptionValues>& options, const OptionRow& row);

}  // namespace carrack::testing
