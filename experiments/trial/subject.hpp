// The subject of a trial: buying a tile, or placing a worker in a box.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/catalogue.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The purchase of a tile, or the placement of a worker in a box; purchases come first.
class Subject {
 public:
  explicit constexpr Subject(Tile tile) noexcept : id_(static_cast<u8>(index(tile))) {}
  explicit constexpr Subject(Box box) noexcept : id_(static_cast<u8>(kTiles + index(box))) {}

  [[nodiscard]] constexpr bool is_placement() const noexcept { return id_ >= kTiles; }
  /// Precondition: !is_placement().
  [[nodiscard]] constexpr Tile tile() const noexcept {
    assert(!is_placement());
    return nth<Tile>(id_);
  }
  /// Precondition: is_placement().
  [[nodiscard]] constexpr Box box() const noexcept {
    assert(is_placement());
    return nth<Box>(id_ - kTiles);
  }
  /// A unique number below kSubjects.
  [[nodiscard]] constexpr unsigned id() const noexcept { return id_; }
  /// Whether an action is this purchase or placement, with any type of worker.
  [[nodiscard]] bool is_done_by(Action action) const noexcept;

  friend constexpr auto operator<=>(Subject, Subject) noexcept = default;

 private:
  u8 id_;
};
inline constexpr unsigned kSubjects = kTiles + kBoxes;

/// `navy`, `discovery`.
[[nodiscard]] std::string_view name(Subject subject) noexcept;
/// `buy:navy`, `place:discovery`.
[[nodiscard]] std::string to_string(Subject subject);

/// Parses `buy:navy` or `place:discovery` (one subject), or `buy` or `place` (all). Throws
/// InputError with the nearest valid word.
[[nodiscard]] std::vector<Subject> parse_subjects(std::string_view text);
/// Parses `buy:navy` or `place:discovery`. Throws InputError.
[[nodiscard]] Subject parse_subject(std::string_view text);

/// The tiles of a ruleset that can be bought: of one age, or of all.
[[nodiscard]] std::vector<Subject> purchases_in(Ruleset rules, std::optional<Age> age);
/// The boxes of a ruleset that workers can be placed in.
[[nodiscard]] std::vector<Subject> placements_in(Ruleset rules);
/// "navy is of age III, monastery is of age I": the ages of tiles, of the first few if there are
/// many.
[[nodiscard]] std::string ages_text(std::span<const Subject> tiles);
/// Checks subjects that were asked for by name: each exists in one of these rulesets, a tile in
/// this age and in the age of this turn, if they are given. Throws InputError.
void check_named_subjects(std::span<const Subject> named, std::span<const Ruleset> rulesets,
                          std::optional<Age> age, std::optional<unsigned> turn);
/// The subjects of `asked` that exist in a ruleset, each once, in catalogue order; only tiles of
/// `age`, if given.
[[nodiscard]] std::vector<Subject> subjects_in(Ruleset rules, std::span<const Subject> asked,
                                               std::optional<Age> age = std::nullopt);
/// The same. Throws InputError if there is none, with the ages of the tiles if they are of other
/// ages.
[[nodiscard]] std::vector<Subject> some_subjects_in(Ruleset rules, std::span<const Subject> asked,
                                                    std::optional<Age> age = std::nullopt);

}  // namespace carrack
