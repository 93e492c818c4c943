// Fits the weights of the linear evaluation by ridge regression on self-play.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/game/forfeit.hpp"
#include "experiments/studies/evaluation_fit.hpp"

namespace carrack {

struct FitPlan {
  u64 games = 20'000;  // of the fit
  u64 seed = 1;
  double noise = 0.1;    // fraction of random decisions
  unsigned threads = 1;  // does not affect results
  std::string agent;     // agent at every seat; empty: scripted strategies drawn at random

  /// Number of games with other seeds that test the fit.
  [[nodiscard]] u64 tests() const;
};

/// Plays the games of a plan, fits the weights, then plays the test games. `progress` is called
/// with the number of games played so far, tests included. A game with a forfeit is left out:
/// `left_out` is called with its first one. Empty if `stop` was raised. Throws InputError if a
/// value is out of range, the agent cannot be created, or every game of the fit has a forfeit.
[[nodiscard]] std::unique_ptr<EvaluationFit> fit_on_self_play(
    const FitPlan& plan, std::atomic<bool>& stop, const std::function<void(u64)>& progress = {},
    const std::function<void(const Forfeit&)>& left_out = {});

/// The fitted kinds of position, each in its first turn.
[[nodiscard]] std::vector<PositionKind> fitted_kinds();
/// Number of fitted positions of a kind over all turns.
[[nodiscard]] double positions_of_all_turns(const EvaluationFit& fit, PositionKind kind);

}  // namespace carrack
