#include "agents/search/tastes.hpp"

#include <cmath>

namespace carrack {

TastePool::TastePool(double diversity) {
  constexpr std::size_t kStrategies = 64;
  constexpr u64 kSeed = 1;  // the same in every search
  const Weights& balanced = *find_strategy("balanced");
  strategies_.assign(diversity == 0 ? 1 : kStrategies, balanced);
  if (diversity == 0) return;
  Random random(kSeed, 0);
  const double width = diversity * std::sqrt(12.0);  // of a uniform number of that deviation
  for (Weights& strategy : strategies_) {
    for (const WeightKey& factor : weight_keys()) {
      strategy.*factor.weight *= std::exp(width * (random.uniform() - 0.5));
    }
  }
}

Tastes TastePool::draw(Random& random) const {
  Tastes tastes;
  tastes.fill(&strategies_.front());
  if (strategies_.size() == 1) return tastes;
  for (const Weights*& taste : tastes) {
    taste = &strategies_[random.below(static_cast<unsigned>(strategies_.size()))];
  }
  return tastes;
}

}  // namespace carrack
