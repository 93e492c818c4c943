// Trials that are stopped during a long search.
#include <gtest/gtest.h>

#include "experiments/trial/trial.hpp"
#include "tests/experiments/tournament/slow_search.hpp"

namespace carrack::testing {
namespace {

TEST(StoppedTrial, StopsInTheMiddleOfASearch) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  const TrialPlan plan{.rules = rules,
                       .agents = kSlow,
                       .on = purchases_in(rules, std::nullopt),
                       .games = 1,
                       .seed = 1,
                       .continuations = 1,
                       .turn = std::nullopt,
                       .seat = std::nullopt};
  EXPECT_TRUE(
      stops_soon([&](std::atomic<bool>& stop) { EXPECT_EQ(run_trial(plan, 1, stop).games, 0U); }));
}

}  // namespace
}  // namespace carrack::testing
