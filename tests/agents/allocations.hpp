// How often this test binary has allocated memory.
#pragma once

#include <cstddef>

namespace carrack::testing {

[[nodiscard]] std::size_t allocations() noexcept;

}  // namespace carrack::testing
