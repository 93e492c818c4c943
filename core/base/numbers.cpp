#include "core/base/numbers.hpp"

namespace carrack {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the digits that `text` begins with.
std::string_view take_digits(std::string_view& text) {
  const std::string_view from = text;
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return from.substr(0, from.size() - text.size());
}

}  // namespace

std::string written_out(std::string_view text) {
  constexpr unsigned kMostZeros = 20;  // no whole number of 64 bits has more digits
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  std::string digits(take_digits(text));
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
    if (fraction.empty()) return {};
  }
  if (digits.empty() || !(text.starts_with('e') || text.starts_with('E'))) return {};
  text.remove_prefix(text.substr(1).starts_with('+') ? 2 : 1);
  unsigned exponent = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, exponent);
  if (error != std::errc() || stop != end || exponent > kMostZeros) return {};
  while (fraction.ends_with('0')) fraction.remove_suffix(1);
  if (fraction.size() > exponent) return {};
  digits += fraction;
  digits.append(exponent - fraction.size(), '0');
  return is_negative ? '-' + digits : digits;
}

}  // namespace carrack
