// The layout of the page in one table; the page is 1600 units wide.
#pragma once

#include <array>

#include "core/game/state.hpp"
#include "experiments/render/svg.hpp"

namespace carrack::picture {

inline constexpr double kPageWidth = 1600;
inline constexpr double kMargin = 12;

// Head of the page.
inline constexpr Rect kTurn{20, 12, 860, 54};
inline constexpr Rect kOrder{900, 12, 688, 54};

// The map: cards of one size on a grid with space between them for the borders.
inline constexpr Rect kMap{12, 72, 872, 652};
inline constexpr Rect kFirstCard{24, 84, 264, 114};
inline constexpr double kColumn = 290;
inline constexpr double kRow = 128.5;

/// The cell of an area divided into equal columns and rows, counted row by row.
[[nodiscard]] constexpr Rect cell_of(const Rect& area, unsigned i, unsigned columns,
                                     unsigned rows) noexcept {
  const unsigned column = i % columns;
  const unsigned row = i / columns;
  const double w = area.w / columns;
  const double h = area.h / rows;
  return {area.x + column * w, area.y + row * h, w, h};
}

/// A place on the map's grid; halves are allowed.
struct GridPlace {
  double column, row;
};
[[nodiscard]] constexpr Rect card_at(GridPlace place, double rows = 1) noexcept {
  return {kFirstCard.x + place.column * kColumn, kFirstCard.y + place.row * kRow, kFirstCard.w,
          kFirstCard.h + (rows - 1) * kRow};
}

/// The cells of a board's regions in catalogue order, then unused cells.
struct MapLayout {
  std::array<GridPlace, kMaxRegions> regions;
  GridPlace legend;
  GridPlace supply;  // three rows high
};
inline constexpr MapLayout kAmericasLayout{
    // caribbean, new_france, new_england, virginia, florida, new_spain, new_granada, peru, brazil
    {{{1, 2}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 2}, {0.5, 3}, {0, 4}, {1, 4}}},
    {0, 0},
    {2, 2}};
inline constexpr MapLayout kWorldLayout{
    // caribbean, new_france, new_spain, peru, brazil, west_africa, cape_colony, india,
    // spice_islands, china
    {{{1, 1}, {0.5, 0}, {0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}, {1, 4}, {2, 4}}},
    {0, 4},
    {2, 0}};
/// For boards without a layout: two columns of regions.
inline constexpr MapLayout kPlainLayout{
    {{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {0, 4}, {1, 4}}},
    {2, 0},
    {2, 2}};
[[nodiscard]] constexpr const MapLayout& map_layout(Board board) noexcept {
  switch (board) {
    case Board::americas: return kAmericasLayout;
    case Board::world: return kWorldLayout;
    default: return kPlainLayout;
  }
}

// The event boxes, one below the other in the order in which they resolve.
inline constexpr Rect kBoxPanel{896, 72, 692, 652};
inline constexpr Rect kInitiativeBox{902, 78, 680, 54};
inline constexpr Rect kDockBox{902, 138, 680, 62};
inline constexpr Rect kGoodsBox{902, 206, 680, 54};
inline constexpr Rect kShippingBox{902, 266, 680, 78};
inline constexpr Rect kBuildingsBox{902, 350, 680, 142};
inline constexpr Rect kDiscoveryBox{902, 498, 680, 78};
inline constexpr Rect kSpecialistsBox{902, 582, 680, 74};
inline constexpr Rect kWarfareBox{902, 662, 334, 56};
inline constexpr Rect kIndiaBox{1242, 662, 340, 56};
/// From a box's left edge to its first space, and from space to space.
inline constexpr double kBoxLabel = 116;
inline constexpr double kSpace = 31;
inline constexpr double kTokenHeight = 29;
inline constexpr double kSpecialist = 93;

// The players' mats, in rows below the map and the boxes.
inline constexpr double kMatsTop = 736;
inline constexpr double kMatHeight = 166;

[[nodiscard]] constexpr unsigned mat_columns(unsigned players) noexcept {
  return players == 2 || players == 4 ? 2 : 3;
}
[[nodiscard]] constexpr Rect mat_of(unsigned seat, unsigned players) noexcept {
  const unsigned columns = mat_columns(players);
  const unsigned column = seat % columns;
  const unsigned row = seat / columns;
  const double w = (kPageWidth - kMargin * (columns + 1)) / columns;
  return {kMargin + column * (w + kMargin), kMatsTop + row * (kMatHeight + kMargin), w, kMatHeight};
}
[[nodiscard]] constexpr double page_height(unsigned players) noexcept {
  const Rect last = mat_of(players - 1, players);
  return last.y + last.h + kMargin;
}

}  // namespace carrack::picture
