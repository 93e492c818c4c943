// What differs between the two editions (RULES §1): one row for each edition, read by the code of
// each rule.
#pragma once

#include <array>
#include <string_view>

#include "core/base/bits.hpp"

namespace carrack {

/// Which product a tile comes from, as bits.
enum TileOrigin : u8 { kAoe3 = 1, kEmpires = 2, kBoth = 3, kBuilder = 4, kWorld = 8 };

struct EditionRow {
  std::string_view name;
  TileOrigin tiles;     // the tiles in its box
  bool has_extensions;  // modules (all but the auction, which both have) and variants
  u8 fewest_players;
  u8 most_players;
  bool may_decline;               // landing, taking a good; cartography may wait for a later turn
  bool untaken_goods_return;      // to the supply at refresh; else they leave the game
  bool tiles_come_first;          // at refresh: tiles, goods, ship; else goods, ship, tiles
  bool glory_needs_three;         // glory counts only regions where somebody has three workers
  bool ships_break_ties;          // beside goods, in the last tie-break
  bool stables_before_discovery;  // they act there; else in the benefits phase
  u8 factory;                     // $ each turn
  u16 university;                 // set of phases before which it may move a worker to the front
};

inline constexpr u16 kUniversity2007 = bit(index(Phase::placement)) |
                                       bit(index(Phase::initiative)) | bit(index(Phase::dock)) |
                                       bit(index(Phase::buildings));

inline constexpr std::array<EditionRow, kEditions> kEditionRows{{
    {.name = "aoe3",
     .tiles = kAoe3,
     .has_extensions = false,
     .fewest_players = 2,
     .most_players = 5,
     .may_decline = false,
     .untaken_goods_return = true,
     .tiles_come_first = true,
     .glory_needs_three = false,
     .ships_break_ties = false,
     .stables_before_discovery = false,
     .factory = 25,
     .university = kUniversity2007},
    {.name = "empires",
     .tiles = kEmpires,
     .has_extensions = true,
     .fewest_players = 2,
     .most_players = 6,
     .may_decline = true,
     .untaken_goods_return = false,
     .tiles_come_first = false,
     .glory_needs_three = true,
     .ships_break_ties = true,
     .stables_before_discovery = true,
     .factory = 30,
     .university = kUniversity2007 | bit(index(Phase::goods)) | bit(index(Phase::warfare))},
}};
static_assert(!kEditionRows.back().name.empty(), "an edition has no row");

[[nodiscard]] constexpr const EditionRow& row_of(Edition edition) noexcept {
  return kEditionRows[index(edition)];
}

}  // namespace carrack
