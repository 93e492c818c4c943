// The value of a playout that was evaluated on its way.
#pragma once

#include "agents/search/payoff.hpp"

namespace carrack {

/// The lambda-return: an evaluation has weight 1 - lambda, everything after it lambda. Early
/// evaluations have less noise, late ones a smaller error (Sutton, "Learning to predict by the
/// methods of temporal differences", Machine Learning 1988).
class LambdaReturn {
 public:
  /// Begins in turn `turn` of a game.
  LambdaReturn(double lambda, unsigned turn) : lambda_(static_cast<float>(lambda)), turn_(turn) {}

  /// Whether evaluations on the way count at all.
  [[nodiscard]] bool mixes() const { return lambda_ < 1; }
  /// Whether later evaluations have no weight any more.
  [[nodiscard]] bool is_complete() const { return rest_ == 0; }
  /// The turn of the last evaluation, or of the beginning.
  [[nodiscard]] unsigned turn() const { return turn_; }
  /// Adds an evaluation on the way, at the beginning of a turn.
  void pass(unsigned turn, const Payoff& payoff) {
    turn_ = turn;
    add(payoff, rest_ * (1 - lambda_));
    rest_ *= lambda_;
  }
  /// Adds the last evaluation or the result, and returns the sum.
  [[nodiscard]] Payoff end(const Payoff& payoff) {
    if (rest_ == 1) return payoff;
    add(payoff, rest_);
    return sum_;
  }

 private:
  void add(const Payoff& payoff, float weight) {
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      sum_.rewards[p] += weight * payoff.rewards[p];
      sum_.win_shares[p] += weight * payoff.win_shares[p];
    }
  }

  float lambda_;
  unsigned turn_;
  float rest_ = 1;
  Payoff sum_;
};

}  // namespace carrack
