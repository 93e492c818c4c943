// Policy targets of searches with noise in the priors of the root.
#pragma once

#include <span>

#include "core/base/types.hpp"

namespace carrack {

/// An option of the root after a search.
struct VisitedOption {
  u64 visits = 0;
  double value = 0;  // mean reward of the player who decides, in [0, 1]; not read without visits
  double prior = 0;  // without noise
};

/// Writes into `policy`, which has the length of `options`, the shares of the visits without those
/// that noise has brought (policy target pruning: Wu, "Accelerating self-play learning in Go",
/// 2020, where the visits in question are forced). An option keeps no more visits than its score of
/// PUCT by the prior without noise needs to fall to that of the most visited option. An option that
/// loses visits and would keep only one loses that one too. `exploration` is PUCT's constant.
/// Precondition: there is a visit.
void write_pruned_policy(std::span<const VisitedOption> options, double exploration,
                         std::span<double> policy);

}  // namespace carrack
