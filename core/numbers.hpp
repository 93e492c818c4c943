// The one place where numbers are read from text that comes from outside.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace carrack {

/// The fewest digits that read back as the same number.
template <typename Number>
[[nodiscard]] std::string digits_of(Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

/// The number that all of `text` is, from `least` to `most`. Whole numbers are in base 10 ("010" is
/// 10), with a '-' where they may be negative and without a '+'. Throws InputError, "expected a
/// whole number from 1 to 1024, not '0x10'", for anything else: no text, no number, one out of
/// range, one that is not finite.
template <typename Number>
[[nodiscard]] Number parse_number(std::string_view text, Number least, Number most) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  // A NaN is in no range.
  if (error == std::errc() && stop == end && value >= least && value <= most) return value;
  throw InputError(std::string("expected a ") + (std::integral<Number> ? "whole " : "") +
                   "number from " + digits_of(least) + " to " + digits_of(most) + ", not '" +
                   excerpt(text) + "'");
}

}  // namespace carrack
