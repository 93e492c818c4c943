// Bit arithmetic: sets in a word, and small counts packed side by side ("lanes") in a word.
#pragma once

#include <bit>
#include <cassert>
#include <type_traits>

#include "core/base/cpu.hpp"
#include "core/base/types.hpp"

namespace carrack {

[[nodiscard]] constexpr u64 bit(unsigned i) noexcept { return u64{1} << i; }
[[nodiscard]] constexpr u64 low_bits(unsigned n) noexcept { return n >= 64 ? ~u64{0} : bit(n) - 1; }
[[nodiscard]] constexpr bool has_bit(u64 word, unsigned i) noexcept { return (word >> i) & 1U; }
[[nodiscard]] constexpr unsigned count_bits(u64 word) noexcept {
  return static_cast<unsigned>(std::popcount(word));
}
/// Precondition: word != 0. std::countr_zero would check for 0.
[[nodiscard]] constexpr unsigned first_bit(u64 word) noexcept {
  assert(word != 0);
  return static_cast<unsigned>(__builtin_ctzll(word));
}

__extension__ using u128 = unsigned __int128;  // g++ and clang, on every 64-bit machine

#if defined(__x86_64__)
namespace detail {

// Written in assembly, so that functions compiled for every CPU can inline these two.
[[nodiscard]] inline u64 pdep(u64 word, u64 mask) noexcept {
  u64 spread;
  asm("pdepq %2, %1, %0" : "=r"(spread) : "r"(word), "r"(mask));
  return spread;
}
[[nodiscard]] inline u64 pext(u64 word, u64 mask) noexcept {
  u64 gathered;
  asm("pextq %2, %1, %0" : "=r"(gathered) : "r"(word), "r"(mask));
  return gathered;
}

}  // namespace detail
#endif

/// Index of the k-th set bit (k from 0). Precondition: k < count_bits(word).
/// Without PDEP, clearing the lowest bit k times beats a branch-free select up to about a dozen
/// bits, which is what a decision has (bench/core.cpp).
[[nodiscard, gnu::always_inline]] constexpr unsigned nth_bit(u64 word, unsigned k) noexcept {
  assert(k < count_bits(word));
#if defined(__x86_64__)
  if (!std::is_constant_evaluated() && cpu::has_pdep) [[likely]] {
    return first_bit(detail::pdep(bit(k), word));
  }
#endif
  for (; k != 0; --k) word &= word - 1;
  return first_bit(word);
}

/// The bits of `word` that `mask` selects, moved together: bit i of the result is the i-th of them.
[[nodiscard]] constexpr u64 gather_bits(u64 word, u64 mask) noexcept {
#if defined(__x86_64__)
  if (!std::is_constant_evaluated() && cpu::has_pdep) [[likely]] {
    return detail::pext(word, mask);
  }
#endif
  u64 gathered = 0;
  for (unsigned i = 0; mask != 0; mask &= mask - 1) {
    gathered |= u64{has_bit(word, first_bit(mask))} << i++;
  }
  return gathered;
}

/// Sets bit `i` of a set, if `is_member`; other bits stay.
template <typename Set>
constexpr void add_bit(Set& set, unsigned i, bool is_member = true) noexcept {
  set = static_cast<Set>(set | Set{is_member} << i);
}
/// Clears bit `i` of a set, if `is_removed`; other bits stay.
template <typename Set>
constexpr void remove_bit(Set& set, unsigned i, bool is_removed = true) noexcept {
  set = static_cast<Set>(set & ~(Set{is_removed} << i));
}

/// Calls `visit(index)` for each set bit, lowest first.
template <typename Visit>
constexpr void for_each_bit(u64 word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(first_bit(word));
}

/// Counts of `Width` bits each, side by side from bit `Offset` of a 64-bit word.
template <unsigned Width, unsigned Offset = 0>
struct Lanes {
  static constexpr u64 kMax = low_bits(Width);
  [[nodiscard]] static constexpr unsigned get(u64 word, unsigned lane) noexcept {
    return static_cast<unsigned>((word >> (Offset + Width * lane)) & kMax);
  }
  /// A word with nothing but this lane.
  [[nodiscard]] static constexpr u64 word(unsigned lane, u64 value) noexcept {
    assert(value <= kMax);
    return value << (Offset + Width * lane);
  }
  static constexpr void add(u64& word, unsigned lane, unsigned n) noexcept {
    assert(get(word, lane) + n <= kMax);
    word += u64{n} << (Offset + Width * lane);
  }
  static constexpr void sub(u64& word, unsigned lane, unsigned n) noexcept {
    assert(get(word, lane) >= n);
    word -= u64{n} << (Offset + Width * lane);
  }
  static constexpr void set(u64& word, unsigned lane, u64 value) noexcept {
    assert(value <= kMax);
    word = (word & ~(kMax << (Offset + Width * lane))) | (value << (Offset + Width * lane));
  }
};

}  // namespace carrack
