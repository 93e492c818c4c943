// Inference of a network: the policy for the options of a position, and the value. The numbers of
// the network do not affect the time, so they are random.
#include <benchmark/benchmark.h>

#include "agents/learned/policy_evaluator.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "bench/positions.hpp"
#include "core/base/random.hpp"

namespace carrack {
namespace {

template <typename Number>
std::vector<Number> random_numbers(Random& random, std::size_t n, unsigned range) {
  std::vector<Number> numbers(n);
  for (Number& number : numbers) number = static_cast<Number>(random.below(range));
  return numbers;
}

TrunkData random_trunk(Random& random, unsigned width, unsigned hidden) {
  TrunkData trunk;
  for (const Input& input : network_inputs()) trunk.inputs.push_back(input.name);
  trunk.width = width;
  trunk.rows = random_numbers<i16>(random, trunk.inputs.size() * width, 16);
  trunk.bias = random_numbers<i16>(random, width, 16);
  trunk.layers.push_back({width, hidden, random_numbers<i8>(random, width * hidden, 16),
                          random_numbers<i32>(random, hidden, 16)});
  return trunk;
}

/// Both trunks have a first layer of `width`, then a layer of `hidden`.
std::shared_ptr<const Network> network_of(unsigned width, unsigned hidden) {
  Random random(1, 0);
  NetworkData data;
  data.policy = random_trunk(random, width, hidden);
  data.action_weights = random_numbers<i8>(random, std::size_t{NetworkData::kChoices} * hidden, 16);
  data.action_bias = random_numbers<i32>(random, NetworkData::kChoices, 16);
  data.script_weight.resize(kVerbs);
  data.script_best.resize(kVerbs);
  data.value = random_trunk(random, width, hidden);
  data.win_weights = random_numbers<i8>(random, std::size_t{kMaxPlayers} * hidden, 16);
  data.win_bias = random_numbers<i32>(random, kMaxPlayers, 16);
  data.evaluation_weight.resize(kTurns);
  data.vp_weights = data.win_weights;
  data.vp_bias = data.win_bias;
  data.rollout_turn.resize(std::size_t{kTurns} * NetworkData::kChoices);
  data.rollout_edition.resize(std::size_t{kEditions} * NetworkData::kChoices);
  data.rollout_players.resize(std::size_t{kMaxPlayers - 1} * NetworkData::kChoices);
  return std::make_shared<const Network>(std::move(data));
}

/// Positions of scripted four-player games where a player chooses among 8 to 16 options.
std::vector<State> decisions() {
  std::vector<State> positions;
  Random random(5, stream(StreamFamily::rollout));
  while (positions.size() < 200) {
    State s = start(Ruleset::make("aoe3", 4));
    Legal options = legal(s);
    while (!is_over(s)) {
      if (is_chance(s)) {
        random_step(s, options, random);
        continue;
      }
      if (options.size() >= 8 && options.size() <= 16) positions.push_back(s);
      apply(s, scripted_choice(s, options, *find_strategy("balanced"), random), options);
    }
  }
  return positions;
}

void policy_of_network(benchmark::State& state) {
  const std::vector<State> positions = decisions();
  PolicyEvaluator evaluator(network_of(static_cast<unsigned>(state.range(0)), 64));
  std::vector<Action> actions;
  std::vector<float> script;
  std::vector<float> logits;
  std::size_t i = 0;
  for (auto _ : state) {
    const State& s = positions[i++ % positions.size()];
    actions.clear();
    script.clear();
    logits.clear();
    legal(s).for_each([&](Action action) { actions.push_back(action); });
    script_values(s, actions, script);
    evaluator.logits(s, actions, script, logits);
    benchmark::DoNotOptimize(logits.data());
  }
}
BENCHMARK(policy_of_network)->Arg(128)->Arg(192)->Arg(256);

void value_of_network(benchmark::State& state) {
  const std::vector<State> positions = decisions();
  ValueEvaluator evaluator(network_of(static_cast<unsigned>(state.range(0)), 32));
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.evaluate(positions[i++ % positions.size()]));
  }
}
BENCHMARK(value_of_network)->Arg(48)->Arg(64)->Arg(128);

void inputs_of_position(benchmark::State& state) {
  const std::vector<State> positions = decisions();
  InputReader reader;
  std::size_t i = 0;
  for (auto _ : state) {
    const State& s = positions[i++ % positions.size()];
    benchmark::DoNotOptimize(reader.read(s, s.actor).data());
  }
}
BENCHMARK(inputs_of_position);

}  // namespace
}  // namespace carrack
