// A set of building tiles, copy by copy (settlers has two).
#pragma once

#include "core/base/bits.hpp"

namespace carrack {

/// A kind of tile by its index in the catalogue (catalogue.hpp names them all).
enum class Tile : u8;

/// One copy of a tile, in catalogue order: 0 and 1 are the two settlers, kind k is copy k + 1.
enum class TileCopy : u8 {};

[[nodiscard]] constexpr Tile kind_of(TileCopy copy) noexcept {
  return nth<Tile>(index(copy) == 0 ? 0 : index(copy) - 1);
}
/// The copy that stands for a kind wherever a single one exists (not for settlers).
[[nodiscard]] constexpr TileCopy only_copy(Tile kind) noexcept {
  return nth<TileCopy>(index(kind) + 1);
}

/// A bit for each copy, in two words.
struct TileSet {
  u64 low = 0;
  u64 high = 0;

  [[nodiscard]] constexpr bool contains(TileCopy copy) const noexcept {
    const unsigned i = index(copy);
    return i < 64 ? has_bit(low, i) : has_bit(high, i - 64);
  }
  constexpr void insert(TileCopy copy) noexcept {
    const unsigned i = index(copy);
    (i < 64 ? low : high) |= bit(i & 63U);
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return (low | high) == 0; }
  [[nodiscard]] constexpr u128 bits() const noexcept { return u128{high} << 64 | low; }
  [[nodiscard]] constexpr unsigned size() const noexcept {
    return count_bits(low) + count_bits(high);
  }
  [[nodiscard]] constexpr TileCopy first() const noexcept {
    return nth<TileCopy>(low != 0 ? first_bit(low) : 64 + first_bit(high));
  }
  [[nodiscard]] constexpr TileCopy nth_copy(unsigned k) const noexcept {
    const unsigned in_low = count_bits(low);
    return nth<TileCopy>(k < in_low ? nth_bit(low, k) : 64 + nth_bit(high, k - in_low));
  }
  /// Only the copies at or after `from` in catalogue order.
  [[nodiscard]] constexpr TileSet from(unsigned from) const noexcept {
    if (from >= 64) return {0, high & ~low_bits(from - 64)};
    return {low & ~low_bits(from), high};
  }
  /// The kinds in the set, bit i for Tile i: copies shifted by one, the two settlers folded.
  [[nodiscard]] constexpr TileSet kinds() const noexcept {
    return {((low >> 1) | (high << 63)) | (low & 1U), high >> 1};
  }
  /// A copy of a kind that is in the set. Precondition: there is one.
  [[nodiscard]] constexpr TileCopy copy_of(Tile kind) const noexcept {
    if (index(kind) == 0 && has_bit(low, 0)) return nth<TileCopy>(0);
    return only_copy(kind);
  }
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    for_each_bit(low, [&](unsigned i) { visit(nth<TileCopy>(i)); });
    for_each_bit(high, [&](unsigned i) { visit(nth<TileCopy>(64 + i)); });
  }

  friend constexpr TileSet operator&(TileSet a, TileSet b) noexcept {
    return {a.low & b.low, a.high & b.high};
  }
  friend constexpr TileSet operator|(TileSet a, TileSet b) noexcept {
    return {a.low | b.low, a.high | b.high};
  }
  /// Those of `a` that are not in `b`.
  friend constexpr TileSet operator-(TileSet a, TileSet b) noexcept {
    return {a.low & ~b.low, a.high & ~b.high};
  }
  friend constexpr bool operator==(TileSet, TileSet) noexcept = default;
};

}  // namespace carrack
