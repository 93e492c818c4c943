// What each tile does, in a sentence or two: for tables, for Python, and for docs/RULES.md §5,
// which repeats this table word for word (tests/docs/rules_test.cpp compares them).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/game/catalogue.hpp"

namespace carrack {

/// When a tile acts.
enum class TileKind : u8 {
  purchase,  // when it is bought
  turn,      // every turn from the one of the purchase on
  income,    // in every income phase from that turn on
  owned,     // as long as it is owned, in the box or the decision that it changes
  end        // when the game ends
};
inline constexpr std::array<std::string_view, 5> kTileKindNames{"purchase", "turn", "income",
                                                                "owned", "end"};

struct TileText {
  Tile tile;
  TileKind kind;
  std::string_view text;  // the effect as the engine plays it, beside the printed VP
};

[[nodiscard]] const TileText& text_of(Tile tile) noexcept;

/// A tile as lists of tiles show it. The texts live as long as the program.
struct TileEntry {
  std::string_view name;
  Age age;
  unsigned cost;    // $
  unsigned vp;      // printed
  unsigned copies;  // in the box
  std::vector<std::string_view> editions;
  std::string_view module;  // that brings it; empty without one
  std::string_view kind;    // of kTileKindNames
  std::string_view text;
};

/// The tiles of an edition, those of its modules included, and of an age, in catalogue order; an
/// argument left out stands for all. Throws InputError for an unknown edition, with the nearest
/// known one.
[[nodiscard]] std::vector<TileEntry> list_tiles(std::optional<std::string_view> edition = {},
                                                std::optional<Age> age = {});

}  // namespace carrack
