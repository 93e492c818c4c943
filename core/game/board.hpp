// Boards as data: regions, their goods and borders, what is discovered from the start, the tokens
// in the box. Two are printed; others are read from JSON (board_json.hpp) and live as long as the
// process, by numbers of 16 bits.
//
// No source prints the ninth region of the Americas, most goods of the regions, or most borders;
// those rows are the project's own and kept replaceable here (RULINGS.md, "The board").
#pragma once

#include <array>
#include <cassert>
#include <span>
#include <string_view>

#include "core/base/bits.hpp"
#include "core/base/digest.hpp"

namespace carrack {

struct RegionRow {
  std::string_view name;
  Good good;
  u16 adjacent;     // set of regions, bit i for Region i
  bool african;     // where around_the_cape settles
  bool discovered;  // from the start
  friend constexpr bool operator==(const RegionRow&, const RegionRow&) noexcept = default;
};

/// Tokens of each good in the box, in the order of Good.
using GoodTokens = std::array<u8, kGoods>;

/// A board. Sets of regions that the rules need are computed once.
class BoardRow {
 public:
  /// The most tokens of a good. With more, the best income would be wrong (income.cpp).
  static constexpr unsigned kMostTokens = 6;

  /// Precondition: at most kMaxRegions regions.
  constexpr BoardRow(std::string_view name, std::span<const RegionRow> regions,
                     const GoodTokens& tokens) noexcept
      : name_(name), tokens_(tokens), size_(regions.size()) {
    assert(regions.size() <= kMaxRegions);
    for (unsigned r = 0; r < regions.size(); ++r) {
      rows_[r] = regions[r];
      all_ = static_cast<u16>(all_ | bit(r));
      if (rows_[r].discovered) discovered_ = static_cast<u16>(discovered_ | bit(r));
      if (rows_[r].african) african_ = static_cast<u16>(african_ | bit(r));
    }
    new_spain_ = set_of("new_spain");
    danish_ = static_cast<u16>(set_of("new_france") | new_spain_);
    portuguese_ = static_cast<u16>(set_of("west_africa") | set_of("cape_colony"));
    digest_ = digest_of_all();
  }

  /// The regions that the tiles and nations of the world map name (RULES §9).
  static constexpr std::array<std::string_view, 4> kLandmarks{"new_france", "new_spain",
                                                              "west_africa", "cape_colony"};

  [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
  /// In the board's order, which is that of Region.
  [[nodiscard]] constexpr std::span<const RegionRow> regions() const noexcept {
    return std::span(rows_).first(size_);
  }
  [[nodiscard]] constexpr const GoodTokens& tokens() const noexcept { return tokens_; }

  // Sets of regions.
  [[nodiscard]] constexpr u16 all() const noexcept { return all_; }
  [[nodiscard]] constexpr u16 discovered() const noexcept { return discovered_; }
  [[nodiscard]] constexpr u16 african() const noexcept { return african_; }
  /// Where Denmark may look, where Portugal starts, what aztec_conquest discovers.
  [[nodiscard]] constexpr u16 danish() const noexcept { return danish_; }
  [[nodiscard]] constexpr u16 portuguese() const noexcept { return portuguese_; }
  [[nodiscard]] constexpr u16 new_spain() const noexcept { return new_spain_; }
  /// A 64-bit hash of all that the board says, the same in every program.
  [[nodiscard]] constexpr u64 digest() const noexcept { return digest_; }
  /// The region of that name, as a set; empty if there is none.
  [[nodiscard]] constexpr u16 set_of(std::string_view region) const noexcept {
    u16 set = 0;
    for (unsigned r = 0; r < size_; ++r) {
      if (rows_[r].name == region) set = static_cast<u16>(bit(r));
    }
    return set;
  }

  friend constexpr bool operator==(const BoardRow&, const BoardRow&) noexcept = default;

 private:
  [[nodiscard]] constexpr u64 digest_of_all() const noexcept {
    Digest digest;
    const auto add_text = [&](std::string_view text) {
      digest.add(text);
      digest.add(u8{0});
    };
    add_text(name_);
    for (const u8 n : tokens_) digest.add(n);
    for (unsigned r = 0; r < size_; ++r) {
      const RegionRow& row = rows_[r];
      add_text(row.name);
      digest.add(static_cast<u8>(row.good));
      digest.add(row.adjacent);
      digest.add(static_cast<u8>(unsigned{row.african} | unsigned{row.discovered} << 1));
    }
    return digest.value();
  }

  std::string_view name_;
  std::array<RegionRow, kMaxRegions> rows_{};
  GoodTokens tokens_;
  std::size_t size_;
  u16 all_ = 0;
  u16 discovered_ = 0;
  u16 african_ = 0;
  u16 danish_ = 0;
  u16 portuguese_ = 0;
  u16 new_spain_ = 0;
  u64 digest_ = 0;
};

namespace boards {

inline constexpr std::array<RegionRow, 9> kAmericasRegions{{
    {"caribbean", Good::sugar, 0x070, false, true},    // florida, new_spain, new_granada
    {"new_france", Good::fur, 0x004, false, false},    // new_england
    {"new_england", Good::fish, 0x00a, false, false},  // new_france, virginia
    {"virginia", Good::tobacco, 0x014, false, false},  // new_england, florida
    {"florida", Good::indigo, 0x029, false, false},    // virginia, caribbean, new_spain
    {"new_spain", Good::cocoa, 0x051, false, false},   // florida, caribbean, new_granada
    {"new_granada", Good::gold, 0x1a1, false, false},  // new_spain, caribbean, peru, brazil
    {"peru", Good::silver, 0x140, false, false},       // new_granada, brazil
    {"brazil", Good::coffee, 0x0c0, false, false},     // new_granada, peru
}};

inline constexpr std::array<RegionRow, 10> kWorldRegions{{
    {"caribbean", Good::sugar, 0x016, false, true},        // new_france, new_spain, brazil
    {"new_france", Good::fur, 0x005, false, false},        // caribbean, new_spain
    {"new_spain", Good::gold, 0x00b, false, false},        // new_france, caribbean, peru
    {"peru", Good::silver, 0x014, false, false},           // new_spain, brazil
    {"brazil", Good::coffee, 0x009, false, false},         // caribbean, peru
    {"west_africa", Good::ivory, 0x040, true, false},      // cape_colony
    {"cape_colony", Good::indigo, 0x0a0, true, false},     // west_africa, india
    {"india", Good::tea, 0x340, false, false},             // cape_colony, spice_islands, china
    {"spice_islands", Good::spices, 0x280, false, false},  // india, china
    {"china", Good::silk, 0x180, false, false},            // india, spice_islands
}};

inline constexpr BoardRow kAmericas{
    "americas", kAmericasRegions, {5, 6, 3, 3, 3, 6, 4, 4, 5, 3, 4, 0, 0, 0, 0}};
inline constexpr BoardRow kWorld{
    "world", kWorldRegions, {5, 6, 0, 0, 0, 6, 4, 4, 5, 0, 4, 5, 5, 3, 4}};

/// The most boards of a process, the printed ones included.
inline constexpr unsigned kBoards = 1U << 16;

/// Precondition: a board that is printed, or has come from add().
[[nodiscard]] const BoardRow& row(Board board) noexcept;

/// The number of a board. Equal boards have one number. The texts of `row` are copied. Thread-safe.
/// Throws InputError for a board that cannot be played on, and when there are too many.
[[nodiscard]] Board add(const BoardRow& row);
/// Part of forget_custom_rules() in rules_table.hpp.
void forget_added();

}  // namespace boards

}  // namespace carrack
