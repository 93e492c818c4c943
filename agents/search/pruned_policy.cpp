#include "agents/search/pruned_policy.hpp"

#include <algorithm>
#include <cmath>

namespace carrack {

void write_pruned_policy(std::span<const VisitedOption> options, double exploration,
                         std::span<double> policy) {
  u64 visits = 0;
  for (const VisitedOption& option : options) visits += option.visits;
  const auto most = std::ranges::max_element(options, [](const auto& a, const auto& b) {
    return a.visits != b.visits ? a.visits < b.visits : a.value < b.value;
  });
  const double factor = exploration * std::sqrt(static_cast<double>(visits));
  const double best = most->value + factor * most->prior / (1 + static_cast<double>(most->visits));
  double total = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const VisitedOption& option = options[i];
    const auto had = static_cast<double>(option.visits);
    double kept = had;
    if (&option != &*most && option.visits > 0 && option.value < best) {
      // The smallest number of visits for which value + factor prior / (1 + visits) <= best.
      const double needed = std::ceil(factor * option.prior / (best - option.value)) - 1;
      kept = std::clamp(needed, 0.0, had);
      if (kept < had && kept <= 1) kept = 0;
    }
    policy[i] = kept;
    total += kept;
  }
  for (double& share : policy) share /= total;
}

}  // namespace carrack
