// Ratings of many games.
#include <benchmark/benchmark.h>

#include "core/base/random.hpp"
#include "experiments/statistics/plackett_luce.hpp"

namespace carrack {
namespace {

/// Blocks of four games between four of the entrants with random results; every 20th game has a
/// tie.
std::vector<GameOutcome> random_games(unsigned entrants, unsigned games) {
  Random random(1, 1);
  std::vector<GameOutcome> all;
  for (unsigned i = 0; i < games; ++i) {
    GameOutcome game{i / 4, 4, {}};
    for (u8 seat = 0; seat < 4; ++seat) {
      game.by_seat[seat] = {random.below(entrants), seat, static_cast<u8>(seat + 1), 0};
      std::swap(game.by_seat[seat].rank, game.by_seat[random.below(seat + 1U)].rank);
    }
    if (i % 20 == 0) {
      for (SeatOutcome& s : game.by_seat) {
        if (s.rank == 2) s.rank = 1;
      }
    }
    all.push_back(game);
  }
  return all;
}

void fit_ratings(benchmark::State& state) {
  const auto entrants = static_cast<unsigned>(state.range(0));
  const auto games = random_games(entrants, static_cast<unsigned>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(fit_plackett_luce(games, entrants));
}
BENCHMARK(fit_ratings)->Args({4, 1000})->Args({20, 100000})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carrack
