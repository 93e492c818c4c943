#include "agents/mcts/strategy_pool.hpp"

#include <cmath>

#include "core/base/elementary.hpp"

namespace carrack {

StrategyPool::StrategyPool(double diversity) {
  constexpr std::size_t kStrategies = 64;
  constexpr u64 kSeed = 1;  // the same in every search
  const Strategy& balanced = *find_strategy("balanced");
  strategies_.assign(diversity == 0 ? 1 : kStrategies, balanced);
  if (diversity == 0) return;
  Random random(kSeed, 0);
  const double width = diversity * std::sqrt(12.0);  // of a uniform number of that deviation
  for (Strategy& strategy : strategies_) {
    for (const StrategyKey& key : strategy_keys()) {
      strategy.*key.factor *= elementary::exp(width * (random.uniform() - 0.5));
    }
  }
}

void StrategyPool::draw(Random& random, SeatStrategies& seats) const {
  for (PlacementValues& placements : seats.placements) placements.forget();
  seats.strategy.fill(&strategies_.front());
  if (strategies_.size() == 1) return;
  for (const Strategy*& strategy : seats.strategy) {
    strategy = &strategies_[random.below(static_cast<unsigned>(strategies_.size()))];
  }
}

}  // namespace carrack
