// Fits the weights of the linear evaluation to finished games: ridge regression, separately for
// every kind of position.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "agents/evaluation/weights.hpp"

namespace carrack {

/// A position of a game with a known result.
struct SampledPosition {
  PositionKind kind;
  AllFeatures features{};
  std::array<float, kMaxPlayers> vp{};  // at the end, by seat

  /// `final_vp` is the result of the same game.
  [[nodiscard]] static SampledPosition of(const State& s,
                                          const std::array<float, kMaxPlayers>& final_vp);
};

/// Call add() for all positions, then solve(), then test() with positions of other games.
class EvaluationFit {
 public:
  EvaluationFit();
  ~EvaluationFit();

  void add(const SampledPosition& position);
  void solve();
  void test(const SampledPosition& position);

  [[nodiscard]] const EvaluationWeights& weights() const { return *weights_; }
  /// The number of added positions of the kind.
  [[nodiscard]] double positions(const PositionKind& kind) const;
  /// The share of the variance of leads explained in the positions of test(); NaN without such
  /// positions. A lead is a player's final VP minus the mean of the game.
  [[nodiscard]] double r_squared(const PositionKind& kind) const;

 private:
  struct Sums;  // of a kind of position
  std::vector<Sums> sums_;
  std::unique_ptr<EvaluationWeights> weights_;
};

}  // namespace carrack
