// A sum of products in one order, whatever the width of the machine's vectors.
#pragma once

#include <array>
#include <cstddef>

namespace carrack {

/// Sixteen partial sums, each of every sixteenth product, which a compiler may keep in vectors of
/// 4, 8 or 16.
class PartialSums {
 public:
  /// Adds the i-th product of the sum. Products that are 0 may be left out.
  constexpr void add(std::size_t i, float product) noexcept { sums_[i % kWidth] += product; }
  /// Adds a[i] * b[i] of every i that `a` has: the first products of the sum.
  template <std::size_t N, std::size_t M>
  constexpr void add_products(const std::array<float, N>& a,
                              const std::array<float, M>& b) noexcept {
    static_assert(N <= M);
    constexpr std::size_t kWhole = N / kWidth * kWidth;
    for (std::size_t i = 0; i < kWhole; i += kWidth) {
      for (std::size_t j = 0; j < kWidth; ++j) sums_[j] += a[i + j] * b[i + j];
    }
    for (std::size_t i = kWhole; i < N; ++i) sums_[i - kWhole] += a[i] * b[i];
  }
  /// The sum of all: pairs of the partial sums, and pairs of pairs.
  [[nodiscard]] constexpr float total() const noexcept {
    std::array<float, kWidth> sums = sums_;
    for (std::size_t width = kWidth / 2; width > 0; width /= 2) {
      for (std::size_t j = 0; j < width; ++j) sums[j] += sums[j + width];
    }
    return sums[0];
  }

 private:
  static constexpr std::size_t kWidth = 16;
  std::array<float, kWidth> sums_{};
};

/// The sum of a[i] * b[i].
template <std::size_t N>
[[nodiscard]] constexpr float dot_product(const std::array<float, N>& a,
                                          const std::array<float, N>& b) noexcept {
  PartialSums partial;
  partial.add_products(a, b);
  return partial.total();
}

}  // namespace carrack
