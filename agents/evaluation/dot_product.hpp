// A sum of products in one order, whatever the width of the machine's vectors.
#pragma once

#include <array>
#include <cstddef>

namespace carrack {

/// The sum of a[i] * b[i]. Sixteen partial sums, each of every sixteenth product, which a compiler
/// may keep in vectors of 4, 8 or 16; then pairs of these, and pairs of pairs.
template <std::size_t N>
[[nodiscard]] constexpr float dot_product(const std::array<float, N>& a,
                                          const std::array<float, N>& b) noexcept {
  constexpr std::size_t kWidth = 16;
  constexpr std::size_t kWhole = N / kWidth * kWidth;
  std::array<float, kWidth> sums{};
  for (std::size_t i = 0; i < kWhole; i += kWidth) {
    for (std::size_t j = 0; j < kWidth; ++j) sums[j] += a[i + j] * b[i + j];
  }
  for (std::size_t i = kWhole; i < N; ++i) sums[i - kWhole] += a[i] * b[i];
  for (std::size_t width = kWidth / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) sums[j] += sums[j + width];
  }
  return sums[0];
}

}  // namespace carrack
