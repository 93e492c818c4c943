// The weights of the linear evaluation from games that were played to the end: ridge regression,
// apart for every kind of position.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "agents/evaluation/evaluation.hpp"

namespace carrack {

/// A position of a game whose end is known.
struct SampledPosition {
  PositionKind kind;
  AllFeatures features{};
  std::array<float, kMaxPlayers> vp{};  // at the end, by seat

  /// `final_vp` is of the end of the same game.
  [[nodiscard]] static SampledPosition of(const State& s,
                                          const std::array<float, kMaxPlayers>& final_vp);
};

/// First every add(), then solve(), then test() with positions of other games.
class EvaluationFit {
 public:
  EvaluationFit();
  ~EvaluationFit();

  void add(const SampledPosition& position);
  void solve();
  void test(const SampledPosition& position);

  [[nodiscard]] const EvaluationWeights& weights() const { return *weights_; }
  /// How many positions of the kind were added.
  [[nodiscard]] double positions(const PositionKind& kind) const;
  /// The share of the variance of leads that the weights explain in the positions of test(); NaN
  /// without such positions. A lead is a player's VP at the end less the mean of its table.
  [[nodiscard]] double r_squared(const PositionKind& kind) const;

 private:
  struct Sums;  // of a kind of position
  std::vector<Sums> sums_;
  std::unique_ptr<EvaluationWeights> weights_;
};

}  // namespace carrack
