// Parts of a decision: copy, hash, mask, apply by phase, income, scoring, draws.
#include <benchmark/benchmark.h>

#include "bench/positions.hpp"
#include "core/game/chance.hpp"
#include "core/game/queries.hpp"

namespace carrack {
namespace {

constexpr std::size_t kPositions = 256;

void copy_state(benchmark::State& bench) {
  const std::vector<State> from = bench::positions_at(Node::place, kPositions);
  std::vector<State> to(kPositions);
  std::size_t i = 0;
  for (auto _ : bench) {
    to[i] = from[i];
    benchmark::DoNotOptimize(to[i]);
    i = (i + 1) % kPositions;
  }
}
BENCHMARK(copy_state);

void hash_state(benchmark::State& bench) {
  const std::vector<State> positions = bench::positions_at(Node::place, kPositions);
  std::size_t i = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(hash(positions[i]));
    i = (i + 1) % kPositions;
  }
}
BENCHMARK(hash_state);

/// Computing the mask of a position and selecting its k-th set bit.
void legal_and_pick(benchmark::State& bench, Node node) {
  const std::vector<State> positions = bench::positions_at(node, kPositions);
  Random random(1, 1);
  std::size_t i = 0;
  for (auto _ : bench) {
    const Legal options = legal(positions[i]);
    benchmark::DoNotOptimize(options[random.below(options.size())]);
    i = (i + 1) % kPositions;
  }
}

/// A copy, a legal action, and all forced actions that follow.
void copy_and_apply(benchmark::State& bench, Node node) {
  const std::vector<State> positions = bench::positions_at(node, kPositions);
  std::vector<Action> actions;
  Random random(1, 1);
  for (const State& s : positions) {
    const Legal options = legal(s);
    actions.push_back(is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                                   : options[random.below(options.size())]);
  }
  Legal next;
  std::size_t i = 0;
  for (auto _ : bench) {
    State s = positions[i];
    apply(s, actions[i], next);
    benchmark::DoNotOptimize(s);
    i = (i + 1) % kPositions;
  }
}

#define CARRACK_BENCH_NODE(node)                       \
  BENCHMARK_CAPTURE(legal_and_pick, node, Node::node); \
  BENCHMARK_CAPTURE(copy_and_apply, node, Node::node)

CARRACK_BENCH_NODE(place);
CARRACK_BENCH_NODE(land);
CARRACK_BENCH_NODE(take);
CARRACK_BENCH_NODE(buy);
CARRACK_BENCH_NODE(explore);
CARRACK_BENCH_NODE(send);
CARRACK_BENCH_NODE(train);
CARRACK_BENCH_NODE(battle);
CARRACK_BENCH_NODE(kill);
CARRACK_BENCH_NODE(migrate);
CARRACK_BENCH_NODE(tile);
CARRACK_BENCH_NODE(good);
#undef CARRACK_BENCH_NODE

void income_sets(benchmark::State& bench) {
  const std::vector<State> positions = bench::positions_at(Node::good, kPositions);
  std::size_t i = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(income::best_sets(positions[i].player[i % 4].goods()));
    i = (i + 1) % kPositions;
  }
}
BENCHMARK(income_sets);

void colony_scoring(benchmark::State& bench) {
  const std::vector<State> positions = bench::positions_at(Node::good, kPositions);
  std::size_t i = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(scoring::colony_vp(positions[i]));
    i = (i + 1) % kPositions;
  }
}
BENCHMARK(colony_scoring);

void final_result(benchmark::State& bench) {
  const std::vector<State> positions = bench::positions_at(Node::good, kPositions);
  std::size_t i = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(result(positions[i]));
    i = (i + 1) % kPositions;
  }
}
BENCHMARK(final_result);

void random_below(benchmark::State& bench) {
  Random random(1, 1);
  for (auto _ : bench) benchmark::DoNotOptimize(random.below(13));
}
BENCHMARK(random_below);

/// Selecting the k-th bit by clearing the lowest bit k times.
void pick_bit(benchmark::State& bench) {
  Random random(1, 1);
  const auto bits = static_cast<unsigned>(bench.range(0));
  const u64 word = low_bits(bits) << 3;
  for (auto _ : bench) benchmark::DoNotOptimize(nth_bit(word, random.below(bits)));
}
BENCHMARK(pick_bit)->ArgName("bits")->Arg(4)->Arg(12)->Arg(48);

}  // namespace
}  // namespace carrack
