// The weights of the linear evaluation from games that were played to the end: ridge regression,
// apart for every edition, number of players, part of the turn and turn.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "agents/evaluation.hpp"

namespace carrack {

/// A position of a game whose end is known.
struct SampledPosition {
  unsigned edition = 0;
  unsigned players = 2;
  unsigned turn = 0;  // from 0
  bool begins_turn = false;
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
  /// How many positions were added.
  [[nodiscard]] double positions(unsigned edition, unsigned players, bool begins_turn) const;
  /// The share of the variance of leads that the weights explain in the positions of test(); NaN
  /// without such positions. A lead is a player's VP at the end less the mean of its table.
  [[nodiscard]] double r_squared(unsigned edition, unsigned players, bool begins_turn,
                                 unsigned turn) const;

 private:
  struct Sums;
  /// Where the sums of a turn, or its start, stand.
  [[nodiscard]] static std::size_t cell(unsigned edition, unsigned players, bool begins_turn,
                                        unsigned turn);

  std::vector<Sums> sums_;
  std::unique_ptr<EvaluationWeights> weights_;
};

}  // namespace carrack
