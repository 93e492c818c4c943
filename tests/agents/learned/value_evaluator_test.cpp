// The value: the numbers of a plain computation, the same on every level of instructions.
#include "agents/learned/value_evaluator.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>

#include "agents/evaluation/evaluation.hpp"
#include "agents/threads/team.hpp"
#include "tests/agents/allocations.hpp"
#include "tests/agents/learned/networks.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack {
namespace {

TEST(ValueEvaluator, BeforeThereIsAPlayerOrderTheFirstSeatReadsThePosition) {
  const State s = start(Ruleset::make("aoe3", 4));
  ASSERT_TRUE(is_chance(s));
  EXPECT_EQ(index(value_observer(s)), 0U);
}

TEST(ValueEvaluator, ComputesWhatTheNetworkSays) {
  const auto network = std::make_shared<const Network>(random_network(7, 2));
  const NetworkData& data = network->data();
  ValueEvaluator evaluator(network);
  unsigned drawn = 0;
  for_positions([&](const State& s) {
    drawn += is_chance(s) ? 1U : 0U;
    const Player observer = is_chance(s) ? s.in_place(0) : s.actor;
    const std::vector<int> layer = last_layer(data.value, s, observer);
    const auto linear = expected_vp(s);
    std::array<double, kMaxPlayers> weights{};
    std::array<double, kMaxPlayers> vp{};
    for (unsigned ahead = 0; ahead < s.players(); ++ahead) {
      const unsigned seat = (index(observer) + ahead) % s.players();
      const int win = product(data.win_weights, ahead, layer) + data.win_bias[ahead];
      weights[seat] = std::exp(win / 4096.0 + data.evaluation_weight[s.turn - 1U] * linear[seat]);
      const int ahead_of_linear = product(data.vp_weights, ahead, layer) + data.vp_bias[ahead];
      vp[seat] = linear[seat] + 20 * ahead_of_linear / 4096.0;
    }
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const NetworkValue value = evaluator.evaluate(s);
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      ASSERT_NEAR(value.win_shares[p], weights[p] / total, 1e-4);
      ASSERT_NEAR(value.vp[p], vp[p], 1e-3);
    }
    const EstimateScale& scale = data.scales[s.players() - 2][s.turn - 1U];
    ASSERT_EQ(evaluator.scale(s).margin_spread, scale.margin_spread);
    ASSERT_EQ(evaluator.scale(s).rank, scale.rank);
  });
  EXPECT_GT(drawn, 20U);
}

TEST(ValueEvaluator, IsTheSameOnEveryLevelOfInstructions) {
  const auto network = std::make_shared<const Network>(random_network(8));
  const auto all_values = [&](cpu::Level level) {
    const testing::AtLevel here(level);
    ValueEvaluator evaluator(network);
    std::vector<float> values;
    for_positions([&](const State& s) {
      const NetworkValue value = evaluator.evaluate(s);
      values.insert(values.end(), value.win_shares.begin(), value.win_shares.end());
      values.insert(values.end(), value.vp.begin(), value.vp.end());
    });
    return values;
  };
  const std::vector<float> plain = all_values(cpu::Level::v2);
  EXPECT_GT(plain.size(), 500U);
  EXPECT_EQ(plain, all_values(cpu::machine_level()));
}

TEST(ValueEvaluator, AllocatesNothing) {
  ValueEvaluator evaluator(std::make_shared<const Network>(random_network(9)));
  static_cast<void>(expected_vp(start(Ruleset::make("aoe3", 2))));  // its tables are made once
  for_positions([&](const State& s) {
    const u64 before = testing::allocations();
    static_cast<void>(evaluator.evaluate(s));
    ASSERT_EQ(testing::allocations(), before);
  });
}

TEST(ValueEvaluator, ThreadsMayShareIt) {
  const ValueEvaluator evaluator(std::make_shared<const Network>(random_network(10)));
  std::vector<State> positions;
  for_positions([&](const State& s) { positions.push_back(s); });
  std::vector<NetworkValue> alone;
  for (const State& s : positions) alone.push_back(evaluator.evaluate(s));
  std::atomic<unsigned> different = 0;
  run_team(3, [&](unsigned thread) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const std::size_t k = (i + thread * 7) % positions.size();
      const NetworkValue value = evaluator.evaluate(positions[k]);
      if (value.vp != alone[k].vp || value.win_shares != alone[k].win_shares) ++different;
    }
  });
  EXPECT_EQ(different, 0U);
}

}  // namespace
}  // namespace carrack
