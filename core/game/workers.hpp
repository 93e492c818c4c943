// How many workers of each type, in 23 bits.
#pragma once

#include <array>
#include <cassert>

#include "core/base/bits.hpp"

namespace carrack {

/// Pieces of each type a player owns (RULES §6): the most that can ever be away from the regions.
inline constexpr std::array<u8, kWorkers> kPieces{29, 5, 5, 10, 10, 10};
/// Civilians everywhere and the pieces that become civilians, together (RULES §6).
inline constexpr unsigned kCivilianPieces = 49;

/// Counts by worker type, each lane as wide as its type's pieces need:
///
///   bit 0     5     8     11    15    19   23
///       | col | cap | mer | mis | sol | bld |
class WorkerCounts {
 public:
  static constexpr unsigned kBits = 23;

  constexpr WorkerCounts() noexcept = default;
  explicit constexpr WorkerCounts(u64 bits) noexcept
      : bits_(static_cast<u32>(bits & low_bits(kBits))) {}

  [[nodiscard]] constexpr unsigned operator[](Worker w) const noexcept {
    return (bits_ >> kShift[index(w)]) & kMask[index(w)];
  }
  constexpr void add(Worker w, unsigned n = 1) noexcept {
    assert((*this)[w] + n <= kPieces[index(w)]);
    bits_ += n << kShift[index(w)];
  }
  constexpr void sub(Worker w, unsigned n = 1) noexcept {
    assert((*this)[w] >= n);
    bits_ -= n << kShift[index(w)];
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr bool only_colonists() const noexcept { return bits_ - 1 < kMask[0]; }
  [[nodiscard]] constexpr u32 bits() const noexcept { return bits_; }

  /// A set of the types present, bit i for Worker i.
  [[nodiscard]] constexpr u32 types() const noexcept {
    // What a lane has carries into its highest bit, and no further.
    const u64 occupied = (((bits_ & ~kHighest) + ~kHighest) | bits_) & kHighest;
    return static_cast<u32>(gather_bits(occupied, kHighest));
  }
  [[nodiscard]] constexpr unsigned total() const noexcept { return weighed({1, 1, 1, 1, 1, 1}); }
  /// The sum of the counts, each times its type's weight. Precondition: it is below 256.
  /// Always inlined, so that the weights are constants.
  [[nodiscard, gnu::always_inline]] constexpr unsigned weighed(
      const std::array<u8, kWorkers>& weights) const noexcept {
#if defined(__x86_64__)
    if (!std::is_constant_evaluated() && cpu::has_pdep) {
      // A byte each; the highest byte of the product is the sum.
      u64 factor = 0;
      for (unsigned t = 0; t < kWorkers; ++t) factor |= u64{weights[t]} << 8 * (7 - t);
      return static_cast<unsigned>(detail::pdep(bits_, kMaskBytes) * factor >> 56);
    }
#endif
    unsigned n = 0;
    for (unsigned t = 0; t < kWorkers; ++t) n += weights[t] * (bits_ >> kShift[t] & kMask[t]);
    return n;
  }
  friend constexpr bool operator==(WorkerCounts, WorkerCounts) noexcept = default;

  /// The word's change when one worker of a type comes or goes, for counts kept inside a wider
  /// word.
  [[nodiscard]] static constexpr u64 one(Worker w) noexcept { return u64{1} << kShift[index(w)]; }

 private:
  static constexpr std::array<u8, kWorkers> kShift{0, 5, 8, 11, 15, 19};
  static constexpr std::array<u8, kWorkers> kMask{31, 7, 7, 15, 15, 15};
  static constexpr u64 kMaskBytes = 0x0F0F0F07071FU;  // kMask, a byte each
  static constexpr u32 kHighest = 1U << 4 | 1U << 7 | 1U << 10 | 1U << 14 | 1U << 18 | 1U << 22;
  u32 bits_ = 0;
};

}  // namespace carrack
