// What placements of a turn rest on, whatever the strategy.
#pragma once

#include <array>
#include <span>

#include "agents/scripted/region_view.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The estimates for one player that placing workers does not change: regions, goods, tiles, the
/// ship, wars and what an expedition needs.
struct TurnEstimates {
  struct ShownTile {
    Tile kind;
    unsigned cost;
    double value;  // VP, the cost not subtracted
  };

  unsigned turn = 0;                       // 0: nothing is known, and the rest is undefined
  unsigned money;                          // of the player
  unsigned scholars;                       // own workers on the specialist spaces, in the last turn
  double dollar;                           // VP of $1
  std::array<double, kGoodsOnShow> goods;  // best first
  unsigned goods_shown;
  std::array<ShownTile, kTilesOnShow> tiles;
  unsigned tiles_shown;
  unsigned tile_price;  // the highest on show: all but spoils cost the same
  double ship;          // 0 without a ship on show
  double war;           // the best battle
  bool has_target;      // of an expedition; without one the next three are undefined
  unsigned wanted;      // its strength
  unsigned captain;     // what a captain adds to it
  double per_strength;  // of a discovery
  valuation::RegionView regions;

  /// Brings them up to a position in which `s.actor` places a worker, always the same player.
  /// Returns whether others than those of the expedition have changed.
  bool update(const State& s);

 private:
  void begin_turn(const State& s);
  void estimate_tiles(const State& s);
  void estimate_expedition(const State& s);
};

/// Best first. For few values, by insertion.
void sort_downwards(std::span<double> values);

}  // namespace carrack
