// Combinations of a search's options in which every two values that go together do so at least once
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
/// The values of an option that are tried, its default first.
struct OptionValues {
  std::string key;
  std::vector<OptionValue> values;
};

/// Every option of the table of parameters that is not this game's own: all words of a choice, of a
/// number the default and others. Throws std::logic_error for a number that has no values to try.
[[nodiscard]] std::vector<OptionValues> all_option_values();

/// A combination: the number of the value of each option.
using OptionRow = std::vector<std::size_t>;

/// Whether two values go together in some combination is decided by `is_allowed`.
struct OptionRows {
  std::vector<OptionRow> rows;
  std::size_t pairs = 0;       // of values of different options, that rows have
  std::size_t impossible = 0;  // that no combination was found for
};
[[nodiscard]] OptionRows pairwise_rows(const std::vector<OptionValues>& options,
                                       const std::function<bool(const SearchOptions&)>& is_allowed);

[[nodiscard]] SearchOptions options_of(const std::vector<OptionValues>& options,
                                       const OptionRow& row);
/// key=value of what is not at its default.
[[nodiscard]] std::string text_of(const std::vector<OptionValues>& options, const OptionRow& row);

}  // namespace carrack::testing
