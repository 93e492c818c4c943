// Whole random games: games per second, nanoseconds and legal actions per decision.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

#include "bench/positions.hpp"
#include "core/tools/rollout.hpp"

namespace carrack {
namespace {

void random_games(benchmark::State& bench, std::string_view edition,
                  const std::vector<std::string>& modules) {
  const Ruleset rules = Ruleset::make(edition, static_cast<unsigned>(bench.range(0)), modules);
  Random random(1, stream(StreamFamily::rollout));
  const State first = start(rules);
  const Legal first_options = legal(first);
  u64 decisions = 0;
  u64 options_seen = 0;
  for (auto _ : bench) {
    State s = first;
    Legal options = first_options;
    while (!is_over(s)) {
      if (!is_chance(s)) {
        ++decisions;
        options_seen += options.size();
      }
      random_step(s, options, random);
    }
    benchmark::DoNotOptimize(s);
  }
  const auto games = static_cast<double>(bench.iterations());
  bench.counters["games/s"] = benchmark::Counter(games, benchmark::Counter::kIsRate);
  bench.counters["decisions/s"] =
      benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
  bench.counters["decisions/game"] = static_cast<double>(decisions) / games;
  bench.counters["legal/decision"] =
      static_cast<double>(options_seen) / static_cast<double>(decisions);
}
using Modules = std::vector<std::string>;
BENCHMARK_CAPTURE(random_games, aoe3, "aoe3", Modules{})
    ->ArgName("players")
    ->DenseRange(2, 5)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(random_games, empires, "empires", Modules{})
    ->ArgName("players")
    ->DenseRange(2, 6)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(random_games, empires_builder_national, "empires",
                  (Modules{"builder", "national"}))
    ->ArgName("players")
    ->DenseRange(2, 6)
    ->Unit(benchmark::kMicrosecond);

/// The same from the first decision of the first turn, for comparison with searches from there.
void rollouts_from_first_decision(benchmark::State& bench) {
  const State first = bench::first_decision(static_cast<unsigned>(bench.range(0)));
  const Legal first_options = legal(first);
  Random random(1, stream(StreamFamily::rollout));
  for (auto _ : bench) {
    State s = first;
    Legal options = first_options;
    rollout(s, options, random);
    benchmark::DoNotOptimize(s);
  }
  bench.counters["games/s"] =
      benchmark::Counter(static_cast<double>(bench.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(rollouts_from_first_decision)
    ->ArgName("players")
    ->DenseRange(2, 5)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace carrack
