// Functions that make the rows of the parameter table; for parameters.cpp only.
#pragma once

#include <string_view>
#include <type_traits>
#include <utility>

#include "agents/mcts/parameters.hpp"
#include "agents/search/option_ranges.hpp"
#include "core/base/types.hpp"

namespace carrack::parameter_rows {

// A field is named by its path: a part of the options, perhaps a group of it, a member.
template <auto... path>
double get(const MctsOptions& options) {
  return static_cast<double>((options.*....*path));
}
template <auto... path>
void set(MctsOptions& options, double value) {
  auto& field = (options.*....*path);
  using Value = std::remove_reference_t<decltype(field)>;
  if constexpr (std::is_enum_v<Value>) {
    field = nth<Value>(static_cast<unsigned>(value));
  } else {
    field = static_cast<Value>(value);
  }
}

template <auto... path>
constexpr SearchParameter number(std::string_view key, std::string_view group, double min,
                                 double max, std::string_view help, std::string_view paper = "") {
  using Value = std::remove_cvref_t<decltype((std::declval<MctsOptions&>().*....*path))>;
  return {.key = key,
          .group = group,
          .words = {},
          .min = min,
          .max = max,
          .whole = std::is_same_v<Value, u64>,
          .get = get<path...>,
          .set = set<path...>,
          .help = help,
          .paper = paper};
}

/// A number whose range is that of the search.
template <auto... path>
constexpr SearchParameter number(std::string_view key, std::string_view group,
                                 std::string_view help, std::string_view paper = "") {
  const OptionRange& range = option_range(key);
  return number<path...>(key, group, range.least, range.most, help, paper);
}

/// A number of seconds, with or without a unit. In specs it is more than 0.
template <auto... path>
constexpr SearchParameter duration(std::string_view key, std::string_view group,
                                   std::string_view help) {
  SearchParameter parameter =
      number<path...>(key, group, /*min=*/1e-6, option_range(key).most, help);
  parameter.is_duration = true;
  return parameter;
}

/// A choice of words that these functions read and set, by the number of the word.
constexpr SearchParameter choice_by(double (*get)(const MctsOptions&),
                                    void (*set)(MctsOptions&, double), std::string_view key,
                                    std::string_view group, std::span<const std::string_view> words,
                                    std::string_view help, std::string_view paper = "") {
  return {.key = key,
          .group = group,
          .words = words,
          .min = 0,
          .max = static_cast<double>(words.size() - 1),
          .whole = true,
          .get = get,
          .set = set,
          .help = help,
          .paper = paper};
}

/// A choice of words in the order of an enumeration.
template <auto... path>
constexpr SearchParameter choice(std::string_view key, std::string_view group,
                                 std::span<const std::string_view> words, std::string_view help,
                                 std::string_view paper = "") {
  return choice_by(get<path...>, set<path...>, key, group, words, help, paper);
}

/// See SearchParameter::is_later. `is_off` is null for a parameter that is off at 0 or at its first
/// word.
constexpr SearchParameter later(SearchParameter parameter,
                                bool (*is_off)(const MctsOptions&) = nullptr) {
  parameter.is_later = true;
  parameter.is_off = is_off;
  return parameter;
}

}  // namespace carrack::parameter_rows
