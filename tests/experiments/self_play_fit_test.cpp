// The fit of the evaluation on games of its own.
#include "experiments/self_play_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"

namespace carrack {
namespace {

TEST(SelfPlayFit, IsTheSameForAnyNumberOfThreads) {
  FitPlan plan{.games = 30, .seed = 2};
  std::atomic<bool> stop = false;
  u64 played = 0;
  const auto one = fit_on_self_play(plan, stop, [&](u64 games) { EXPECT_EQ(games, ++played); });
  EXPECT_EQ(played, plan.games + plan.tests());
  plan.threads = 3;
  const auto three = fit_on_self_play(plan, stop);
  ASSERT_TRUE(one && three);
  EXPECT_TRUE(one->weights() == three->weights());
  const auto kinds = fitted_kinds();
  EXPECT_EQ(kinds.size(), 18U);  // 2 to 5 and 2 to 6 players, starts of turns and others
  EXPECT_GT(positions_of_all_turns(*one, kinds.front()), one->positions(kinds.front()));
}

TEST(SelfPlayFit, EndsWhereItIsStoppedAndRefusesWhatMeansNothing) {
  std::atomic<bool> stop = false;
  EXPECT_EQ(fit_on_self_play({.games = 1'000'000}, stop, [&](u64) { stop = true; }), nullptr);
  stop = false;
  for (const FitPlan& plan :
       {FitPlan{.games = 0}, FitPlan{.games = 1, .noise = std::nan("")},
        FitPlan{.games = 1, .threads = 0}, FitPlan{.games = 1, .agent = "nobody"}}) {
    EXPECT_THROW(static_cast<void>(fit_on_self_play(plan, stop)), InputError);
  }
}

}  // namespace
}  // namespace carrack
