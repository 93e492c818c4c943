// Numbers as text, and the one place where they are read from text that comes from outside.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace carrack {

/// The fewest digits that read back as the same number.
template <typename Number>
[[nodiscard]] std::string digits_of(Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

/// "1 game", "2 games", for a noun whose plural ends in s.
template <std::integral Number>
[[nodiscard]] std::string counted(Number n, std::string_view noun) {
  return digits_of(n) + ' ' + std::string(noun) + (n == 1 ? "" : "s");
}

/// The digits of a whole number in scientific notation: "1000" for "1e3", "1500" for "1.5e3". Empty
/// if the text is not such a number, or if its exponent is above 20.
[[nodiscard]] std::string written_out(std::string_view text);

/// Reads all of `text` as a number from `least` to `most`. Whole numbers are in base 10 ("010" is
/// 10; "1e3" is 1000), with a '-' where they may be negative and without a '+'. Throws InputError,
/// "expected a whole number from 1 to 1024, not '0x10'", for anything else: no text, no number, one
/// out of range, one that is not finite.
template <typename Number>
[[nodiscard]] Number parse_number(std::string_view text, Number least, Number most) {
  Number value{};
  const auto reads = [&](std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    // A NaN is in no range.
    return error == std::errc() && stop == end && value >= least && value <= most;
  };
  if (reads(text)) return value;
  if constexpr (std::integral<Number>) {
    if (reads(written_out(text))) return value;
  }
  throw InputError(std::string("expected a ") + (std::integral<Number> ? "whole " : "") +
                   "number from " + digits_of(least) + " to " + digits_of(most) + ", not '" +
                   excerpt(text) + "'");
}

}  // namespace carrack
