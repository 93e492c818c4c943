// Batched leaf evaluation, and interrupted searches.
#include "core/base/error.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

/// Judges every leaf alike, and notes how many it was given at a time.
struct CountingJudge {
  std::vector<std::size_t> sizes;
  float value = 0.25F;

  BatchEvaluator evaluator() {
    return
        [this](std::span<const State> leaves, std::span<Rewards> values, std::span<float> logits) {
          EXPECT_TRUE(logits.empty());
          sizes.push_back(leaves.size());
          for (std::size_t i = 0; i < leaves.size(); ++i) {
            EXPECT_FALSE(is_chance(leaves[i]));
            EXPECT_FALSE(is_over(leaves[i]));
            values[i].fill(value);
          }
        };
  }
};

TEST(BatchedSearch, SpendsItsBudgetAndLeavesASoundTree) {
  for (const std::string_view spec :
       {"uct:iterations=100", "mcts:iterations=100", "uct:iterations=100,chance=closed",
        "uct:iterations=100,implicit=0.4", "uct:iterations=100,rave=100"}) {
    CountingJudge judge;
    const auto agent = search(spec);
    agent->evaluate_with(judge.evaluator(), 16);
    const Report report = report_of(*agent, midgame(2));
    EXPECT_EQ(report.iterations, 100U) << spec;
    // At most a quarter of the iterations so far, and 16.
    EXPECT_EQ(judge.sizes, (std::vector<std::size_t>{1, 1, 1, 1, 1, 1,  1,  1,  2,  2, 3,
                                                     3, 4, 5, 6, 8, 10, 12, 15, 16, 6}))
        << spec;
    expect_sound(*agent, 100);
    for (const OptionReport& option : report.options) {
      if (option.visits == 0) continue;
      EXPECT_NEAR(option.value[0], 0.25, 1e-4) << spec;
    }
  }
}

TEST(BatchedSearch, LeavesOfOneBatchAreSpreadOverTheOptions) {
  CountingJudge judge;
  const auto agent = search("uct:iterations=8");
  agent->evaluate_with(judge.evaluator(), 8);
  const State s = midgame(3);
  ASSERT_GE(legal(s).size(), 8U);
  for (const OptionReport& option : report_of(*agent, s).options) EXPECT_LE(option.visits, 1U);
}

// The iterations of a batch do not know of each other's results.
TEST(BatchedSearch, LooksAsDeepAsWithoutBatches) {
  const auto depth_with = [](std::size_t batch) {
    CountingJudge judge;
    const auto agent = search("mcts:iterations=200");
    agent->evaluate_with(judge.evaluator(), batch);
    return report_of(*agent, midgame(3)).mean_depth;
  };
  EXPECT_GT(depth_with(64), 0.8 * depth_with(1));
}

TEST(BatchedSearch, LeavesThatWaitCountAsVirtualLossesWhereTheSpecSaysSo) {
  const auto visits = [](std::string_view spec) {
    const auto agent = search(spec);
    agent->evaluate_with(
        [](std::span<const State> leaves, std::span<Rewards> values, std::span<float>) {
          for (std::size_t i = 0; i < leaves.size(); ++i) {
            values[i].fill(static_cast<float>(hash(leaves[i]) % 1024) / 1024);
          }
        },
        32);
    std::vector<u64> all;
    for (const OptionReport& option : report_of(*agent, midgame(2)).options) {
      all.push_back(option.visits);
    }
    return all;
  };
  EXPECT_NE(visits("uct:iterations=2000,virtual=loss"), visits("uct:iterations=2000"));
}

/// The spec of a search with an evaluator.
std::string spec_with_evaluator(std::string_view spec, bool priors) {
  CountingJudge judge;
  const auto agent = search(spec);
  agent->evaluate_with(judge.evaluator(), 4, priors);
  return agent->spec();
}

bool names(const std::string& spec, std::string_view part) {
  return spec.find(part) != std::string::npos;
}

TEST(BatchedSearch, TheSpecSaysWhatTheEvaluatorReplaces) {
  const std::string values = spec_with_evaluator("mcts:iterations=9", false);
  EXPECT_TRUE(names(values, ",rollout=evaluate,"));
  EXPECT_TRUE(names(values, ",prior=network,")) << "it orders the options";
  EXPECT_TRUE(names(values, ",net=default"));
  for (const std::string_view unused : {"diversity=", "adapt=", "cutoff_turns=", "value="}) {
    EXPECT_FALSE(names(values, unused)) << unused;
  }
  const std::string both = spec_with_evaluator("mcts:iterations=9", true);
  EXPECT_TRUE(names(both, ",rollout=evaluate,"));
  EXPECT_TRUE(names(both, ",prior=evaluate,"));
  EXPECT_FALSE(names(both, "network")) << both;
  EXPECT_FALSE(names(both, "net=")) << both;
  EXPECT_FALSE(names(both, "temperature=")) << both;
  for (const std::string& spec : {values, both}) {
    EXPECT_THROW(static_cast<void>(make_agent(spec)), InputError) << "no spec names a function";
  }
}

TEST(BatchedSearch, TheSpecNamesWhatIsStillUsed) {
  // Evaluations are backed up.
  const std::string implicit = spec_with_evaluator("mcts:iterations=9,implicit=0.5", true);
  EXPECT_TRUE(names(implicit, ",value=network,"));
  EXPECT_TRUE(names(implicit, ",net=default"));
  // The others play as in playouts.
  const std::string self = spec_with_evaluator("mcts:iterations=9,opponents=self", false);
  EXPECT_TRUE(names(self, ",rollout=network,"));
  EXPECT_TRUE(names(self, ",adapt="));
}

TEST(BatchedSearch, RefusesThreadsAndEmptyBatches) {
  CountingJudge judge;
  for (const std::string_view spec :
       {"uct:iterations=9,parallel=tree,threads=2", "uct:iterations=9,root=halving"}) {
    EXPECT_THROW(search(spec)->evaluate_with(judge.evaluator(), 4), InputError) << spec;
  }
  EXPECT_THROW(search("uct:iterations=9")->evaluate_with(judge.evaluator(), 0), InputError);
  EXPECT_THROW(search("uct:iterations=9")->evaluate_with({}, 4), InputError);
}

TEST(BatchedSearch, RefusesValuesOutsideTheirRange) {
  for (const float wrong : {-0.01F, 1.01F, std::numeric_limits<float>::quiet_NaN()}) {
    CountingJudge judge;
    judge.value = wrong;
    const auto agent = search("uct:iterations=9");
    agent->evaluate_with(judge.evaluator(), 4);
    EXPECT_THROW(report_of(*agent, midgame(1)), InputError) << wrong;
  }
}

TEST(BatchedSearch, WhatTheEvaluatorThrowsEndsIt) {
  const auto agent = search("uct:iterations=9");
  agent->evaluate_with([](auto, auto, auto) { throw InputError("mine"); }, 4);
  EXPECT_THROW(report_of(*agent, midgame(1)), InputError);
}

TEST(StoppedAgents, ChooseWithWhatTheyHave) {
  const std::atomic<bool> stop = true;
  const State s = midgame(1);
  for (const std::string_view spec : {"uct:iterations=900000000", "flat:iterations=900000000",
                                      "uct:iterations=900000000,parallel=tree,threads=2",
                                      "uct:iterations=900000000,parallel=root,workers=2",
                                      "uct:iterations=900000000,parallel=root,workers=200",
                                      "uct:iterations=900000000,parallel=leaf,leaves=64",
                                      "uct:iterations=900000000,parallel=batch,threads=2"}) {
    const auto agent = make_agent(spec);
    agent->stop_on(&stop);
    Random random(1, 1);
    EXPECT_TRUE(legal(s).contains(agent->choose(s, legal(s), random))) << spec;
    EXPECT_GE(agent->report().iterations, 1U) << spec;
    EXPECT_LT(agent->report().iterations, 100U) << spec;
  }
}

}  // namespace
}  // namespace carrack
