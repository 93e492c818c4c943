// Trade goods and ships, packed: those that somebody holds, and those on show.
#pragma once

#include <iterator>

#include "core/base/bits.hpp"

namespace carrack {

/// Goods by kind, and ships, four bits each:
///
///   bit 0            60
///       | 15 kinds × 4 | ships |
class Holding {
 public:
  static constexpr unsigned kMost = 15;  // of a kind

  constexpr Holding() noexcept = default;
  explicit constexpr Holding(u64 bits) noexcept : bits_(bits) {}

  [[nodiscard]] constexpr unsigned operator[](Good g) const noexcept {
    return Counts::get(bits_, index(g));
  }
  [[nodiscard]] constexpr unsigned ships() const noexcept { return Counts::get(bits_, kShipLane); }
  /// Whether there is any good. Ships do not count.
  [[nodiscard]] constexpr bool has_goods() const noexcept { return (bits_ & kGoodBits) != 0; }
  /// Goods of all kinds together, without the ships.
  [[nodiscard]] constexpr unsigned tokens() const noexcept {
    return static_cast<unsigned>(sums_of_pairs() >> 56);
  }
  /// The kinds of which there is at least one, as a set.
  [[nodiscard]] constexpr u32 kinds() const noexcept {
    // One bit of each nibble, then halves moved together.
    constexpr u64 kOnes = 0x0111111111111111U;
    u64 set = (bits_ | bits_ >> 1 | bits_ >> 2 | bits_ >> 3) & kOnes;
    set = (set | set >> 3) & 0x0303030303030303U;
    set = (set | set >> 6) & 0x000F000F000F000FU;
    set = (set | set >> 12) & 0x000000FF000000FFU;
    return static_cast<u32>((set | set >> 24) & 0xFFFFU);
  }
  /// Whether all goods are of one kind. Precondition: has_goods().
  [[nodiscard]] constexpr bool is_one_kind() const noexcept {
    const u64 goods = bits_ & kGoodBits;  // of one kind: no count above the lowest that is not 0
    return goods >> (first_bit(goods) & ~3U) <= kMost;
  }
  /// The kind of the k-th token in catalogue order. Precondition: k < tokens().
  [[nodiscard]] constexpr Good nth_token(unsigned k) const noexcept {
    // The first pair of kinds whose sum of tokens exceeds k, by halves and without a branch.
    const u64 sums = sums_of_pairs();
    const auto before = [&](unsigned pair) {
      return static_cast<unsigned>(sums << 8 >> 8 * pair & 255U);
    };
    unsigned pair = u32{k >= before(4)} * 4;
    pair += u32{k >= before(pair + 2)} * 2;
    pair += u32{k >= before(pair + 1)};
    const unsigned rest = k - before(pair);
    return nth<Good>(2 * pair + u32{rest >= Counts::get(bits_, 2 * pair)});
  }
  /// One binary digit of every kind's count: bit 4g is digit `digit` of the count of Good g.
  [[nodiscard]] constexpr u64 digits(unsigned digit) const noexcept {
    constexpr u64 kOnes = 0x0111111111111111U;
    return bits_ >> digit & kOnes;
  }
  /// The goods of these kinds alone, without the ships.
  template <typename... Kinds>
  [[nodiscard]] constexpr Holding only(Kinds... kinds) const noexcept {
    return Holding(bits_ & (Counts::word(index(kinds), Counts::kMax) | ...));
  }
  [[nodiscard]] constexpr Holding without_ships() const noexcept {
    return Holding(bits_ & kGoodBits);
  }

  constexpr void add(Good g, unsigned n = 1) noexcept { Counts::add(bits_, index(g), n); }
  constexpr void remove(Good g, unsigned n = 1) noexcept { Counts::sub(bits_, index(g), n); }
  constexpr void add_ships(unsigned n) noexcept { Counts::add(bits_, kShipLane, n); }
  constexpr void remove_ships(unsigned n) noexcept { Counts::sub(bits_, kShipLane, n); }
  constexpr void set_ships(unsigned n) noexcept { Counts::set(bits_, kShipLane, n); }
  constexpr Holding& operator+=(Holding more) noexcept {
    bits_ += more.bits_;
    return *this;
  }
  constexpr Holding& operator-=(Holding less) noexcept {
    bits_ -= less.bits_;
    return *this;
  }

  /// The counts side by side, as above: for callers that copy all of them at once.
  [[nodiscard]] constexpr u64 bits() const noexcept { return bits_; }
  friend constexpr bool operator==(Holding, Holding) noexcept = default;

 private:
  using Counts = Lanes<4>;
  static constexpr unsigned kShipLane = kGoods;
  static constexpr u64 kGoodBits = low_bits(4 * kGoods);

  /// Byte i holds the tokens of the kinds up to 2i + 1, at most 15 × 15.
  [[nodiscard]] constexpr u64 sums_of_pairs() const noexcept {
    constexpr u64 kNibbles = 0x0F0F0F0F0F0F0F0FU;
    const u64 goods = bits_ & kGoodBits;
    return ((goods & kNibbles) + (goods >> 4 & kNibbles)) * 0x0101010101010101U;
  }
  u64 bits_ = 0;
};

/// The goods on show: four spaces of four bits, ascending; 15 is an empty one. Iterating visits the
/// goods.
class ShownGoods {
 public:
  class Iterator {
   public:
    using value_type = Good;
    using difference_type = int;
    constexpr Iterator() noexcept = default;
    explicit constexpr Iterator(u32 rest) noexcept : rest_(rest) {}
    [[nodiscard]] constexpr Good operator*() const noexcept { return nth<Good>(rest_ & 15U); }
    constexpr Iterator& operator++() noexcept {
      rest_ >>= 4;
      return *this;
    }
    constexpr Iterator operator++(int) noexcept {
      const Iterator here = *this;
      ++*this;
      return here;
    }
    [[nodiscard]] constexpr bool operator==(std::default_sentinel_t) const noexcept {
      return (rest_ & 15U) == kNone;
    }
    friend constexpr bool operator==(Iterator, Iterator) noexcept = default;

   private:
    u32 rest_ = kNone;
  };

  [[nodiscard]] constexpr Iterator begin() const noexcept {
    return Iterator(bits_ | kNone << 4 * kGoodsOnShow);
  }
  [[nodiscard]] static constexpr std::default_sentinel_t end() noexcept { return {}; }

  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == kEmpty; }
  [[nodiscard]] constexpr bool full() const noexcept { return space(kGoodsOnShow - 1) != kNone; }
  /// The kinds on show, as a set.
  [[nodiscard]] constexpr u32 kinds() const noexcept {
    u32 set = 0;
    for (unsigned i = 0; i < kGoodsOnShow; ++i) add_bit(set, space(i));
    return set & static_cast<u32>(low_bits(kGoods));
  }
  /// How many of a kind are on show, in whatever order.
  [[nodiscard]] constexpr unsigned count(Good g) const noexcept {
    unsigned n = 0;
    for (unsigned i = 0; i < kGoodsOnShow; ++i) n += space(i) == index(g);
    return n;
  }
  [[nodiscard]] constexpr bool is_in_order() const noexcept {
    bool ascends = true;
    for (unsigned i = 1; i < kGoodsOnShow; ++i) ascends &= space(i - 1) <= space(i);
    return ascends;
  }

  /// Precondition: not full().
  constexpr void add(Good g) noexcept {
    // Insertion into a sorted list, from the right: what is greater moves up by one.
    u32 list = bits_;
    unsigned i = kGoodsOnShow - 1;
    for (; i > 0 && (list >> 4 * (i - 1) & 15U) > index(g); --i) {
      list = (list & ~(15U << 4 * i)) | (list >> 4 * (i - 1) & 15U) << 4 * i;
    }
    bits_ = static_cast<u16>((list & ~(15U << 4 * i)) | index(g) << 4 * i);
  }
  /// Precondition: it is on show.
  constexpr void remove(Good g) noexcept {
    unsigned i = 0;
    while (space(i) != index(g)) ++i;
    const u32 below = bits_ & static_cast<u32>(low_bits(4 * i));
    const u32 above = (bits_ | kNone << 4 * kGoodsOnShow) >> 4 & ~static_cast<u32>(low_bits(4 * i));
    bits_ = static_cast<u16>(above | below);
  }
  constexpr void clear() noexcept { bits_ = kEmpty; }

  friend constexpr bool operator==(ShownGoods, ShownGoods) noexcept = default;

 private:
  static constexpr u32 kNone = 15;
  static constexpr u16 kEmpty = 0xFFFF;
  [[nodiscard]] constexpr u32 space(unsigned i) const noexcept { return bits_ >> 4 * i & 15U; }
  u16 bits_ = kEmpty;
};

}  // namespace carrack
