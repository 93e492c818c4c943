// Networks of random numbers for tests.
#pragma once

#include <algorithm>

#include "agents/learned/inputs.hpp"
#include "agents/learned/network.hpp"
#include "core/base/random.hpp"
#include "core/tools/rollout.hpp"

namespace carrack {

/// Fills `numbers` with `n` numbers from -range to range.
template <typename Number>
void fill(Random& random, std::vector<Number>& numbers, std::size_t n, unsigned range) {
  numbers.resize(n);
  for (Number& number : numbers) {
    number = static_cast<Number>(static_cast<int>(random.below(2 * range + 1)) -
                                 static_cast<int>(range));
  }
}

/// A trunk with every `stride`-th input and two dense layers.
inline TrunkData random_trunk(Random& random, unsigned width, unsigned stride) {
  TrunkData trunk;
  for (std::size_t i = 0; i < network_inputs().size(); i += stride) {
    trunk.inputs.push_back(network_inputs()[i].name);
  }
  trunk.width = width;
  fill(random, trunk.rows, trunk.inputs.size() * width, 60);
  fill(random, trunk.bias, width, 100);
  for (const auto& [inputs, outputs] : {std::pair{width, 32U}, {32U, 16U}}) {
    TrunkData::Layer layer{inputs, outputs, {}, {}};
    fill(random, layer.weights, std::size_t{inputs} * outputs, 127);
    fill(random, layer.bias, outputs, 20000);
    trunk.layers.push_back(layer);
  }
  return trunk;
}

/// A network with all inputs (every `stride`-th).
inline NetworkData random_network(u64 seed, unsigned stride = 1) {
  Random random(seed, 0);
  NetworkData data;
  data.name = "random";
  data.training = R"({"seed":1})";
  data.policy = random_trunk(random, 80, stride);  // no multiple of 64
  data.value = random_trunk(random, 48, stride + 1);
  fill(random, data.action_weights, std::size_t{NetworkData::kChoices} * 16, 127);
  fill(random, data.action_bias, NetworkData::kChoices, 5000);
  fill(random, data.win_weights, std::size_t{kMaxPlayers} * 16, 127);
  fill(random, data.win_bias, kMaxPlayers, 5000);
  fill(random, data.vp_weights, std::size_t{kMaxPlayers} * 16, 127);
  fill(random, data.vp_bias, kMaxPlayers, 5000);
  fill(random, data.rollout_turn, std::size_t{kTurns} * NetworkData::kChoices, 300);
  fill(random, data.rollout_edition, std::size_t{kEditions} * NetworkData::kChoices, 300);
  fill(random, data.rollout_players, std::size_t{kMaxPlayers - 1} * NetworkData::kChoices, 300);
  const auto fill_floats = [&](std::vector<float>& numbers, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      numbers.push_back(static_cast<float>(random.below(1000)) / 500 - 1);
    }
  };
  fill_floats(data.script_weight, kVerbs);
  fill_floats(data.script_best, kVerbs);
  fill_floats(data.evaluation_weight, kTurns);
  for (auto& row : data.scales) {
    for (EstimateScale& scale : row) {
      scale.win = static_cast<float>(1 + random.below(20));
      scale.rank = static_cast<float>(1 + random.below(20));
      scale.margin_spread = static_cast<float>(random.below(30));
      scale.margin_shift = static_cast<float>(random.below(10));
    }
  }
  return data;
}

/// The last layer of a trunk, computed from the definition.
inline std::vector<int> last_layer(const TrunkData& trunk, const State& s, Player observer) {
  std::vector<int> layer(trunk.bias.begin(), trunk.bias.end());
  InputReader reader;
  for (const u16 input : reader.read(s, observer)) {
    auto row = trunk.inputs.end();  // of the highest level up to this one that the trunk has
    for (std::size_t i = input + 1; i-- > 0 && row == trunk.inputs.end();) {
      if (network_inputs()[i].number != network_inputs()[input].number) break;
      row = std::ranges::find(trunk.inputs, network_inputs()[i].name);
    }
    if (row == trunk.inputs.end()) continue;
    const auto first = static_cast<std::size_t>(row - trunk.inputs.begin()) * trunk.width;
    for (std::size_t i = 0; i < trunk.width; ++i) layer[i] += trunk.rows[first + i];
  }
  for (int& sum : layer) sum = std::clamp(sum / 2, 0, 127);
  for (const TrunkData::Layer& dense : trunk.layers) {
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

/// The product of a row of weights and a layer.
inline int product(const std::vector<i8>& weights, std::size_t row, const std::vector<int>& layer) {
  int sum = 0;
  for (std::size_t i = 0; i < layer.size(); ++i) sum += weights[row * layer.size() + i] * layer[i];
  return sum;
}

/// Calls `visit` with some positions of games of several rulesets.
template <typename Visit>
void for_positions(Visit&& visit) {
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 3; i < all.size(); i += 83) {
    Random random(i, 1);
    State s = start(all[i]);
    Legal options;
    while (!is_over(s)) {
      if (random.below(12) == 0) visit(s);
      random_step(s, options, random);
    }
  }
}

/// Calls `visit` with some positions where a player decides.
template <typename Visit>
void for_decisions(Visit&& visit) {
  for_positions([&](const State& s) {
    if (!is_chance(s)) visit(s);
  });
}

}  // namespace carrack
