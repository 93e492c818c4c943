// Search: iterations a second from the same position as rollouts_from_first_decision, alone and
// with threads.
#include "agents/search/search.hpp"

#include <benchmark/benchmark.h>

#include "bench/positions.hpp"

namespace carrack {
namespace {

constexpr u64 kIterations = 4000;

void run(benchmark::State& bench, const SearchOptions& options, unsigned players) {
  const State first = bench::first_decision(players);
  const Legal legal_actions = legal(first);
  SearchAgent agent("search", options);
  Random random(1, stream(StreamFamily::agent));
  for (auto _ : bench) benchmark::DoNotOptimize(agent.choose(first, legal_actions, random));
  bench.counters["iterations/s"] = benchmark::Counter(
      static_cast<double>(bench.iterations()) * kIterations, benchmark::Counter::kIsRate);
}

void uct_iterations(benchmark::State& bench) {
  SearchOptions options = plain_uct();
  options.iterations = kIterations;
  run(bench, options, static_cast<unsigned>(bench.range(0)));
}
BENCHMARK(uct_iterations)->ArgName("players")->DenseRange(2, 5)->Unit(benchmark::kMillisecond);

void mcts_iterations(benchmark::State& bench) {
  SearchOptions options = default_search();
  options.iterations = kIterations;
  run(bench, options, static_cast<unsigned>(bench.range(0)));
}
BENCHMARK(mcts_iterations)->ArgName("players")->DenseRange(2, 5)->Unit(benchmark::kMillisecond);

/// Plain UCT for four players on so many threads.
void parallel_iterations(benchmark::State& bench, Parallel parallel) {
  SearchOptions options = plain_uct();
  options.iterations = kIterations;
  options.threads = static_cast<u64>(bench.range(0));
  options.parallel = parallel;
  if (parallel == Parallel::root) options.workers = options.threads;
  if (parallel == Parallel::leaf) options.leaves = options.threads;
  run(bench, options, 4);
}
BENCHMARK_CAPTURE(parallel_iterations, tree, Parallel::tree)
    ->ArgName("threads")
    ->RangeMultiplier(2)
    ->Range(1, 4)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parallel_iterations, root, Parallel::root)
    ->ArgName("threads")
    ->RangeMultiplier(2)
    ->Range(1, 4)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parallel_iterations, leaf, Parallel::leaf)
    ->ArgName("threads")
    ->RangeMultiplier(2)
    ->Range(1, 4)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// The default search for four players, one tree on so many threads: its iterations are short, so
/// that threads meet more often.
void parallel_mcts_iterations(benchmark::State& bench) {
  SearchOptions options = default_search();
  options.iterations = kIterations;
  options.threads = static_cast<u64>(bench.range(0));
  if (options.threads > 1) options.parallel = Parallel::tree;
  run(bench, options, 4);
}
BENCHMARK(parallel_mcts_iterations)
    ->ArgName("threads")
    ->RangeMultiplier(2)
    ->Range(1, 4)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carrack
