// Search iterations per second from the position of rollouts_from_first_decision, single- and
// multi-threaded.
#include <benchmark/benchmark.h>

#include "agents/mcts/search_agent.hpp"
#include "bench/positions.hpp"

namespace carrack {
namespace {

constexpr u64 kIterations = 4000;

void run(benchmark::State& bench, const MctsOptions& options, unsigned players) {
  const State first = bench::first_decision(players);
  const Legal legal_actions = legal(first);
  SearchAgent agent("search", options);
  Random random(1, stream(StreamFamily::agent));
  for (auto _ : bench) benchmark::DoNotOptimize(agent.choose(first, legal_actions, random));
  bench.counters["iterations/s"] = benchmark::Counter(
      static_cast<double>(bench.iterations()) * kIterations, benchmark::Counter::kIsRate);
}

void uct_iterations(benchmark::State& bench) {
  MctsOptions options = plain_uct();
  options.search.budget.iterations = kIterations;
  run(bench, options, static_cast<unsigned>(bench.range(0)));
}
BENCHMARK(uct_iterations)->ArgName("players")->DenseRange(2, 5)->Unit(benchmark::kMillisecond);

void mcts_iterations(benchmark::State& bench) {
  MctsOptions options = default_search();
  options.search.budget.iterations = kIterations;
  run(bench, options, static_cast<unsigned>(bench.range(0)));
}
BENCHMARK(mcts_iterations)->ArgName("players")->DenseRange(2, 5)->Unit(benchmark::kMillisecond);

/// Plain UCT for four players with the given number of threads.
void parallel_iterations(benchmark::State& bench, Parallel parallel) {
  MctsOptions options = plain_uct();
  options.search.budget.iterations = kIterations;
  options.search.parallel.threads = static_cast<u64>(bench.range(0));
  options.search.parallel.kind = parallel;
  if (parallel == Parallel::root) options.search.parallel.workers = options.search.parallel.threads;
  if (parallel == Parallel::leaf) options.search.parallel.leaves = options.search.parallel.threads;
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

/// The default search for four players, one tree with the given number of threads: its iterations
/// are short, so contention is higher.
void parallel_mcts_iterations(benchmark::State& bench) {
  MctsOptions options = default_search();
  options.search.budget.iterations = kIterations;
  options.search.parallel.threads = static_cast<u64>(bench.range(0));
  if (options.search.parallel.threads > 1) options.search.parallel.kind = Parallel::tree;
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
