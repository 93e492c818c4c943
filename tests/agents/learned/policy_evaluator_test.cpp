// The policy: the numbers of a plain computation, the same on every level of instructions.
#include "agents/learned/policy_evaluator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "agents/scripted/scripted_choice.hpp"
#include "core/tools/rollout.hpp"
#include "tests/agents/allocations.hpp"
#include "tests/agents/learned/networks.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack {
namespace {

std::vector<Action> actions_of(const State& s) {
  std::vector<Action> actions;
  legal(s).for_each([&](Action action) { actions.push_back(action); });
  return actions;
}

TEST(PolicyEvaluator, ComputesWhatTheNetworkSays) {
  NetworkData numbers = random_network(7, 2);
  numbers.logit_scale = 0.4F;
  const auto network = std::make_shared<const Network>(std::move(numbers));
  const NetworkData& data = network->data();
  PolicyEvaluator evaluator(network);
  for_decisions([&](const State& s) {
    const std::vector<int> layer = last_layer(data.policy, s, s.actor);
    const std::vector<Action> actions = actions_of(s);
    std::vector<float> script;
    script_values(s, actions, script);
    std::vector<float> logits;
    evaluator.logits(s, actions, script, logits);
    const float best = *std::ranges::max_element(script);
    ASSERT_EQ(logits.size(), actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const unsigned id = actions[i].id();
      const unsigned verb = index(actions[i].verb());
      const int sum = product(data.action_weights, id, layer) + data.action_bias[id];
      double expected = sum / 4096.0 + data.script_weight[verb] * (script[i] - best);
      if (script[i] == best) expected += data.script_best[verb];
      expected *= data.logit_scale;
      ASSERT_NEAR(logits[i], expected, 1e-4 + 1e-5 * std::abs(expected));
    }
  });
}

TEST(PolicyEvaluator, IsTheSameOnEveryLevelOfInstructions) {
  const auto network = std::make_shared<const Network>(random_network(8));
  const auto all_logits = [&](cpu::Level level) {
    const testing::AtLevel here(level);
    PolicyEvaluator evaluator(network);
    std::vector<float> logits;
    for_decisions([&](const State& s) {
      std::vector<float> script;
      script_values(s, actions_of(s), script);
      evaluator.logits(s, actions_of(s), script, logits);
    });
    return logits;
  };
  const std::vector<float> plain = all_logits(cpu::Level::v2);
  EXPECT_GT(plain.size(), 500U);
  EXPECT_EQ(plain, all_logits(cpu::machine_level()));
}

TEST(PolicyEvaluator, AllocatesNothing) {
  PolicyEvaluator evaluator(std::make_shared<const Network>(random_network(9)));
  std::vector<float> script;
  std::vector<float> logits;
  script.reserve(256);
  logits.reserve(256);
  for_decisions([&](const State& s) {
    const std::vector<Action> actions = actions_of(s);
    script.clear();
    logits.clear();
    const u64 before = testing::allocations();
    script_values(s, actions, script);
    evaluator.logits(s, actions, script, logits);
    ASSERT_EQ(testing::allocations(), before);
  });
}

}  // namespace
}  // namespace carrack
