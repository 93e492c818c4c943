// The words of a ruleset in 16 bits: an edition, a number of players, modules and variants.
#pragma once

#include "core/base/bits.hpp"

namespace carrack {

enum class Module : u8 { builder, national, auction, world };
enum class Variant : u8 {
  two_player_captains,
  reduced_luck,
  no_survivors,
  scouting,
  open_counters,
  buy_vp
};

/// The words of a ruleset in 16 bits.
///
///   bit 0        1        4         8          14
///       | edition | players | modules | variants | edition |
///
/// The lowest bit of the edition is bit 0; its two higher bits are bits 14 and 15.
class RulesetWords {
 public:
  static constexpr unsigned kModuleShift = 4;
  static constexpr unsigned kVariantShift = 8;
  static constexpr unsigned kEditionShift = 14;
  static_assert(kEditions <= 8);

  /// The bits of an edition.
  [[nodiscard]] static constexpr unsigned edition_bits(Edition edition) noexcept {
    return (index(edition) & 1U) | index(edition) >> 1 << kEditionShift;
  }

  explicit constexpr RulesetWords(u16 code) noexcept : code_(code) {}

  [[nodiscard]] constexpr u16 code() const noexcept { return code_; }
  [[nodiscard]] constexpr Edition edition() const noexcept {
    return nth<Edition>((code_ & 1U) | static_cast<unsigned>(code_) >> kEditionShift << 1);
  }
  [[nodiscard]] constexpr unsigned players() const noexcept { return (code_ >> 1) & 7U; }
  [[nodiscard]] constexpr bool has(Module module) const noexcept {
    return has_bit(code_, kModuleShift + index(module));
  }
  [[nodiscard]] constexpr bool has(Variant variant) const noexcept {
    return has_bit(code_, kVariantShift + index(variant));
  }
  /// The board that is printed for these words.
  [[nodiscard]] constexpr Board printed_board() const noexcept {
    return has(Module::world) ? Board::world : Board::americas;
  }

  friend constexpr bool operator==(RulesetWords, RulesetWords) noexcept = default;

 private:
  u16 code_;
};

}  // namespace carrack
