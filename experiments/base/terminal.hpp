// The terminal that a command prints to.
#pragma once

#include <cstddef>

namespace carrack {

/// How many characters a line of the terminal has; the largest number if the standard output is not
/// a terminal.
[[nodiscard]] std::size_t line_length() noexcept;

}  // namespace carrack
