// Searches of games with known values: every value of every option, and every compatible pair, must
// be sound, and must find the exact value and choice where theory predicts convergence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "agents/search/search_impl.hpp"
#include "agents/search/solver.hpp"
#include "tests/games/blind_policy.hpp"
#include "tests/games/dice.hpp"
#include "tests/games/kuhn_poker.hpp"
#include "tests/games/long_line.hpp"
#include "tests/games/option_rows.hpp"
#include "tests/games/random_tree.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

constexpr u64 kIterations = 40000;
// Sanitizers look for errors of memory, which a short search of every row would show.
constexpr u64 kShortIterations = kSanitized ? 800 : 4000;
/// Of how many rows one is searched until it converges.
constexpr std::size_t kConvergingOneIn = kSanitized ? 24 : 1;
constexpr unsigned kShortLine = 3;
/// Exploration constant for rewards between 0 and 1 (Auer, Cesa-Bianchi & Fischer 2002: sqrt(2)).
constexpr double kEnough = 1.5;

/// The options without everything that prevents convergence to backward induction, or delays it
/// beyond feasible iterations:
/// - opponents that do not maximise their own reward,
/// - nodes that merge positions,
/// - uninformed evaluations whose weight does not vanish,
/// - too little exploration for rewards between 0 and 1,
/// - regret matching at the root, which minimises regret against adaptive opponents instead of
///   finding the best option,
/// - first-play values with RAVE or widening: options that look bad or are added late are visited
///   late,
/// - a Gumbel root that considers only some of the options.
/// The remaining options converge to the reward of optimal play.
SearchOptions made_to_converge(SearchOptions options, bool has_chance) {
  options.tree.opponents = Opponents::maxn;
  if (has_chance) options.tree.chance = ChanceNodes::closed;
  options.tree.transpositions = options.tree.transpositions || has_chance;
  options.backup = {};
  options.selection.exploration = kEnough;
  if (options.root.rule == RootSelection::regret) {
    options.root.rule = RootSelection::same;
    options.root.mixing = RootOptions().mixing;
  }
  const bool may_wait = options.uses_amaf() || options.expansion.widening < 1;
  if (may_wait) options.selection.first_play = options.selection.reduction = -1;
  if (options.root.rule == RootSelection::gumbel) options.root.considered = 16;
  return options;
}

/// Sanitizers take long to set up large trees.
SearchOptions in_small_tree(SearchOptions options) {
  if (kSanitized) options.tree.memory = std::min<u64>(options.tree.memory, 16);
  return options;
}

/// A search of a game from a position where a player decides.
template <typename G>
struct Found {
  explicit Found(SearchOptions options, const typename G::State& s, u64 seed = 1)
      : search(in_small_tree(options), BlindPolicy<G>()) {
    Random random(seed, 0);
    chosen = search.choose(s, G::legal(s), random);
  }
  /// The mean reward of the option that was chosen.
  [[nodiscard]] double value(unsigned seat) const {
    return static_cast<double>(search.report().options.front().value[seat]);
  }

  Search<G, BlindPolicy<G>> search;
  typename G::Action chosen{};
};

template <typename G>
void expect_sound(const Found<G>& found, const SearchOptions& options, const typename G::State& s) {
  const auto& report = found.search.report();
  const u64 leaves = options.parallel.kind == Parallel::leaf ? options.parallel.leaves : 1;
  u64 visits = 0;
  EXPECT_TRUE(G::legal(s).contains(found.chosen));
  for (const auto& option : report.options) {
    visits += option.visits;
    EXPECT_TRUE(G::legal(s).contains(option.action));
    for (unsigned p = 0; p < G::players(s) && option.visits > 0; ++p) {
      EXPECT_GE(option.value[p], 0);
      EXPECT_LE(option.value[p], 1);
    }
  }
  EXPECT_EQ(visits, report.iterations);
  EXPECT_GE(visits, options.budget.iterations);
  EXPECT_LT(visits, options.budget.iterations + leaves);
}

/// Whether the game can be searched so.
template <typename G>
bool is_allowed(const SearchOptions& options) {
  return !conflict_with_game<G, BlindPolicy<G>>(options);
}

/// The value of a position.
template <typename G>
struct Exact {
  explicit Exact(const typename G::State& s) : mover(G::mover(s)) {
    Solver<G> solver(1'000'000);
    options = solver.options_of(s).value();
  }
  [[nodiscard]] double best() const { return Solver<G>::best_of(options, mover).value[mover]; }
  [[nodiscard]] double value_of(typename G::Action action) const {
    return std::ranges::find(options, action, &Solver<G>::Option::action)->value[mover];
  }

  unsigned mover;
  std::vector<typename Solver<G>::Option> options;
};

/// Runs every combination on a game, and again in its convergent form if the combination is valid.
/// In the latter the chosen option must be at most `tolerance` worse than the best, and its mean
/// that close to its value.
template <typename G>
void expect_known(const typename G::State& s, double tolerance) {
  const std::vector<OptionValues> options = all_option_values();
  const OptionRows rows = pairwise_rows(options, is_allowed<G>);
  const Exact<G> exact(s);
  std::size_t compared = 0;
  std::size_t tried_rows = 0;
  for (const OptionRow& row : rows.rows) {
    SCOPED_TRACE(text_of(options, row));
    SearchOptions tried = options_of(options, row);
    tried.budget.iterations = kShortIterations;
    expect_sound(Found<G>(tried, s), tried, s);
    if (++tried_rows % kConvergingOneIn != 0) continue;
    SearchOptions converging = made_to_converge(tried, GameOfChance<G>);
    converging.budget.iterations =
        kIterations * (converging.parallel.kind == Parallel::leaf ? converging.parallel.leaves : 1);
    if (!is_allowed<G>(converging)) continue;
    ++compared;
    const Found<G> found(converging, s);
    expect_sound(found, converging, s);
    EXPECT_GE(exact.value_of(found.chosen), exact.best() - tolerance);
    EXPECT_NEAR(found.value(exact.mover), exact.value_of(found.chosen), tolerance);
  }
  EXPECT_GT(compared, rows.rows.size() / kConvergingOneIn / 2);
}

TEST(KnownValues, EveryPairOfValuesThatGoTogetherIsTried) {
  const std::vector<OptionValues> options = all_option_values();
  const OptionRows rows = pairwise_rows(options, is_allowed<RandomTree>);
  std::set<std::pair<std::string, std::string>> met;
  for (const OptionRow& row : rows.rows) {
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        met.emplace(options[a].values[row[a]].text, options[b].values[row[b]].text);
      }
    }
  }
  EXPECT_EQ(met.size(), rows.pairs);
  EXPECT_GT(rows.pairs, 1500U);
  EXPECT_LT(rows.impossible, rows.pairs / 5);
  for (const OptionValues& option : options) {
    for (const OptionValue& value : option.values) {
      EXPECT_TRUE(std::ranges::any_of(met, [&](const auto& pair) {
        return pair.first == value.text || pair.second == value.text;
      })) << value.text;
    }
  }
}

/// The minimum gap between the best and second best option for the mover, over all nodes below.
double smallest_gap(const RandomTree::State& s) {
  if (RandomTree::is_over(s)) return 1;
  const Exact<RandomTree> exact(s);
  std::vector<double> values;
  double smallest = 1;
  for (const auto& option : exact.options) {
    values.push_back(option.value[exact.mover]);
    RandomTree::State next = s;
    RandomTree::Legal legal;
    RandomTree::apply(next, option.action, legal);
    smallest = std::min(smallest, smallest_gap(next));
  }
  std::ranges::sort(values, std::ranges::greater{});
  return std::min(smallest, values[0] - values[1]);
}

TEST(KnownValues, TheThreePlayerTreeHasNoTies) { EXPECT_GT(smallest_gap({}), 0.1); }
TEST(KnownValues, AThreePlayerTree) { expect_known<RandomTree>({}, 0.1); }
TEST(KnownValues, ALongForcedLine) { expect_known<LongLine<kShortLine>>({}, 0.1); }
// What it finds of the equilibrium is in hidden_information_test.cpp.
TEST(KnownValues, APokerIsSearchedSoundlyByEverything) {
  const std::vector<OptionValues> options = all_option_values();
  KuhnPoker::State s;
  s.is_dealt = true;
  s.card = {1, 2};
  for (const OptionRow& row : pairwise_rows(options, is_allowed<KuhnPoker>).rows) {
    SCOPED_TRACE(text_of(options, row));
    SearchOptions tried = options_of(options, row);
    tried.budget.iterations = kShortIterations;
    expect_sound(Found<KuhnPoker>(tried, s), tried, s);
  }
}

TEST(KnownValues, Dice) { expect_known<Dice>({}, 0.1); }

/// The error of the search's value of its chosen option.
template <typename G>
double error_of(const SearchOptions& options, const typename G::State& s) {
  const Exact<G> exact(s);
  const Found<G> found(options, s);
  return std::abs(found.value(exact.mover) - exact.value_of(found.chosen));
}

SearchOptions closed(u64 iterations, bool transpositions) {
  SearchOptions options;
  options.budget.iterations = iterations;
  options.tree.chance = ChanceNodes::closed;
  options.tree.transpositions = transpositions;
  options.selection.exploration = 1;
  return options;
}

// A position under several nodes is explored separately under each.
TEST(KnownValues, TranspositionsTakeTheErrorOfAClosedTree) {
  EXPECT_GT(error_of<Dice>(closed(kIterations, false), {}), 0.08);
  EXPECT_LT(error_of<Dice>(closed(kIterations, true), {}), 0.04);
  if (!kSanitized) {
    EXPECT_LT(error_of<Dice>(closed(10 * kIterations, true), {}), 0.02);
  }
}

// An open node is a sequence of decisions: its mover does not see the dice.
TEST(KnownValues, AnOpenTreeDoesNotConvergeWhereDecisionsDependOnDice) {
  SearchOptions open = closed(kIterations, false);
  open.tree.chance = ChanceNodes::open;
  for (const u64 iterations : {kIterations, (kSanitized ? 2 : 10) * kIterations}) {
    open.budget.iterations = iterations;
    EXPECT_GT(error_of<Dice>(open, {}), 0.04);
  }
}

// Paranoid values are those of a game in which the others play against the searcher together.
TEST(KnownValues, ParanoidValuesOfThreePlayersAreThoseOfAnotherGame) {
  SearchOptions options;
  options.budget.iterations = kIterations;
  options.selection.exploration = 1;
  options.tree.opponents = Opponents::paranoid;
  EXPECT_GT(error_of<RandomTree>(options, {}), 0.2);
}

// With two players whose rewards add up to 1 they are the same.
TEST(KnownValues, ParanoidValuesOfTwoPlayersAreExact) {
  SearchOptions options = closed(kIterations, true);
  options.tree.opponents = Opponents::paranoid;
  EXPECT_LT(error_of<Dice>(options, {}), 0.04);
}

// Doubly exponential in the length: Coquelin & Munos 2007.
TEST(KnownValues, ALongerLineIsNotFound) {
  const Exact<LongLine<12>> exact({});
  ASSERT_EQ(exact.best(), 1);
  SearchOptions options;
  options.budget.iterations = kIterations;
  const Found<LongLine<12>> found(options, {});
  EXPECT_LT(exact.value_of(found.chosen), 1);
}

}  // namespace
}  // namespace carrack::testing
