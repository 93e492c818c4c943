#include "experiments/base/age_and_seat.hpp"

#include <algorithm>
#include <array>

#include "core/base/numbers.hpp"

namespace carrack {

std::optional<Age> parse_age(std::string_view text) {
  constexpr std::array<std::string_view, 7> kKnown{"1", "2", "3", "I", "II", "III", "all"};
  const auto* const found = std::ranges::find(kKnown, text);
  if (found == kKnown.end()) {  // any two of them are near, so none is suggested
    throw InputError("unknown age '" + excerpt(text) + "' (known: " + join(kKnown) + ")");
  }
  const auto i = static_cast<unsigned>(found - kKnown.begin());
  return i + 1 == kKnown.size() ? std::nullopt : std::optional(nth<Age>(i % 3));
}

Player parse_seat(std::string_view text, unsigned players) {
  try {
    const std::string_view number = text.starts_with('p') ? text.substr(1) : text;
    return nth<Player>(parse_number(number, 1U, players) - 1);
  } catch (const InputError&) {
    throw InputError("seat is '" + excerpt(text) + "', expected p1 to p" + digits_of(players));
  }
}

}  // namespace carrack
