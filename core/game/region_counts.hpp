// A number for each region, all of them worked on at once.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "core/base/bits.hpp"

namespace carrack {

/// Numbers up to 255 by region, a byte each, in one vector register.
class RegionCounts {
 public:
  using Bytes [[gnu::vector_size(16)]] = u8;  // by region; six belong to none

  RegionCounts() noexcept = default;
  /// Regions 0 to 7 from the lowest byte of `low` on, 8 and 9 in `high`.
  RegionCounts(u64 low, u64 high) noexcept : bytes_(std::bit_cast<Bytes>(Words{low, high})) {}

  explicit RegionCounts(Bytes bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  [[nodiscard]] unsigned operator[](unsigned region) const noexcept { return bytes_[region]; }
  [[nodiscard]] friend RegionCounts operator+(RegionCounts a, u8 n) noexcept {
    return RegionCounts(a.bytes_ + n);
  }
  /// The greater of both for each region.
  [[nodiscard]] friend RegionCounts max(RegionCounts a, RegionCounts b) noexcept {
    return RegionCounts(a.bytes_ > b.bytes_ ? a.bytes_ : b.bytes_);
  }

  /// The number of regions where a > b. Also compares the six bytes that belong to no region.
  [[nodiscard]] friend unsigned count_greater(RegionCounts a, RegionCounts b) noexcept {
    return count(a.bytes_ > b.bytes_);
  }
  /// The sum over all regions.
  [[nodiscard]] unsigned total() const noexcept {
    constexpr u64 kEven = 0x00FF00FF00FF00FFU;
    const auto words = std::bit_cast<Words>(bytes_);
    const Words sums = (words & kEven) + (words >> 8 & kEven);
    return static_cast<unsigned>((sums[0] + sums[1]) * 0x0001000100010001U >> 48);
  }

 private:
  using Words [[gnu::vector_size(16)]] = u64;

  template <typename Mask>
  [[nodiscard]] static unsigned count(Mask mask) noexcept {
    const auto words = std::bit_cast<Words>(mask);
    return (count_bits(words[0]) + count_bits(words[1])) / 8;
  }

  Bytes bytes_{};
};

}  // namespace carrack
