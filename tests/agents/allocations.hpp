// Counts memory allocations of this test binary.
#pragma once

#include <cstddef>

namespace carrack::testing {

[[nodiscard]] std::size_t allocations() noexcept;

}  // namespace carrack::testing
