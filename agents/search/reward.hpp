// What a game is worth to each player, in [0, 1].
#pragma once

#include <array>

#include "agents/search/estimate_scale.hpp"
#include "agents/search/options.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// By seat; seats beyond the players hold 0.
using Rewards = std::array<float, kMaxPlayers>;

/// What an iteration ends with: what the search maximises, and the part of it that everybody
/// understands.
struct Payoff {
  Rewards rewards{};
  Rewards win_shares{};  // 1 for the first, divided among equals
};

/// The weighted mean of the win share (1 for the first, divided among equals), the rank (1 for the
/// first, 0 for the last, equals share the mean) and the logistic of the VP by which a player is
/// ahead of the best other. The margin is smoother than a win, which few iterations tell from luck.
class RewardFunction {
 public:
  explicit RewardFunction(const SearchOptions& options);

  /// Of a finished game.
  [[nodiscard]] Payoff of(const State& end) const noexcept;
  /// Of the final VP that are expected in turn `turn`. What a lead is worth then is fitted on games
  /// (EstimateScale).
  [[nodiscard]] Payoff of_estimate(const Rewards& vp, unsigned players,
                                   unsigned turn) const noexcept;

 private:
  float win_;
  float rank_;
  float margin_;
  float margin_scale_;
  bool fitted_;  // estimates are judged by fitted_scale()
};

}  // namespace carrack
