// The scripts that play on from a leaf: strategies that differ, drawn anew for every playout.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "agents/scripted/placement_value.hpp"
#include "agents/scripted/strategy.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// The strategy of each seat in a playout, and values that it has computed during the playout.
struct SeatStrategies {
  std::array<const Strategy*, kMaxPlayers> strategy{};
  std::array<PlacementValues, kMaxPlayers> placements;
  /// [kTurns][kActions] VP that a network adds to the values of actions; null without one.
  const float* learned = nullptr;

  [[nodiscard]] std::span<const float, kActions> learned_in(unsigned turn) const {
    return std::span<const float, kActions>(learned + std::size_t{turn - 1} * kActions, kActions);
  }

  /// Begins a search: its playouts all start from `root`.
  void start(const State& root) {
    for (PlacementValues& values : placements) values.start(root);
  }
};

/// Strategies around `balanced`. If one script played all playouts, a search would find out what
/// beats that script, and more so the longer it searches; several scripts together predict better
/// what others may do (Marcolino & Matsubara, "Multi-agent Monte Carlo Go", AAMAS 2011).
class StrategyPool {
 public:
  /// `diversity`: standard deviation of the logarithm of each factor of a strategy; the logarithm
  /// is uniform. 0: `balanced` for everybody.
  explicit StrategyPool(double diversity);

  /// Draws each seat's strategy for a new playout; without diversity no number is drawn.
  void draw(Random& random, SeatStrategies& seats) const;

 private:
  std::vector<Strategy> strategies_;
};

}  // namespace carrack
