// The strategies of scripted rollouts.
#include "agents/mcts/strategy_pool.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace carrack {
namespace {

TEST(StrategyPool, WithoutDiversityEverybodyIsBalancedAndNothingIsDrawn) {
  Random random(1, 0);
  Random untouched(1, 0);
  const StrategyPool pool(0);
  SeatStrategies seats;
  pool.draw(random, seats);
  for (const Strategy* strategy : seats.strategy) {
    EXPECT_EQ(strategy->name, "balanced");
    for (const StrategyKey& key : strategy_keys()) EXPECT_EQ(strategy->*key.factor, 1);
  }
  EXPECT_EQ(random.next(), untouched.next());
}

TEST(StrategyPool, FactorsHaveTheDeviationThatWasAskedFor) {
  constexpr double kDiversity = 0.4;
  Random random(2, 0);
  const StrategyPool pool(kDiversity);
  double sum = 0;
  double squares = 0;
  double most = 0;
  unsigned n = 0;
  SeatStrategies seats;
  for (int i = 0; i < 2'000; ++i) {
    pool.draw(random, seats);
    for (const Strategy* strategy : seats.strategy) {
      for (const StrategyKey& key : strategy_keys()) {
        const double log = std::log(strategy->*key.factor);
        sum += log;
        squares += log * log;
        most = std::max(most, std::abs(log));
        ++n;
      }
    }
  }
  EXPECT_NEAR(sum / n, 0, 0.05);
  EXPECT_NEAR(std::sqrt(squares / n), kDiversity, 0.03);
  EXPECT_LE(most, kDiversity * std::sqrt(3.0));
}

TEST(StrategyPool, SeatsDifferAndPlayoutsDo) {
  Random random(3, 0);
  const StrategyPool pool(0.3);
  std::set<const Strategy*> met;
  unsigned alike = 0;
  SeatStrategies seats;
  for (int i = 0; i < 500; ++i) {
    pool.draw(random, seats);
    met.insert(seats.strategy.begin(), seats.strategy.end());
    alike += seats.strategy[0] == seats.strategy[1];
  }
  EXPECT_GE(met.size(), 32U);
  EXPECT_LT(alike, 50U);
}

TEST(StrategyPool, IsTheSameInEverySearch) {
  Random one(4, 0);
  Random two(4, 0);
  const StrategyPool first(0.3);
  const StrategyPool second(0.3);
  SeatStrategies these;
  SeatStrategies those;
  for (int i = 0; i < 20; ++i) {
    first.draw(one, these);
    second.draw(two, those);
    EXPECT_EQ(these.strategy[0]->goods, those.strategy[0]->goods);
  }
}

}  // namespace
}  // namespace carrack
