// The terminal that a command prints to.
#pragma once

#include <cstddef>

namespace carrack {

/// The characters of a line, if the standard output is a terminal; else the largest number.
[[nodiscard]] std::size_t line_length() noexcept;

}  // namespace carrack
