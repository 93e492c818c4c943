// A ruleset: an edition, a number of players, modules and variants (RULES §1).
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/catalogue.hpp"
#include "core/game/rules_table.hpp"

namespace carrack {

/// Figures that a designer changes, by name: all that differ from the printed rules.
struct Tweak {
  struct Change {
    FigureId figure;
    u8 value;
    friend constexpr bool operator==(const Change&, const Change&) noexcept = default;
  };
  std::string name;
  std::vector<Change> changes;
};

/// What is played: words, a board and figures. A handle of one interned table (rules_table.hpp).
class Ruleset {
 public:
  /// A placeholder without players, until a ruleset is assigned.
  constexpr Ruleset() noexcept = default;
  /// The ruleset of these words, e.g. `Ruleset::make("empires", 4, {"builder"}, {"buy_vp"})`.
  /// Throws InputError, naming the word, for anything unknown, named twice or not allowed together.
  [[nodiscard]] static Ruleset make(std::string_view edition, unsigned players,
                                    std::span<const std::string> modules = {},
                                    std::span<const std::string> variants = {});
  [[nodiscard]] static Ruleset make(std::string_view edition, unsigned players,
                                    std::initializer_list<std::string_view> modules,
                                    std::initializer_list<std::string_view> variants = {});

  /// The ruleset of these words on their printed board. Throws InputError if there is none.
  explicit Ruleset(RulesetWords words);
  explicit constexpr Ruleset(const Rules& interned) noexcept : rules_(&interned) {}
  /// The same words on another board. Throws InputError if the board lacks what they need.
  [[nodiscard]] Ruleset on(Board board) const;
  /// The same words on the same board with the printed figures as a tweak changes them. A tweak
  /// that changes nothing is dropped. Throws InputError for figures that these words do not have,
  /// that are out of range, or that do not go together, and for a name that check_name() refuses.
  [[nodiscard]] Ruleset tweaked(const Tweak& tweak) const;

  [[nodiscard]] constexpr RulesId id() const noexcept { return rules_->id; }
  [[nodiscard]] constexpr u16 code() const noexcept { return rules_->words.code(); }

  [[nodiscard]] constexpr Edition edition() const noexcept { return rules_->words.edition(); }
  /// The rules in which the editions differ, as this edition has them.
  [[nodiscard]] constexpr const EditionRow& terms() const noexcept { return row_of(edition()); }
  [[nodiscard]] constexpr unsigned players() const noexcept { return rules_->words.players(); }
  [[nodiscard]] constexpr bool has(Module module) const noexcept {
    return rules_->words.has(module);
  }
  [[nodiscard]] constexpr bool has(Variant variant) const noexcept {
    return rules_->words.has(variant);
  }
  [[nodiscard]] constexpr Board board() const noexcept { return rules_->board; }
  [[nodiscard]] constexpr const BoardRow& board_row() const noexcept { return *rules_->map; }
  /// Whether the board is the one that is printed for these words.
  [[nodiscard]] bool is_on_printed_board() const noexcept { return rules_->is_on_printed_board(); }
  /// Whether a figure differs from what is printed for these words.
  [[nodiscard]] constexpr bool is_tweaked() const noexcept { return rules_->is_tweaked(); }
  /// All figures as they are played with.
  [[nodiscard]] constexpr const Figures& figures() const noexcept { return rules_->figures; }
  /// What follows from the figures; see Rules.
  [[nodiscard]] constexpr const Rules& table() const noexcept { return *rules_; }
  /// The figures that differ from the printed ones, in the order of figure_rows(); without a name
  /// if none differs.
  [[nodiscard]] Tweak tweak() const;
  /// A 64-bit hash of the content, the same in every process.
  [[nodiscard]] u64 digest() const noexcept { return rules_->digest(); }

  [[nodiscard]] std::string_view edition_name() const noexcept { return terms().name; }
  [[nodiscard]] std::vector<std::string> module_names() const;
  [[nodiscard]] std::vector<std::string> variant_names() const;
  /// For people and for file names: `aoe3-4`, `empires-4+builder+national+buy_vp`; followed by the
  /// name of a board other than the printed one, and that of a tweak: `aoe3-4@islands~rich`.
  [[nodiscard]] std::string to_string() const;

  friend constexpr bool operator==(Ruleset, Ruleset) noexcept = default;

 private:
  /// The same words on a board and with figures. `tweak` names the figures; empty for the printed
  /// ones.
  [[nodiscard]] Ruleset with(Board board, const Figures& figures, std::string_view tweak) const;

  const Rules* rules_ = &kNoRules;
};

/// The words that Ruleset::make knows.
[[nodiscard]] std::span<const std::string_view> known_editions() noexcept;
[[nodiscard]] std::span<const std::string_view> known_modules() noexcept;
[[nodiscard]] std::span<const std::string_view> known_variants() noexcept;

/// Every tile of an age that the ruleset plays with.
[[nodiscard]] inline TileSet tile_pool(Ruleset rules, Age age) noexcept {
  return rules.table().tiles[index(age)];
}

/// Every ruleset there is: each edition, number of players and allowed set of modules and variants,
/// on the printed boards, with the printed figures.
[[nodiscard]] std::vector<Ruleset> all_rulesets();

}  // namespace carrack
