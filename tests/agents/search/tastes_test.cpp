// The scripts that play on from a leaf.
#include "agents/search/tastes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace carrack {
namespace {

TEST(TastePool, WithoutDiversityEverybodyIsBalancedAndNothingIsDrawn) {
  Random random(1, 0);
  Random untouched(1, 0);
  const TastePool pool(0);
  for (const Weights* taste : pool.draw(random)) {
    EXPECT_EQ(taste->name, "balanced");
    for (const WeightKey& factor : weight_keys()) EXPECT_EQ(taste->*factor.weight, 1);
  }
  EXPECT_EQ(random.next(), untouched.next());
}

TEST(TastePool, FactorsHaveTheDeviationThatWasAskedFor) {
  constexpr double kDiversity = 0.4;
  Random random(2, 0);
  const TastePool pool(kDiversity);
  double sum = 0;
  double squares = 0;
  double most = 0;
  unsigned n = 0;
  for (int i = 0; i < 2'000; ++i) {
    for (const Weights* taste : pool.draw(random)) {
      for (const WeightKey& factor : weight_keys()) {
        const double log = std::log(taste->*factor.weight);
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

TEST(TastePool, SeatsDifferAndPlayoutsDo) {
  Random random(3, 0);
  const TastePool pool(0.3);
  std::set<const Weights*> met;
  unsigned alike = 0;
  for (int i = 0; i < 500; ++i) {
    const Tastes tastes = pool.draw(random);
    met.insert(tastes.begin(), tastes.end());
    alike += tastes[0] == tastes[1];
  }
  EXPECT_GE(met.size(), 32U);
  EXPECT_LT(alike, 50U);
}

TEST(TastePool, IsTheSameInEverySearch) {
  Random one(4, 0);
  Random two(4, 0);
  const TastePool first(0.3);
  const TastePool second(0.3);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(first.draw(one)[0]->goods, second.draw(two)[0]->goods);
  }
}

}  // namespace
}  // namespace carrack
