// The figures of the rules that a tweak can change, and those that are printed. Each is a byte, so
// that one table of rows says where a figure stands, what it is called, and in which range it can
// be.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/game/catalogue.hpp"
#include "core/game/ruleset_words.hpp"
#include "core/game/workers.hpp"

namespace carrack {

struct TileFigures {
  u8 cost;    // $
  u8 vp;      // printed
  u8 copies;  // in the bag
  u8 each;    // $ or VP that it brings: at once, each turn, or for each thing that it counts

  friend constexpr bool operator==(const TileFigures&, const TileFigures&) noexcept = default;
};

/// All figures. Each ruleset has its own copy.
struct Figures {
  std::array<TileFigures, kTiles> tiles;
  std::array<Discovery, kCounters> counters;
  std::array<Discovery, kCards> cards;
  std::array<u8, kBoxes> spaces;     // 0 also for a box without numbered spaces
  std::array<u8, kWorkers> workers;  // in hand at the start
  u8 money;                          // $ at the start, beside those by place
  u8 colonists;                      // new ones each turn
  u8 training;                       // $
  u8 war;                            // $
  u8 three_any;                      // $ for a set, as the two below
  u8 three_alike;
  u8 four_alike;

  [[nodiscard]] constexpr const TileFigures& of(Tile kind) const noexcept {
    return tiles[index(kind)];
  }
  [[nodiscard]] constexpr const Discovery& of(Counter c) const noexcept {
    return counters[index(c)];
  }
  [[nodiscard]] constexpr const Discovery& of(Card c) const noexcept { return cards[index(c)]; }
  [[nodiscard]] constexpr unsigned spaces_of(Box box) const noexcept { return spaces[index(box)]; }

  friend constexpr bool operator==(const Figures&, const Figures&) noexcept = default;
};
static_assert(std::is_trivially_copyable_v<Figures> &&
              std::has_unique_object_representations_v<Figures>);

/// Printed income of each kind of set, in $.
inline constexpr unsigned kThreeAny = 1;
inline constexpr unsigned kThreeAlike = 3;
inline constexpr unsigned kFourAlike = 6;

/// Captains in the discovery box from the start on (two_player_captains), beside those in hand.
inline constexpr unsigned kCaptainsSent = 2;

/// The greatest strength of natives.
inline constexpr unsigned kMostNatives = 7;

/// The printed figures of these words.
[[nodiscard]] Figures printed_figures(RulesetWords words) noexcept;

/// A figure by its place in Figures.
enum class FigureId : u16 {};

/// What a figure is called: `tiles`, `mint`, `cost`. The third word is empty if two are enough.
using FigureName = std::array<std::string_view, 3>;

struct FigureRow {
  FigureId id;
  FigureName name;
  u8 least;
  u8 most;
};

/// `tiles: mint: cost`, as errors name it.
[[nodiscard]] std::string full_name(const FigureRow& row);

/// A row for each figure that a tweak can change in some ruleset, in the order of writing.
[[nodiscard]] std::span<const FigureRow> figure_rows();

/// Where the tiles of these words come from, as TileOrigin flags.
[[nodiscard]] u8 origins_of(RulesetWords words) noexcept;
/// Whether a ruleset of these words has the figure. It has none of tiles whose module is not
/// played.
[[nodiscard]] bool has_figure(RulesetWords words, const FigureRow& row) noexcept;

struct FigureRange {
  unsigned least;
  unsigned most;
};
/// The range of the figure with these words, which can be smaller than that of the row.
[[nodiscard]] FigureRange range_of(RulesetWords words, const FigureRow& row) noexcept;

[[nodiscard]] u8 figure(const Figures& figures, FigureId id) noexcept;
void set_figure(Figures& figures, FigureId id, u8 value) noexcept;

}  // namespace carrack
