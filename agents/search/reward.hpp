// What a finished game is worth to each player, in [0, 1].
#pragma once

#include <array>

#include "agents/search/options.hpp"
#include "core/game.hpp"

namespace carrack {

/// By seat; seats beyond the players hold 0.
using Rewards = std::array<float, kMaxPlayers>;

/// The weighted mean of the win share (1 for the first, divided among equals), the rank (1 for the
/// first, 0 for the last, equals share the mean) and the logistic of the VP by which a player is
/// ahead of the best other. The margin is smoother than a win, which few iterations tell from luck.
class RewardFunction {
 public:
  explicit RewardFunction(const SearchOptions& options);

  /// Of a finished game.
  [[nodiscard]] Rewards of(const State& end) const noexcept;
  /// Of expected final VP: the win share is then a softmax, the rank that of the estimates.
  [[nodiscard]] Rewards of_estimate(const Rewards& vp, unsigned players) const noexcept;

 private:
  float win_;
  float rank_;
  float margin_;
  float inverse_scale_;
};

}  // namespace carrack
