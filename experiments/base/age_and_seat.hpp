// Parses ages and seats given by users, on the command line and in Python.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/types.hpp"

namespace carrack {

/// The age of `1`, `2`, `3`, `I`, `II` or `III`; empty for `all`. Throws InputError.
[[nodiscard]] std::optional<Age> parse_age(std::string_view text);

/// The seat of `p2` or `2` in a game of `players`; p1 is 1. Throws InputError.
[[nodiscard]] Player parse_seat(std::string_view text, unsigned players);

}  // namespace carrack
