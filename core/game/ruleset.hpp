// A ruleset: an edition, a number of players, modules and variants (RULES §1).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/catalogue.hpp"
#include "core/game/rules_table.hpp"

namespace carrack {

/// What is played: words and a board. A handle of one interned table (rules_table.hpp).
class Ruleset {
 public:
  /// None that could be played: one that is still to be chosen.
  constexpr Ruleset() noexcept = default;
  /// The ruleset of these words, e.g. `Ruleset::make("empires", 4, {"builder"}, {"buy_vp"})`.
  /// Throws InputError, naming the word, for anything unknown, named twice or not allowed together.
  [[nodiscard]] static Ruleset make(std::string_view edition, unsigned players,
                                    std::span<const std::string> modules = {},
                                    std::span<const std::string> variants = {});

  /// The ruleset of these words on their printed board. Throws InputError if there is none.
  explicit Ruleset(RulesetWords words);
  explicit constexpr Ruleset(const Rules& interned) noexcept : rules_(&interned) {}
  /// The same words on another board. Throws InputError if the board lacks what they need.
  [[nodiscard]] Ruleset on(Board board) const;

  [[nodiscard]] constexpr RulesId id() const noexcept { return rules_->id; }
  [[nodiscard]] constexpr u16 code() const noexcept { return rules_->words.code(); }

  [[nodiscard]] constexpr Edition edition() const noexcept { return rules_->words.edition(); }
  /// What the edition says where the two differ.
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
  /// A 64-bit hash of the content, the same in every process.
  [[nodiscard]] u64 digest() const noexcept { return rules_->digest(); }

  [[nodiscard]] std::string_view edition_name() const noexcept { return terms().name; }
  [[nodiscard]] std::vector<std::string> module_names() const;
  [[nodiscard]] std::vector<std::string> variant_names() const;
  /// For people and for file names: `aoe3-4`, `empires-4+builder+national+buy_vp`; behind it the
  /// name of a board other than the printed one: `aoe3-4@islands`.
  [[nodiscard]] std::string to_string() const;

  friend constexpr bool operator==(Ruleset, Ruleset) noexcept = default;

 private:
  const Rules* rules_ = &kNoRules;
};

/// The words that Ruleset::make knows.
[[nodiscard]] std::span<const std::string_view> known_editions() noexcept;
[[nodiscard]] std::span<const std::string_view> known_modules() noexcept;
[[nodiscard]] std::span<const std::string_view> known_variants() noexcept;

/// Every ruleset there is: each edition, number of players and allowed set of modules and variants,
/// on the printed boards.
[[nodiscard]] std::vector<Ruleset> all_rulesets();

}  // namespace carrack
