// The scripts that play on from a leaf: strategies that differ, drawn anew for every playout.
#pragma once

#include <array>
#include <vector>

#include "agents/scripted/scripted.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// The strategy of each seat in a playout.
using SeatStrategies = std::array<const Weights*, kMaxPlayers>;

/// Strategies around `balanced`. Were all playouts of one script, a search would find out what
/// beats that script, and more so the longer it searches; several know better what others may do
/// (Marcolino & Matsubara, "Multi-agent Monte Carlo Go", AAMAS 2011).
class StrategyPool {
 public:
  /// `diversity`: standard deviation of the logarithm of each factor of a strategy, which is
  /// uniform. 0: `balanced` for everybody.
  explicit StrategyPool(double diversity);

  /// Draws each seat's strategy; without diversity no number is drawn.
  [[nodiscard]] SeatStrategies draw(Random& random) const;

 private:
  std::vector<Weights> strategies_;
};

}  // namespace carrack
