// Search at the root with Gumbel noise, sequential halving and completed values: Danihelka, Guez,
// Schrittwieser & Silver, "Policy improvement by planning with Gumbel", ICLR 2022. Equations are
// cited by their numbers there.
#pragma once

#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// An option of the root as the search knows it.
struct GumbelOption {
  double logit = 0;  // of the prior, up to a constant that all options share
  double noise = 0;  // Gumbel noise
  u64 visits = 0;
  double value = 0;  // mean reward of the player who decides, in [0, 1]; not read without visits
};

/// sigma(q) = (visit_offset + visits of the most visited option) x value_scale x q (eq. 8). The
/// paper has 50 and 1.
struct ValueTransform {
  double visit_offset = 50;
  double value_scale = 1;
};

/// The logit of a prior, which is finite also for a prior that has been rounded to 0.
[[nodiscard]] double logit_of(float prior);

/// Writes logit + sigma(completed q) of each option into `scores`, which is as long (eq. 11 without
/// the softmax). An option without visits has the mean value of the visited ones, weighted by their
/// priors. This is v_mix of appendix D without the root's own value, of which this search has no
/// estimate.
void write_completed_scores(std::span<const GumbelOption> options, const ValueTransform& transform,
                            std::span<double> scores);

/// Writes the improved policy pi' = softmax(logit + sigma(completed q)) into `policy`, which is as
/// long (eq. 11). It does not depend on the noise.
void write_improved_policy(std::span<const GumbelOption> options, const ValueTransform& transform,
                           std::span<double> policy);

/// Spends the visits of the root by sequential halving (algorithm 2). The options with the best
/// noise + logit + sigma(completed q) are considered. Each round visits every considered option
/// equally often; then the better half goes on, down to two options.
class GumbelRoot {
 public:
  /// `considered`: how many options are visited, at most. `budget`: how many picks will follow.
  /// Preconditions: both are above 0.
  void start(std::size_t options, u64 considered, const ValueTransform& transform, u64 budget);
  /// The number of the option to visit next. Options are numbered as in start().
  [[nodiscard]] unsigned pick(std::span<const GumbelOption> options);
  /// How many picks in a row do not depend on the results of each other: those left in the round,
  /// or those of the next round if it is over.
  [[nodiscard]] u64 picks_of_round() const;
  /// Whether no other option has been picked more often. False before the first pick.
  [[nodiscard]] bool is_most_picked(unsigned option) const;

 private:
  /// How many options the next round has, and how many picks.
  [[nodiscard]] std::size_t next_survivors() const;
  [[nodiscard]] u64 picks_among(std::size_t survivors) const;
  void start_round();
  /// Keeps the `count` survivors with the best scores.
  void keep_best(std::size_t count);

  ValueTransform transform_;
  u64 considered_ = 0;
  u64 budget_ = 0;
  u64 rounds_ = 0;
  u64 left_in_round_ = 0;  // picks
  std::vector<u64> picks_;
  std::vector<double> scores_;
  std::vector<unsigned> survivors_;
};

}  // namespace carrack
