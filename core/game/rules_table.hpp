// The tables that games are played by. Each is interned: it has a number of 16 bits, never changes,
// and lives as long as the process. Equal content has one number in a process, but another one in
// the next process. What is written or hashed is therefore content, never a number.
#pragma once

#include <array>
#include <cassert>

#include "core/game/board.hpp"
#include "core/game/edition.hpp"

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
/// The lowest bit of the edition is the first, for others there are two at the end.
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

/// The number of a Rules in this process. 0 is none.
enum class RulesId : u16 { none };

/// All that differs between two games before the first draw. Figures of the catalogue that a
/// ruleset changes belong here too, and into operator== and digest().
struct Rules {
  Rules(RulesetWords said, Board on) noexcept : Rules(said, on, boards::row(on)) {}
  constexpr Rules(RulesetWords said, Board on, const BoardRow& row) noexcept
      : words(said), board(on), map(&row) {}

  RulesetWords words;
  RulesId id = RulesId::none;
  Board board;
  const BoardRow* map;  // the row of `board`

  [[nodiscard]] bool is_on_printed_board() const noexcept { return board == words.printed_board(); }
  /// A 64-bit hash of the content, the same in every process.
  [[nodiscard]] u64 digest() const noexcept;
  /// Equal content, whatever the number.
  friend bool operator==(const Rules& a, const Rules& b) noexcept {
    return a.words == b.words && a.board == b.board;
  }
};

/// What stands for rules that are not chosen yet: they have no players.
inline constexpr Rules kNoRules(RulesetWords(0), Board::americas, boards::kAmericas);

/// Numbers there are, with that of none: 65,535 different rules can be known to a process.
inline constexpr unsigned kRulesIds = 1U << 16;

namespace rules_table {
/// By number; null where there is none (yet).
extern constinit std::array<const Rules*, kRulesIds> table;
}  // namespace rules_table

/// Takes no lock. Precondition: `id` has come from intern().
[[nodiscard]] inline const Rules& rules_of(RulesId id) noexcept {
  assert(rules_table::table[index(id)] != nullptr);
  return *rules_table::table[index(id)];
}

/// The one table with the content of `rules`, kept until the process ends. Thread-safe. Throws
/// InputError when kRulesIds are taken.
[[nodiscard]] const Rules& intern(const Rules& rules);

/// Whether a number from anywhere is that of a Rules.
[[nodiscard]] bool is_known(RulesId id);

/// Forgets the boards that were read, and the rules with them, for what reads boards without end.
/// No ruleset and no position of one of them may be used any more, in any thread.
void forget_own_boards();

}  // namespace carrack
