// How many observations an adjusted mean needs.
#pragma once

#include <cstddef>

namespace carrack {

/// The fewest observations for an adjusted mean with this many controls (control_variates.hpp).
[[nodiscard]] constexpr std::ptrdiff_t fewest_observations(std::ptrdiff_t controls) noexcept {
  return controls + 3;
}

}  // namespace carrack
