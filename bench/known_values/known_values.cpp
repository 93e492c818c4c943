// Errors of searches on games with known values, as CSV: carrack_known_values > errors.csv
// A row is the mean over seeds of the value of the chosen option at the root for the mover, with
// the exact value.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "agents/search/search_impl.hpp"
#include "agents/search/solver.hpp"
#include "tests/games/dice.hpp"
#include "tests/games/long_line.hpp"
#include "tests/games/random_tree.hpp"

namespace carrack {
namespace {

constexpr u64 kSeeds = 20;
constexpr u64 kMaxIterationsTried = 1U << 18;

struct Kind {
  std::string name;
  SearchOptions options;
};

std::vector<Kind> kinds() {
  SearchOptions open;
  open.selection.exploration = 1;
  SearchOptions closed = open;
  closed.tree.chance = ChanceNodes::closed;
  SearchOptions shared = closed;
  shared.tree.transpositions = true;
  return {{"open", open}, {"closed", closed}, {"closed with transpositions", shared}};
}

template <typename G>
void write_rows(const char* game) {
  const typename G::State start{};
  const unsigned mover = G::mover(start);
  Solver<G> solver(1'000'000);
  const auto exact = solver.options_of(start).value();
  const double best = Solver<G>::best_of(exact, mover).value[mover];
  for (const Kind& kind : kinds()) {
    for (u64 iterations = 64; iterations <= kMaxIterationsTried; iterations *= 4) {
      double found = 0;
      double error = 0;
      unsigned best_chosen = 0;
      for (u64 seed = 1; seed <= kSeeds; ++seed) {
        SearchOptions options = kind.options;
        options.budget.iterations = iterations;
        Search<G> search(options);
        Random random(seed, 0);
        const auto chosen = search.choose(start, G::legal(start), random);
        const auto value = static_cast<double>(search.report().options.front().value[mover]);
        found += value / kSeeds;
        error += std::abs(value - best) / kSeeds;
        for (const auto& option : exact) {
          best_chosen += option.action == chosen && option.value[mover] == best;
        }
      }
      std::printf("%s,%s,%llu,%llu,%.6f,%.6f,%.6f,%u\n", game, kind.name.c_str(),
                  static_cast<unsigned long long>(iterations),
                  static_cast<unsigned long long>(kSeeds), best, found, error, best_chosen);
    }
  }
}

}  // namespace
}  // namespace carrack

int main() {
  using namespace carrack;
  using namespace carrack::testing;
  std::puts("game,search,iterations,seeds,exact,found,mean_error,best_chosen");
  write_rows<RandomTree>("three-player tree");
  write_rows<Dice>("dice");
  write_rows<LongLine<3>>("forced line of 3");
  write_rows<LongLine<12>>("forced line of 12");
}
