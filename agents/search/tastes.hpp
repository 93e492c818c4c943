// Who plays on from a leaf: scripts of different tastes, new ones for every playout.
#pragma once

#include <array>
#include <vector>

#include "agents/scripted/scripted.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// The strategy of each seat in a playout.
using Tastes = std::array<const Weights*, kMaxPlayers>;

/// Strategies around `balanced`. Were all playouts of one script, a search would find out what
/// beats that script, and more so the longer it searches; several know better what others may do
/// (Marcolino & Matsubara, "Multi-agent Monte Carlo Go", AAMAS 2011).
class TastePool {
 public:
  /// `diversity`: standard deviation of the logarithm of each factor of a strategy, which is
  /// uniform. 0: `balanced` for everybody.
  explicit TastePool(double diversity);

  /// Draws each seat's strategy; without diversity no number is drawn.
  [[nodiscard]] Tastes draw(Random& random) const;

 private:
  std::vector<Weights> strategies_;
};

}  // namespace carrack
