// The spaces of the boxes: the worker on each, and how many are taken from the left.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>

#include "core/base/bits.hpp"

namespace carrack {

/// A worker on a space: whose, and of which type. 0 is an empty space.
class Slot {
 public:
  constexpr Slot() noexcept = default;
  constexpr Slot(Player player, Worker worker) noexcept
      : bits_(static_cast<u8>(kTaken | index(player) << 3 | index(worker))) {}
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr Player player() const noexcept { return nth<Player>(bits_ >> 3 & 7U); }
  [[nodiscard]] constexpr Worker worker() const noexcept { return nth<Worker>(bits_ & 7U); }
  friend constexpr bool operator==(Slot, Slot) noexcept = default;

  /// The first space at or after `from` with a worker; N if there is none.
  template <std::size_t N>
  [[nodiscard]] static unsigned first_taken(const std::array<Slot, N>& spaces,
                                            unsigned from) noexcept {
    static_assert(N >= 8 && std::endian::native == std::endian::little);
    for (; from + 8 <= N; from += 8) {
      const u64 eight = load<u64>(&spaces[from]);
      if (eight != 0) return from + first_bit(eight) / 8;
    }
    // The last eight spaces, without those before `from`.
    const u64 rest = from == N ? 0 : load<u64>(&spaces[N - 8]) >> 8 * (from + 8 - N);
    return rest == 0 ? N : from + first_bit(rest) / 8;
  }

  /// Workers of a player among the spaces of a box, eight spaces at a time.
  template <std::size_t N>
  [[nodiscard]] static unsigned count(const std::array<Slot, N>& spaces, Player player) noexcept {
    constexpr u64 kOnes = 0x0101010101010101U;
    const u64 wanted = (kTaken | index(player) << 3) * kOnes;
    unsigned n = 0;
    std::size_t i = 0;
    const auto count_next = [&](u64 eight) {
      // A byte that differs is 0x08 to 0x78, so that nothing is borrowed from the next one.
      const u64 differs = (eight & kOwner * kOnes) ^ wanted;
      n += count_bits((0x80 * kOnes - differs) & 0x80 * kOnes);
    };
    for (; i + 8 <= N; i += 8) count_next(load<u64>(&spaces[i]));
    // The rest in registers: a word put together in memory stalls when it is read at once.
    u64 rest = 0;
    if constexpr (N % 8 >= 4) rest = load<u32>(&spaces[i]);
    if constexpr (N % 4 >= 2) rest |= u64{load<u16>(&spaces[N / 4 * 4])} << 8 * (N / 4 * 4 - i);
    if constexpr (N % 2 != 0) rest |= u64{spaces[N - 1].bits_} << 8 * (N - 1 - i);
    if constexpr (N % 8 != 0) count_next(rest);
    return n;
  }

 private:
  template <typename Word>
  [[nodiscard]] static Word load(const Slot* first) noexcept {
    Word word;
    std::memcpy(&word, first, sizeof word);
    return word;
  }

  static constexpr unsigned kTaken = 0x40;
  static constexpr u64 kOwner = 0x78;  // whether taken, and whose
  u8 bits_ = 0;
};

/// How many workers have been placed in the boxes whose spaces fill from the left: dock, goods,
/// buildings and warfare, four bits each. In other boxes nothing is counted, so that placing a
/// worker needs no branch: they have 0, and adding to them changes nothing.
class BoxCounts {
 public:
  [[nodiscard]] constexpr unsigned operator[](Box box) const noexcept {
    return unsigned{bits_} >> kShift[index(box)] & 15U;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr void add(Box box, unsigned n = 1) noexcept {
    assert(kShift[index(box)] == kNoLane || (*this)[box] + n <= 15);
    bits_ = static_cast<u16>(bits_ + (n << kShift[index(box)]));
  }
  friend constexpr bool operator==(BoxCounts, BoxCounts) noexcept = default;

 private:
  static constexpr u8 kNoLane = 16;
  static constexpr std::array<u8, kBoxes> kShift = [] {
    std::array<u8, kBoxes> shifts{};
    shifts.fill(kNoLane);
    shifts[index(Box::dock)] = 0;
    shifts[index(Box::goods)] = 4;
    shifts[index(Box::buildings)] = 8;
    shifts[index(Box::warfare)] = 12;
    return shifts;
  }();
  u16 bits_ = 0;
};

}  // namespace carrack
