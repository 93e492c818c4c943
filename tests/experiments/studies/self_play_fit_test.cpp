// The fit of the evaluation on self-play.
#include "experiments/studies/self_play_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.hpp"

namespace carrack {
namespace {

FitPlan plan_of(u64 games) {
  FitPlan plan;
  plan.games = games;
  return plan;
}

TEST(SelfPlayFit, IsTheSameForAnyNumberOfThreads) {
  FitPlan plan = plan_of(30);
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
  EXPECT_EQ(fit_on_self_play(plan_of(1'000'000), stop, [&](u64) { stop = true; }), nullptr);
  stop = false;
  FitPlan noisy = plan_of(1);
  noisy.noise = std::nan("");
  FitPlan idle = plan_of(1);
  idle.threads = 0;
  FitPlan unknown = plan_of(1);
  unknown.agent = "nobody";
  for (const FitPlan& plan : {plan_of(0), noisy, idle, unknown}) {
    EXPECT_THROW(static_cast<void>(fit_on_self_play(plan, stop)), InputError);
  }
}

}  // namespace
}  // namespace carrack
