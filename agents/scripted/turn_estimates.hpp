// The estimates that all placements of a turn share, whatever the strategy.
#pragma once

#include <array>
#include <limits>

#include "agents/scripted/region_view.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The estimates for one player that placing workers does not change: regions, goods, tiles, the
/// ship, wars and what an expedition needs.
struct TurnEstimates {
  /// The value of a good or tile that is not on show: less than any other.
  static constexpr double kNothing = -std::numeric_limits<double>::infinity();

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
  unsigned tile_price;  // the lowest on show, free tiles aside; 0: there is no other
  double ship;          // 0 without a ship on show
  double war;           // the best battle
  bool has_target;      // for an expedition; if false, the next three are undefined
  unsigned wanted;      // strength of an expedition
  unsigned captain;     // strength that a captain adds
  double per_strength;  // value of a discovery for each unit of strength
  valuation::RegionView regions;

  /// Updates the estimates for a position in which `s.actor`, always the same player, places a
  /// worker. Returns whether any have changed besides those of the expedition.
  bool update(const State& s);

 private:
  void begin_turn(const State& s);
  void estimate_tiles(const State& s);
  void estimate_expedition(const State& s);
};

/// Sorts best first. For few values: a sorting network that compares all pairs, without a branch.
template <std::size_t N>
void sort_downwards(std::array<double, N>& values) {
  for (std::size_t i = 0; i + 1 < N; ++i) {
    for (std::size_t j = i + 1; j < N; ++j) {
      const double high = values[i] < values[j] ? values[j] : values[i];
      const double low = values[i] < values[j] ? values[i] : values[j];
      values[i] = high;
      values[j] = low;
    }
  }
}

}  // namespace carrack
