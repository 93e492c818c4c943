// What a game is worth to each player, in [0, 1].
#pragma once

#include "agents/evaluation/estimate_scale.hpp"
#include "agents/search/payoff.hpp"
#include "core/game/game.hpp"

namespace carrack {

enum class Estimates : u8 { fitted, constant };

/// The weights of the parts of a reward, which are divided by their sum, and how expected VP are
/// judged.
struct RewardOptions {
  double win = 0;
  double rank = 0;
  double margin = 1;
  double margin_scale = 15;  // VP
  Estimates estimates = Estimates::fitted;
};

/// The weighted mean of the win share (1 for the first, divided among equals), the rank (1 for the
/// first, 0 for the last, equals share the mean) and the logistic of the VP by which a player is
/// ahead of the best other. The margin is smoother than a win, which few iterations tell from luck.
class RewardFunction {
 public:
  explicit RewardFunction(const RewardOptions& options);

  /// The reward of a finished game.
  [[nodiscard]] Payoff of(const State& end) const noexcept;
  /// The reward for expected final VP, judged in turn `turn`. What a lead is worth in that turn is
  /// fitted on games (EstimateScale).
  [[nodiscard]] Payoff of_estimate(const Rewards& vp, unsigned players,
                                   unsigned turn) const noexcept;
  /// The reward for expected final VP and expected win shares.
  [[nodiscard]] Payoff of_estimate(const Rewards& vp, const Rewards& win_shares, unsigned players,
                                   const EstimateScale& scale) const noexcept;

 private:
  float win_;
  float rank_;
  float margin_;
  float margin_scale_;
  bool fitted_;  // estimates are judged by fitted_scale()
};

}  // namespace carrack
