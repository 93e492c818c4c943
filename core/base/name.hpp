// Names of boards, regions and tweaks, in characters that the notation and file names allow.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace carrack {

/// Throws InputError unless `name` has 1 to 32 characters: lower-case letters, digits, '_' and
/// those of `more`. `what` names it in the error.
inline void check_name(std::string_view name, const std::string& what, std::string_view more = {}) {
  constexpr std::size_t kLongest = 32;
  const bool has_right_characters = std::ranges::all_of(name, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           more.find(c) != std::string_view::npos;
  });
  if (!name.empty() && name.size() <= kLongest && has_right_characters) return;
  std::string others = "_";
  for (const char c : more) others.append(" and ").append(1, c);
  throw InputError(what + " should have 1 to " + std::to_string(kLongest) +
                   " characters: lower-case letters, digits and " + others);
}

}  // namespace carrack
