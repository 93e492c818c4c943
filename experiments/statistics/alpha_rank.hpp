// α-Rank: ranks entrants with cyclic dominance, which a scalar rating cannot represent.
//
// Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution", Scientific Reports 9, 2019,
// for one population: m individuals all play entrant i; now and then one tries j. With payoffs M
// and d = M(j, i) - M(i, j), j takes the population over with the probability
//
//   rho(i -> j) = (1 - exp(-alpha d)) / (1 - exp(-m alpha d)),     1 / m for d = 0.
//
// That is a Markov chain over the entrants: from i to j with rho / (K - 1), else i stays. Its
// stationary distribution is the mass of each entrant: how much of the time evolution is with it.
// The payoff here is the rate at which a seat of i ends ahead of a seat of j in their common games,
// ties counted half: the n-player game is reduced to pairs, averaged over the other players. The
// payoff of pairs that never met is 1/2.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// M(i, j): the rate at which a seat of i is ahead of a seat of j; 1/2 on the diagonal and for
/// pairs that never met.
[[nodiscard]] Eigen::MatrixXd pairwise_rates(std::span<const GameOutcome> games,
                                             std::size_t entrants);

struct AlphaRankOptions {
  unsigned population = 50;
  /// Intensity of selection; 0: towards infinity, the limit that the paper ranks by.
  double alpha = 0;
};
/// The masses, which sum to 1. `payoff` is square, K x K.
[[nodiscard]] std::vector<double> alpha_rank(const Eigen::MatrixXd& payoff,
                                             const AlphaRankOptions& options = {});

/// Masses with bootstrap intervals: the 2.5 % and 97.5 % quantiles over resampled blocks. At high
/// alpha a mass jumps when a pair's rate crosses 1/2, so an interval can be (0, 1). The interval is
/// NaN for fewer than kFewestBootstrapBlocks blocks, and if the resamples agree, so that it would
/// have the width 0.
struct AlphaRankMass {
  double mass = 0;
  double low = 0;
  double high = 0;
};
[[nodiscard]] std::vector<AlphaRankMass> alpha_rank_of_games(std::span<const GameOutcome> games,
                                                             std::size_t entrants,
                                                             unsigned replicates = 200,
                                                             u64 seed = 1);

}  // namespace carrack
