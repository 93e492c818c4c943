// Search: iterations a second, from the same position as rollouts_from_first_decision.
#include "agents/search/search.hpp"

#include <benchmark/benchmark.h>

#include "bench/positions.hpp"

namespace carrack {
namespace {

void mcts_iterations(benchmark::State& bench) {
  constexpr u64 kIterations = 2000;
  const State first = bench::first_decision(static_cast<unsigned>(bench.range(0)));
  const Legal options = legal(first);
  SearchOptions search = plain_uct();
  search.iterations = kIterations;
  SearchAgent agent("uct", search);
  Random random(1, stream(StreamFamily::agent));
  for (auto _ : bench) benchmark::DoNotOptimize(agent.choose(first, options, random));
  bench.counters["iterations/s"] = benchmark::Counter(
      static_cast<double>(bench.iterations()) * kIterations, benchmark::Counter::kIsRate);
}
BENCHMARK(mcts_iterations)->ArgName("players")->DenseRange(2, 5)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carrack
