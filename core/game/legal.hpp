// The legal actions of one position, as a bit mask over the part of the id space that is open.
#pragma once

#include <array>
#include <cassert>
#include <iterator>

#include "core/game/action.hpp"

namespace carrack {

/// A set of actions: `pass`, and some of the 255 that follow an origin in the id space.
///
///   word 0                       word 1            words 2, 3
///   | pass | origin, origin + 1, ... | origin + 63, ... |  ...  |
///
/// A rollout picks the k-th set bit and never builds a list.
class Legal {
 public:
  constexpr Legal() noexcept = default;

  /// Empties the set and opens the part of the id space that starts with `verb`.
  constexpr void reset(Verb verb) noexcept {
    words_ = {};
    size_ = 0;
    base_ = static_cast<u16>(kFirstId[index(verb)] - 1);
  }
  /// Makes the set consist of these arguments of `verb`, bit i for the i-th, all among the first
  /// 63. Most decisions need no more; it takes a few instructions.
  constexpr void assign(Verb verb, u64 arguments) noexcept {
    assert((arguments >> 63) == 0);
    words_ = {arguments << 1};
    base_ = static_cast<u16>(kFirstId[index(verb)] - 1);
    size_ = static_cast<u16>(count_bits(arguments));
  }
  /// The same, all among the first 127.
  constexpr void assign_wide(Verb verb, u128 arguments) noexcept {
    assert((arguments >> 127) == 0);
    words_ = {static_cast<u64>(arguments) << 1, static_cast<u64>(arguments >> 63)};
    base_ = static_cast<u16>(kFirstId[index(verb)] - 1);
    size_ = static_cast<u16>(count_bits(words_[0]) + count_bits(words_[1]));
  }
  // What is added must not be in the set yet: the size is kept as the set grows.
  constexpr void add_pass() noexcept {
    assert(!has_bit(words_[0], 0));
    words_[0] |= 1U;
    ++size_;
  }
  constexpr void add(Verb verb, unsigned argument) noexcept {
    const unsigned i = kFirstId[index(verb)] + argument - base_;
    assert(!has_bit(words_[i / 64], i % 64));
    words_[i / 64] |= bit(i % 64);
    ++size_;
  }
  /// Adds the argument of every set bit of `arguments`, counted from `offset`.
  constexpr void add_set(Verb verb, u64 arguments, unsigned offset = 0) noexcept {
    const unsigned i = kFirstId[index(verb)] + offset - base_;
    assert((words_[i / 64] & arguments << (i % 64)) == 0);
    words_[i / 64] |= arguments << (i % 64);
    size_ = static_cast<u16>(size_ + count_bits(arguments));
    if (i % 64 != 0 && (arguments >> (64 - i % 64)) != 0) {
      words_[i / 64 + 1] |= arguments >> (64 - i % 64);
    }
  }

  [[nodiscard]] constexpr unsigned size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool contains(Action action) const noexcept {
    if (action.is_pass()) return has_bit(words_[0], 0);
    const unsigned i = unsigned{action.id()} - base_;
    return i - 1 < 64 * words_.size() - 1 && has_bit(words_[i / 64], i % 64);
  }
  constexpr void remove(Action action) noexcept {
    assert(contains(action));
    const unsigned i = action.is_pass() ? 0U : unsigned{action.id()} - base_;
    words_[i / 64] &= ~bit(i % 64);
    --size_;
  }
  /// Which of `n` arguments of `verb`, at most 64, are in the set: bit i for argument offset + i.
  /// Precondition: they are within the part of the id space that is open.
  [[nodiscard]] constexpr u64 arguments(Verb verb, unsigned offset, unsigned n) const noexcept {
    const unsigned i = kFirstId[index(verb)] + offset - base_;
    assert(i + n <= 64 * words_.size() && n <= 64);
    u64 set = words_[i / 64] >> i % 64;
    if (i % 64 + n > 64) set |= words_[i / 64 + 1] << (64 - i % 64);
    return set & low_bits(n);
  }
  /// The k-th action in the order of ids. Precondition: k < size().
  [[nodiscard, gnu::always_inline]] constexpr Action operator[](unsigned k) const noexcept {
    unsigned w = 0;
    for (unsigned here = count_bits(words_[0]); k >= here; here = count_bits(words_[w]))
      [[unlikely]] {
        k -= here;
        ++w;
      }
    return at_bit(w * 64 + nth_bit(words_[w], k));
  }

  /// Calls `visit(Action)` for each action, in the order of ids.
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    for (unsigned w = 0; w < words_.size(); ++w) {
      for_each_bit(words_[w], [&](unsigned i) { visit(at_bit(w * 64 + i)); });
    }
  }

  friend constexpr bool operator==(const Legal&, const Legal&) noexcept = default;

 private:
  [[nodiscard]] constexpr Action at_bit(unsigned i) const noexcept {
    return i == 0 ? kPass : Action(static_cast<u16>(base_ + i));
  }

  std::array<u64, 4> words_{};
  u16 base_ = 0;
  u16 size_ = 0;
};

}  // namespace carrack
