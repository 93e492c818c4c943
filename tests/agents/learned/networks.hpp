// Networks of random numbers for tests.
#pragma once

#include "agents/learned/inputs.hpp"
#include "agents/learned/network.hpp"
#include "core/base/random.hpp"

namespace carrack {

/// A network with all inputs (every `stride`-th) and two dense layers.
inline NetworkData random_network(u64 seed, unsigned stride = 1) {
  Random random(seed, 0);
  const auto fill = [&](auto& numbers, std::size_t n, unsigned range) {
    using Number = typename std::remove_reference_t<decltype(numbers)>::value_type;
    numbers.resize(n);
    for (Number& number : numbers) {
      number = static_cast<Number>(static_cast<int>(random.below(2 * range + 1)) -
                                   static_cast<int>(range));
    }
  };
  NetworkData data;
  data.name = "random";
  data.training = R"({"seed":1})";
  for (std::size_t i = 0; i < network_inputs().size(); i += stride) {
    data.inputs.push_back(network_inputs()[i].name);
  }
  data.width = 80;  // no multiple of 64
  fill(data.rows, data.inputs.size() * data.width, 60);
  fill(data.bias, data.width, 100);
  for (const auto& [inputs, outputs] : {std::pair{80U, 32U}, {32U, 16U}}) {
    NetworkData::Layer layer{inputs, outputs, {}, {}};
    fill(layer.weights, std::size_t{inputs} * outputs, 127);
    fill(layer.bias, outputs, 20000);
    data.layers.push_back(layer);
  }
  fill(data.action_weights, std::size_t{NetworkData::kChoices} * 16, 127);
  fill(data.action_bias, NetworkData::kChoices, 5000);
  fill(data.seat_weights, std::size_t{kMaxPlayers} * 16, 127);
  fill(data.seat_bias, kMaxPlayers, 5000);
  fill(data.rollout_turn, std::size_t{kTurns} * NetworkData::kChoices, 300);
  fill(data.rollout_edition, std::size_t{kEditions} * NetworkData::kChoices, 300);
  fill(data.rollout_players, std::size_t{kMaxPlayers - 1} * NetworkData::kChoices, 300);
  const auto fill_floats = [&](std::vector<float>& numbers, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      numbers.push_back(static_cast<float>(random.below(1000)) / 500 - 1);
    }
  };
  fill_floats(data.script_weight, kVerbs);
  fill_floats(data.script_best, kVerbs);
  fill_floats(data.evaluation_weight, kTurns);
  return data;
}

}  // namespace carrack
