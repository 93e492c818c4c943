// The file that `carrack fit` writes.
#include "experiments/studies/fitted_weights.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/core/position.hpp"

namespace carrack {
namespace {

/// A fit on one position of each kind, except for those of the start of turns of these players.
std::unique_ptr<EvaluationFit> fit_without(std::optional<unsigned> players) {
  auto fit = std::make_unique<EvaluationFit>();
  for (const PositionKind& kind : position_kinds()) {
    if (kind.begins_turn && kind.players == players) continue;
    fit->add({.kind = kind, .features = {}, .vp = {}});
  }
  fit->solve();
  return fit;
}

std::string command_for(const std::string& agent) {
  FitPlan plan;
  plan.games = 7;
  plan.agent = agent;
  return nlohmann::json::parse(fitted_weights_json(plan, *fit_without({})))["command"];
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

TEST(FittedWeights, AKindOfPositionThatWasInNoGameIsRefused) {
  FitPlan plan;
  plan.games = 7;
  const std::string wrong =
      testing::complaint([&] { static_cast<void>(fitted_weights_json(plan, *fit_without(6))); });
  testing::expect_names(wrong,
                        {"empires with 6 players has no positions (starts)", "more games than 7"});
}

}  // namespace
}  // namespace carrack
