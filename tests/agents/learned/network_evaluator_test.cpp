// Inference: the numbers of a plain computation, the same on every level of instructions.
#include "agents/learned/network_evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/rollout.hpp"
#include "tests/agents/allocations.hpp"
#include "tests/agents/learned/networks.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack {
namespace {

/// The last layer, computed from the definition.
std::vector<int> last_layer(const NetworkData& data, const State& s, Player observer) {
  std::vector<int> layer(data.bias.begin(), data.bias.end());
  InputReader reader;
  for (const u16 input : reader.read(s, observer)) {
    auto row = data.inputs.end();  // of the highest level up to this one that the network has
    for (std::size_t i = input + 1; i-- > 0 && row == data.inputs.end();) {
      if (network_inputs()[i].number != network_inputs()[input].number) break;
      row = std::ranges::find(data.inputs, network_inputs()[i].name);
    }
    if (row == data.inputs.end()) continue;
    const auto first = static_cast<std::size_t>(row - data.inputs.begin()) * data.width;
    for (std::size_t i = 0; i < data.width; ++i) layer[i] += data.rows[first + i];
  }
  for (int& sum : layer) sum = std::clamp(sum / 2, 0, 127);
  for (const NetworkData::Layer& dense : data.layers) {
    std::vector<int> next(dense.bias.begin(), dense.bias.end());
    for (std::size_t o = 0; o < dense.outputs; ++o) {
      for (std::size_t i = 0; i < dense.inputs; ++i) {
        next[o] += dense.weights[o * dense.inputs + i] * layer[i];
      }
      next[o] = std::clamp(next[o] >> 6, 0, 127);
    }
    layer = next;
  }
  return layer;
}

int product(const std::vector<i8>& weights, std::size_t row, const std::vector<int>& layer) {
  int sum = 0;
  for (std::size_t i = 0; i < layer.size(); ++i) sum += weights[row * layer.size() + i] * layer[i];
  return sum;
}

/// Calls `visit` with some positions where a player decides.
template <typename Visit>
void for_positions(Visit&& visit) {
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 3; i < all.size(); i += 83) {
    Random random(i, 1);
    State s = start(all[i]);
    Legal options;
    while (!is_over(s)) {
      if (!is_chance(s) && random.below(12) == 0) visit(s);
      random_step(s, options, random);
    }
  }
}

std::vector<Action> actions_of(const State& s) {
  std::vector<Action> actions;
  legal(s).for_each([&](Action action) { actions.push_back(action); });
  return actions;
}

TEST(NetworkEvaluator, ComputesWhatTheNetworkSays) {
  const auto network = std::make_shared<const Network>(random_network(7, 2));
  const NetworkData& data = network->data();
  NetworkEvaluator evaluator(network);
  for_positions([&](const State& s) {
    const std::vector<int> layer = last_layer(data, s, s.actor);
    const std::vector<Action> actions = actions_of(s);
    std::vector<float> script;
    script_values(s, actions, script);
    std::vector<float> logits;
    evaluator.go_to(s, s.actor);
    evaluator.logits(actions, script, logits);
    const float best = *std::ranges::max_element(script);
    ASSERT_EQ(logits.size(), actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const unsigned id = actions[i].id();
      const unsigned verb = index(actions[i].verb());
      const int sum = product(data.action_weights, id, layer) + data.action_bias[id];
      double expected = sum / 4096.0 + data.script_weight[verb] * (script[i] - best);
      if (script[i] == best) expected += data.script_best[verb];
      ASSERT_NEAR(logits[i], expected, 1e-4 + 1e-5 * std::abs(expected));
    }
    const auto vp = expected_vp(s);
    const auto shares = evaluator.win_shares(vp);
    double total = 0;
    std::array<double, kMaxPlayers> weights{};
    for (unsigned ahead = 0; ahead < s.players(); ++ahead) {
      const unsigned seat = (index(s.actor) + ahead) % s.players();
      const int sum = product(data.seat_weights, ahead, layer) + data.seat_bias[ahead];
      weights[seat] = std::exp(sum / 4096.0 + data.evaluation_weight[s.turn - 1] * vp[seat]);
      total += weights[seat];
    }
    for (unsigned p = 0; p < kMaxPlayers; ++p) ASSERT_NEAR(shares[p], weights[p] / total, 1e-4);
  });
}

TEST(NetworkEvaluator, IsTheSameOnEveryLevelOfInstructions) {
  const auto network = std::make_shared<const Network>(random_network(8));
  const auto all_logits = [&](cpu::Level level) {
    const testing::AtLevel here(level);
    NetworkEvaluator evaluator(network);
    std::vector<float> logits;
    for_positions([&](const State& s) {
      std::vector<float> script;
      script_values(s, actions_of(s), script);
      evaluator.go_to(s, s.actor);
      evaluator.logits(actions_of(s), script, logits);
    });
    return logits;
  };
  const std::vector<float> plain = all_logits(cpu::Level::v2);
  EXPECT_GT(plain.size(), 500U);
  EXPECT_EQ(plain, all_logits(cpu::machine_level()));
}

TEST(NetworkEvaluator, AllocatesNothing) {
  NetworkEvaluator evaluator(std::make_shared<const Network>(random_network(9)));
  std::vector<float> script;
  std::vector<float> logits;
  script.reserve(256);
  logits.reserve(256);
  for_positions([&](const State& s) {
    const std::vector<Action> actions = actions_of(s);
    const auto vp = expected_vp(s);
    script.clear();
    logits.clear();
    const u64 before = testing::allocations();
    script_values(s, actions, script);
    evaluator.go_to(s, s.actor);
    evaluator.logits(actions, script, logits);
    static_cast<void>(evaluator.win_shares(vp));
    ASSERT_EQ(testing::allocations(), before);
  });
}

TEST(NetworkEvaluator, ACopyEvaluatesForItself) {
  const auto network = std::make_shared<const Network>(random_network(10));
  NetworkEvaluator first(network);
  std::vector<State> positions;
  for_positions([&](const State& s) { positions.push_back(s); });
  first.go_to(positions[0], positions[0].actor);
  NetworkEvaluator second = first;
  const auto vp = expected_vp(positions[0]);
  const auto before = first.win_shares(vp);
  second.go_to(positions[5], positions[5].actor);
  EXPECT_EQ(first.win_shares(vp), before);
}

}  // namespace
}  // namespace carrack
