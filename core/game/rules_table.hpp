// The tables that games are played by. Each is interned: it has a number of 16 bits, never changes,
// and lives as long as the process. Equal content has one number in a process, and perhaps a
// different one in the next. What is written or hashed is therefore content, never a number.
#pragma once

#include <array>
#include <cassert>
#include <string_view>

#include "core/game/figures.hpp"

namespace carrack {

/// The number of a Rules in this process. 0 is none.
enum class RulesId : u16 { none };

/// All that differs between two games before the first draw. A new setting of a ruleset is added
/// here, to operator== and to digest().
struct Rules {
  /// `tweak` is the name of the figures; empty if they are the printed ones.
  Rules(RulesetWords words, Board board, const Figures& figures, std::string_view tweak) noexcept;
  constexpr Rules(RulesetWords of_words, Board on_board, const BoardRow& row) noexcept
      : words(of_words), board(on_board), map(&row) {}

  RulesetWords words;
  RulesId id = RulesId::none;
  Board board;
  const BoardRow* map;  // the row of `board`
  std::string_view tweak;
  Figures figures{};

  // Computed from the figures in advance.
  std::array<TileSet, 3> tiles{};  // in the bag, by age
  /// The boxes open at the beginning of a placement, without mayflower and india, which only one
  /// player can use.
  u16 open_boxes = 0;
  u8 dearest = 0;                // $ for the dearest tile
  bool has_printed_sets = true;  // sets of goods bring what is printed
  /// By strength from 0 to kMostNatives: the counters (cards) whose natives it overcomes.
  using Overcome = std::array<u16, kMostNatives + 1>;
  Overcome counters_overcome{};
  Overcome cards_overcome{};

  [[nodiscard]] bool is_on_printed_board() const noexcept { return board == words.printed_board(); }
  [[nodiscard]] constexpr bool is_tweaked() const noexcept { return !tweak.empty(); }
  /// A 64-bit hash of the content, the same in every process.
  [[nodiscard]] constexpr u64 digest() const noexcept { return digest_; }
  /// Equal content, whatever the number.
  friend bool operator==(const Rules& a, const Rules& b) noexcept {
    return a.words == b.words && a.board == b.board && a.tweak == b.tweak && a.figures == b.figures;
  }

 private:
  [[nodiscard]] u64 digest_of_all() const noexcept;
  u64 digest_ = 0;
};

/// Placeholder for a Ruleset that has not been assigned.
inline constexpr Rules kNoRules(RulesetWords(0), Board::americas, boards::kAmericas);

/// How many numbers there are, RulesId::none included.
inline constexpr unsigned kRulesIds = 1U << 16;
/// Numbers kept free for the printed rules, of which there are fewer. A process can know 63,487
/// custom rules: those with a tweak or a board that was read.
inline constexpr unsigned kSpareRulesIds = 2048;

namespace rules_table {
/// By number; null if there is none (yet).
extern constinit std::array<const Rules*, kRulesIds> table;
}  // namespace rules_table

/// The rules of a number. Takes no lock. Precondition: `id` has come from intern().
[[nodiscard]] inline const Rules& rules_of(RulesId id) noexcept {
  assert(rules_table::table[index(id)] != nullptr);
  return *rules_table::table[index(id)];
}

/// The one table with the content of `rules`, kept until the process ends. Thread-safe. Throws
/// InputError when there is no number left.
[[nodiscard]] const Rules& intern(const Rules& rules);

/// Whether a number belongs to a Rules. Any number can be asked about.
[[nodiscard]] bool is_known(RulesId id);

/// Forgets the boards that were read, and the rules with such a board or a tweak, e.g. for fuzzers.
/// No ruleset or position that uses one of them may be used any more, in any thread.
void forget_custom_rules();

}  // namespace carrack
