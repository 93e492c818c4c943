// The weights of the linear evaluation, by ridge regression on self-play.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/studies/evaluation_fit.hpp"

namespace carrack {

struct FitPlan {
  u64 games = 20'000;  // of the fit
  u64 seed = 1;
  double noise = 0.1;    // share of random decisions
  unsigned threads = 1;  // results do not depend on it
  std::string agent;     // who plays, at every seat; empty: scripted strategies drawn at random

  /// Games of other seeds that test the fit.
  [[nodiscard]] u64 tests() const;
};

/// Plays the games of a plan and fits the weights to them, then those of the test. `progress` is
/// called with the games played so far, of the fit and its test. Nothing where `stop` was raised.
/// Throws InputError where a figure is out of range or the agent cannot be made.
[[nodiscard]] std::unique_ptr<EvaluationFit> fit_on_self_play(
    const FitPlan& plan, std::atomic<bool>& stop, const std::function<void(u64)>& progress = {});

/// The kinds of position that games are played for, in the first turn of each.
[[nodiscard]] std::vector<PositionKind> fitted_kinds();
/// Positions of the fit of a kind, whatever its turn.
[[nodiscard]] double positions_of_all_turns(const EvaluationFit& fit, PositionKind kind);

}  // namespace carrack
