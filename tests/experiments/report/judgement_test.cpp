// Judgements of decisions: marks outside the error, losses that agree with exact values.
#include "experiments/report/judgement.hpp"

#include <cmath>

#include "agents/mcts/scripted_rollouts.hpp"
#include "agents/search/solver.hpp"
#include "tests/experiments/report/games.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

using Judgements = std::vector<std::optional<Judgement>>;

Judgements judge(const RecordedGame& game, const JudgePlan& plan) {
  std::atomic<bool> stop = false;
  auto judged = judge_decisions(game, plan, stop);
  EXPECT_TRUE(judged);
  return judged ? *judged : Judgements();
}

const JudgePlan kJudge{.agent = "mcts:iterations=100", .seed = 1, .threads = 1};

TEST(Mark, NeedsALossOutsideTheError) {
  EXPECT_EQ(mark_of(0.019, 0), Mark::none);
  EXPECT_EQ(mark_of(0.02, 0), Mark::doubtful);
  EXPECT_EQ(mark_of(0.05, 0), Mark::inaccuracy);
  EXPECT_EQ(mark_of(0.1, 0), Mark::mistake);
  EXPECT_EQ(mark_of(0.2, 0), Mark::blunder);
  EXPECT_EQ(mark_of(1, 0), Mark::blunder);
  EXPECT_EQ(mark_of(0.5, 0.5), Mark::none) << "the error is as large as the loss";
  EXPECT_EQ(mark_of(0.299, 0.05), Mark::blunder);
  EXPECT_EQ(mark_of(0.297, 0.05), Mark::mistake) << "the lower end is below 0.2";
  EXPECT_EQ(mark_of(-0.5, 0.01), Mark::none);
}

TEST(JudgeDecisions, JudgesEveryDecisionAndNoChance) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  const Judgements judged = judge(game, kJudge);
  ASSERT_EQ(judged.size(), game.events.size());
  State s = start(game.header.rules);
  double lost = 0;
  unsigned decisions = 0;
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    ASSERT_EQ(judged[ply].has_value(), !is_chance(s)) << "ply " << ply;
    if (judged[ply]) {
      const Judgement& judgement = *judged[ply];
      ++decisions;
      EXPECT_TRUE(legal(s).contains(judgement.best));
      EXPECT_GE(judgement.share, 0);
      EXPECT_LE(judgement.share, 1);
      const bool is_best = judgement.best == game.events[ply];
      EXPECT_EQ(judgement.iterations, is_best ? 100U : 200U);
      if (is_best) {
        EXPECT_EQ(judgement.loss, 0);
        EXPECT_EQ(judgement.error, 0);
      } else {
        EXPECT_GE(judgement.error, std::sqrt(2) / 50 * 0.999);
        EXPECT_LT(judgement.error, 0.15);
      }
      lost += judgement.loss;
    }
    apply(s, game.events[ply]);
  }
  EXPECT_GT(lost / decisions, 0.005) << "random play loses nothing";
}

TEST(JudgeDecisions, IsTheSameForAnyNumberOfThreads) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 3), empires(2, {}, {"scouting"})}) {
    RecordedGame game = random_game(rules, 5);
    if (kSanitized) game.events.resize(60);
    const Judgements one = judge(game, kJudge);
    JudgePlan plan = kJudge;
    plan.threads = 3;
    const Judgements three = judge(game, plan);
    plan.seed = 2;
    const Judgements other_seed = judge(game, plan);
    unsigned differ = 0;
    for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
      if (!one[ply]) continue;
      EXPECT_EQ(one[ply]->best, three[ply]->best);
      EXPECT_EQ(one[ply]->loss, three[ply]->loss);
      EXPECT_EQ(one[ply]->error, three[ply]->error);
      differ += one[ply]->loss != other_seed[ply]->loss ? 1U : 0U;
    }
    EXPECT_GT(differ, 20U) << "the seed has no effect";
  }
}

TEST(JudgeDecisions, TheSearchThatPlayedIsNotTheOneThatJudges) {
  // With the same random numbers the judge would always choose what was played.
  const RecordedGame game = game_of(record_of(Ruleset::make("aoe3", 2), 1, "mcts:iterations=100"));
  const Judgements judged = judge(game, kJudge);
  unsigned differ = 0;
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    differ += judged[ply] && judged[ply]->best != game.events[ply] ? 1U : 0U;
  }
  EXPECT_GT(differ, 5U);
}

/// Exact win shares of the options of late decisions, by backward induction.
TEST(JudgeDecisions, LossesAgreeWithBackwardInduction) {
  using Exact = Solver<DiscoveryGame, ScriptedRollouts>;
  const RewardOptions win{.win = 1, .rank = 0, .margin = 0};
  unsigned checked = 0;
  unsigned lossy = 0;
  for (u64 seed = 1; seed <= (kSanitized ? 2U : 5U); ++seed) {
    RecordedGame game = random_game(Ruleset::make("aoe3", 2), seed);
    const Judgements judged =
        judge(game, {.agent = "mcts:iterations=200", .seed = 1, .threads = 1});
    std::vector<State> before{start(game.header.rules)};
    for (const Action action : game.events) {
      before.push_back(before.back());
      apply(before.back(), action);
    }
    for (std::size_t ply = game.events.size() - 8; ply < game.events.size(); ++ply) {
      if (!judged[ply]) continue;
      Exact solver(4'000, ScriptedRollouts(win, 0));
      const auto exact = solver.options_of(before[ply]);
      if (!exact) continue;
      const unsigned mover = index(before[ply].actor);
      const auto value_of = [&](Action action) {
        return std::ranges::find(*exact, action, &Exact::Option::action)->value[mover];
      };
      const double loss = value_of(judged[ply]->best) - value_of(game.events[ply]);
      const double error = judged[ply]->best == game.events[ply] ? 0 : judged[ply]->error;
      // Means over iterations have explored replies in them: they are less extreme than exact
      // values.
      const double explored = 0.15 * std::abs(loss);
      EXPECT_NEAR(judged[ply]->loss, loss, 4 * error + explored + 1e-6)
          << "seed " << seed << " ply " << ply;
      ++checked;
      lossy += loss > 0.05 ? 1U : 0U;
    }
  }
  EXPECT_GT(checked, kSanitized ? 3U : 10U);
  if (!kSanitized) {
    EXPECT_GT(lossy, 1U);
  }
}

TEST(JudgeDecisions, StopsAndReportsProgress) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  std::atomic<bool> stop = false;
  std::size_t calls = 0;
  const auto judged = judge_decisions(game, kJudge, stop, [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(done, ++calls);
    EXPECT_GT(all, 30U);
    if (done == 4) stop = true;
  });
  EXPECT_FALSE(judged);
  EXPECT_LT(calls, 10U);
}

TEST(JudgeDecisions, RefusesAgentsWithoutAFixedNumberOfIterations) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  std::atomic<bool> stop = false;
  const auto complaint_about = [&](const std::string& agent) {
    return complaint([&] { static_cast<void>(judge_decisions(game, {.agent = agent}, stop)); });
  };
  for (const std::string agent :
       {"random", "flat:iterations=500", "mcts:time=0.1", "mcts:iterations=99",
        "mcts:iterations=500,quick=100,quick_share=0.5"}) {
    expect_names(complaint_about(agent), {agent.substr(0, 20), "mcts or uct", "at least 100"});
  }
  expect_names(complaint_about("mcts:iterations=500,parallel=tree,threads=2"),
               {"root=halving", "parallel=tree"});
  expect_names(complaint_about("mcts:iterations=399,parallel=leaf,leaves=4"),
               {"leaves=4", "at least 400 iterations"});
  expect_names(complaint_about("mcts:iterations=x"), {"iterations", "x"});
  EXPECT_FALSE(stop);
}

}  // namespace
}  // namespace carrack::testing
