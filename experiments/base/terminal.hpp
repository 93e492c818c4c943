// The terminal that a command prints to.
#pragma once

#include <cstddef>

namespace carrack {

/// The characters of a line of the terminal that the standard output is; the largest number where
/// it is none.
[[nodiscard]] std::size_t line_length() noexcept;

}  // namespace carrack
