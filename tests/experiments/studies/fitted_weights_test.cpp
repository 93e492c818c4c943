// The file that `carrack fit` writes.
#include "experiments/studies/fitted_weights.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace carrack {
namespace {

std::string command_for(const std::string& agent) {
  FitPlan plan;
  plan.games = 7;
  plan.agent = agent;
  EvaluationFit fit;
  fit.solve();
  return nlohmann::json::parse(fitted_weights_json(plan, fit))["command"];
}

TEST(FittedWeights, TheCommandRunsInAShell) {
  const std::string start = "carrack fit --games 7 --seed 1 --noise 0.1";
  EXPECT_EQ(command_for(""), start);
  EXPECT_EQ(command_for("mcts:iterations=8,cutoff_turns=1"),
            start + " --agent mcts:iterations=8,cutoff_turns=1");
  EXPECT_EQ(command_for("process:python3 x.py"), start + " --agent 'process:python3 x.py'");
  EXPECT_EQ(command_for("process:a;b"), start + " --agent 'process:a;b'");
  EXPECT_EQ(command_for("process:it's"), start + " --agent 'process:it'\\''s'");
}

}  // namespace
}  // namespace carrack
