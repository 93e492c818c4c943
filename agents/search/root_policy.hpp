// How the root of a search spends its visits if it does not choose like the rest of the tree.
#pragma once

#include <span>
#include <vector>

#include "agents/search/options.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// Chooses among the root's options by number, and learns from their rewards.
class RootPolicy {
 public:
  /// `budget`: the descents to come. It sets the length of the rounds of sequential halving and the
  /// learning rate of EXP3.
  void start(RootSelection kind, double mixing, unsigned options, u64 budget);
  /// For sequential halving: tries the options in this order. If the first round is too short for
  /// all of them, the last ones are left out.
  void take_order(std::span<const unsigned> options);
  /// Whether this class chooses; root=gumbel uses GumbelRoot instead.
  [[nodiscard]] bool is_on() const {
    return kind_ != RootSelection::same && kind_ != RootSelection::gumbel;
  }
  [[nodiscard]] unsigned pick(Random& random);
  void learn(unsigned option, float reward);
  /// The best option that sequential halving has left. Precondition: the policy is sequential
  /// halving.
  [[nodiscard]] unsigned best() const;

 private:
  void halve();
  void mix();

  RootSelection kind_ = RootSelection::same;
  double mixing_ = 0;
  double rate_ = 0;                  // of learning, EXP3
  std::vector<double> weight_;       // EXP3: summed estimates; regret matching: regrets
  std::vector<double> probability_;  // of the next pick
  std::vector<double> total_;        // rewards
  std::vector<u64> picks_;
  std::vector<unsigned> survivors_;  // of sequential halving
  std::vector<unsigned> rank_;       // of each option in the order in which they are tried
  u64 per_round_ = 0;                // iterations of each round
  u64 left_in_round_ = 0;
  std::size_t next_ = 0;
};

}  // namespace carrack
