// How the root of a search spends its visits, where it does not choose like the rest of the tree.
#pragma once

#include <vector>

#include "agents/search/options.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// Chooses among the root's options by number, and learns from their rewards.
class RootPolicy {
 public:
  /// `budget`: the iterations to come, for sequential halving.
  void start(RootSelection kind, double mixing, unsigned options, u64 budget);
  /// root=gumbel has a class of its own, GumbelRoot.
  [[nodiscard]] bool is_on() const {
    return kind_ != RootSelection::same && kind_ != RootSelection::gumbel;
  }
  [[nodiscard]] unsigned pick(Random& random);
  void learn(unsigned option, float reward);
  /// The option that sequential halving has left; with other policies, the one played most.
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
  u64 per_round_ = 0;                // iterations of each round
  u64 left_in_round_ = 0;
  std::size_t next_ = 0;
};

}  // namespace carrack
