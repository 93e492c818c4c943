// A set of actions as bits, for games whose actions are numbers.
#pragma once

#include <array>

#include "core/base/bits.hpp"

namespace carrack {

/// Some of the actions 0 to kActions - 1.
template <std::size_t kActions>
class ActionSet {
 public:
  /// Precondition: action < kActions.
  constexpr void add(u16 action) noexcept { words_[action / 64U] |= bit(action % 64U); }
  constexpr void remove(u16 action) noexcept { words_[action / 64U] &= ~bit(action % 64U); }
  [[nodiscard]] constexpr bool contains(u16 action) const noexcept {
    return action < kActions && has_bit(words_[action / 64U], action % 64U);
  }
  [[nodiscard]] constexpr unsigned size() const noexcept {
    unsigned size = 0;
    for (const u64 word : words_) size += count_bits(word);
    return size;
  }
  /// The k-th action, the lowest first. Precondition: k < size().
  [[nodiscard]] constexpr u16 operator[](unsigned k) const noexcept {
    unsigned w = 0;
    for (unsigned here = count_bits(words_[0]); k >= here; here = count_bits(words_[w])) {
      k -= here;
      ++w;
    }
    return static_cast<u16>(w * 64 + nth_bit(words_[w], k));
  }
  /// Calls `visit(action)` for each, the lowest first.
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (u64 rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(static_cast<u16>(w * 64 + first_bit(rest)));
      }
    }
  }
  friend constexpr bool operator==(const ActionSet&, const ActionSet&) = default;

 private:
  std::array<u64, (kActions + 63) / 64> words_{};
};

}  // namespace carrack
