// A ruleset: an edition, a number of players, modules and variants (RULES §1).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/catalogue.hpp"
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

/// What is played: words, in 16 bits, and a board.
///
///   bit 0        1        4         8          14
///       | edition | players | modules | variants |
class Ruleset {
 public:
  /// The ruleset of these words, e.g. `Ruleset::make("empires", 4, {"builder"}, {"buy_vp"})`.
  /// Throws InputError, naming the word, for anything unknown, named twice or not allowed together.
  [[nodiscard]] static Ruleset make(std::string_view edition, unsigned players,
                                    std::span<const std::string> modules = {},
                                    std::span<const std::string> variants = {});

  /// The ruleset of these bits on its printed board, or on another.
  explicit constexpr Ruleset(u16 code) noexcept
      : Ruleset(code, has_bit(code, 4 + index(Module::world)) ? Board::world : Board::americas) {}
  constexpr Ruleset(u16 code, Board board) noexcept : code_(code), board_(board) {}
  /// The same words on another board. Throws InputError if the board lacks what they need.
  [[nodiscard]] Ruleset on(Board board) const;

  [[nodiscard]] constexpr u16 code() const noexcept { return code_; }

  [[nodiscard]] constexpr Edition edition() const noexcept { return nth<Edition>(code_ & 1U); }
  /// What the edition says where the two differ.
  [[nodiscard]] constexpr const EditionRow& terms() const noexcept {
    return kEditionRows[code_ & 1U];
  }
  [[nodiscard]] constexpr unsigned players() const noexcept { return (code_ >> 1) & 7U; }
  [[nodiscard]] constexpr bool has(Module module) const noexcept {
    return has_bit(code_, 4 + index(module));
  }
  [[nodiscard]] constexpr bool has(Variant variant) const noexcept {
    return has_bit(code_, 8 + index(variant));
  }
  [[nodiscard]] constexpr Board board() const noexcept { return board_; }
  /// Whether the board is the one that is printed for these words.
  [[nodiscard]] constexpr bool is_on_printed_board() const noexcept {
    return *this == Ruleset(code_);
  }

  [[nodiscard]] std::string_view edition_name() const noexcept { return terms().name; }
  [[nodiscard]] std::vector<std::string> module_names() const;
  [[nodiscard]] std::vector<std::string> variant_names() const;
  /// For people and for file names: `aoe3-4`, `empires-4+builder+national+buy_vp`; behind it the
  /// name of a board other than the printed one: `aoe3-4@islands`.
  [[nodiscard]] std::string to_string() const;

  friend constexpr bool operator==(Ruleset, Ruleset) noexcept = default;

 private:
  u16 code_;
  Board board_;
};

/// The words that Ruleset::make knows.
[[nodiscard]] std::span<const std::string_view> known_editions() noexcept;
[[nodiscard]] std::span<const std::string_view> known_modules() noexcept;
[[nodiscard]] std::span<const std::string_view> known_variants() noexcept;

/// Every ruleset there is: each edition, number of players and allowed set of modules and variants,
/// on the printed boards.
[[nodiscard]] std::vector<Ruleset> all_rulesets();

}  // namespace carrack
