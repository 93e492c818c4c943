// The fit of the evaluation on self-play.
#include "experiments/studies/self_play_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "tests/experiments/studies/records.hpp"

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

/// A plan with a program of the tests at every seat.
FitPlan plan_of_program(u64 games, const std::string& command) {
  FitPlan plan = plan_of(games);
  plan.agent = "process:python3 " CARRACK_TESTS "/agents/external/" + command;
  return plan;
}

TEST(SelfPlayFit, GamesWithAForfeitAreLeftOut) {
  FitPlan plan = plan_of_program(12, "bad_agent.py crashes");
  plan.noise = 0.97;  // few decisions are the program's, which crashes at its fifth
  std::atomic<bool> stop = false;
  u64 left_out = 0;
  u64 played = 0;
  const auto fit = fit_on_self_play(
      plan, stop, [&](u64 games) { played = games; },
      [&](const Forfeit& forfeit) {
        EXPECT_EQ(forfeit.kind, FailureKind::crashed);
        ++left_out;
      });
  ASSERT_TRUE(fit);
  EXPECT_EQ(played, plan.games + plan.tests());
  EXPECT_GT(left_out, 0U);
  EXPECT_LT(left_out, plan.games);
  double positions = 0;
  for (const PositionKind& kind : fitted_kinds()) positions += positions_of_all_turns(*fit, kind);
  EXPECT_GT(positions, 0);
}

TEST(SelfPlayFit, AnAgentThatForfeitsEveryGameIsRefused) {
  std::atomic<bool> stop = false;
  FitPlan plan = plan_of_program(2, "bad_agent.py crashes");
  plan.noise = 0;
  try {
    static_cast<void>(fit_on_self_play(plan, stop));
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("forfeited every game: python3 has ended"),
              std::string::npos)
        << error.what();
  }
}

using SelfPlayFitFiles = StudyFiles;

TEST_F(SelfPlayFitFiles, AgentsAreToldWhatHappensAndHowItEnds) {
  std::atomic<bool> stop = false;
  const FitPlan plan = plan_of_program(3, "listening_agent.py 2 " + path("log"));
  u64 left_out = 0;
  ASSERT_TRUE(fit_on_self_play(plan, stop, {}, [&](const Forfeit&) { ++left_out; }));
  EXPECT_EQ(left_out, 0U);
  std::ifstream log(path("log"));
  unsigned ends = 0;
  unsigned events = 0;
  for (std::string line; std::getline(log, line);) {
    const auto message = nlohmann::json::parse(line);
    if (message["type"] == "endgame") ++ends;
    if (message["type"] == "move") events += static_cast<unsigned>(message["moves"].size());
  }
  // Games of two, three and four players, one program a seat. The programs may be ended before they
  // read the last message.
  EXPECT_GE(ends, 2U + 3U);
  EXPECT_GT(events, 100U);
}

}  // namespace
}  // namespace carrack
