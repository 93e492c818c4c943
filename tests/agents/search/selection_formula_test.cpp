// How a child is chosen, against the formulas of the papers: every node of the tree has as many
// visits as in the reference search.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "agents/search/search_impl.hpp"
#include "tests/agents/search/reference_search.hpp"

namespace carrack::testing {
namespace {

using Lengths = std::vector<u64>;

/// PUCT without first visits for their own sake: no choice is a tie.
SearchOptions with_known_playouts() {
  SearchOptions options;
  options.tree.memory = 1;
  options.selection.rule = Selection::puct;
  options.selection.exploration = 0.4;
  options.selection.first_play = 0.4;
  options.expansion.prior = Prior::policy;
  options.rollout.policy = Rollout::policy;
  return options;
}

PathVisits visits_by_path(const SearchOptions& options) {
  Search<ForkedPaths, KnownPaths> search(options);
  Random random(1, 0);
  static_cast<void>(search.choose({}, ForkedPaths::legal({}), random));
  const SearchTree& tree = search.tree();
  PathVisits visits;
  std::vector<std::pair<u32, u32>> open{{search.worker().root_cell(), ForkedPaths::State{}.path}};
  while (!open.empty()) {
    const auto [cell, path] = open.back();
    open.pop_back();
    if (tree[cell].visits == 0) continue;
    visits[path] = tree[cell].visits;
    tree.for_each_child(cell, [&, above = path](u32 child) {
      open.emplace_back(child, ForkedPaths::after(above, tree[child].action));
    });
  }
  return visits;
}

PathVisits expected_by_path(SearchOptions options, u64 iterations) {
  options.budget.iterations = iterations;
  return ReferenceSearch(options).visits();
}

void expect_formula(SearchOptions options, const Lengths& lengths = {1, 2, 7, 30, 120, 600}) {
  for (const Opponents opponents : {Opponents::maxn, Opponents::paranoid}) {
    options.tree.opponents = opponents;
    for (const u64 iterations : lengths) {
      options.budget.iterations = iterations;
      EXPECT_EQ(visits_by_path(options), expected_by_path(options, iterations))
          << iterations << " iterations, opponents " << static_cast<int>(opponents);
    }
  }
}

TEST(SelectionFormula, PuctAndUcb1) {
  SearchOptions options = with_known_playouts();
  expect_formula(options);
  const PathVisits puct = expected_by_path(options, 120);
  options.selection.rule = Selection::ucb1;
  expect_formula(options);
  EXPECT_NE(expected_by_path(options, 120), puct);
  options.selection.first_play = -1;  // each option once, the highest prior first
  expect_formula(options);
}

// Auer, Cesa-Bianchi & Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002.
TEST(SelectionFormula, Ucb1TunedExploresByTheVarianceOfTheRewards) {
  // A child needs some hundreds of visits until its variance counts, and not that of a coin.
  constexpr u64 kLong = 4000;
  SearchOptions options = with_known_playouts();
  for (const double first_play : {-1.0, 0.4}) {
    options.selection.first_play = first_play;
    for (const double c : {0.3, 0.6, 1.5}) {
      options.selection.exploration = c;
      options.selection.rule = Selection::tuned;
      expect_formula(options, {1, 7, 120, kLong});
      const PathVisits tuned = expected_by_path(options, kLong);
      options.selection.rule = Selection::ucb1;
      EXPECT_NE(expected_by_path(options, kLong), tuned) << c;
    }
  }
}

// Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008.
TEST(SelectionFormula, ProgressiveBiasFadesWithTheVisitsOfTheChild) {
  for (const Selection rule : {Selection::ucb1, Selection::puct}) {
    SearchOptions options = with_known_playouts();
    options.selection.rule = rule;
    const PathVisits without = expected_by_path(options, 120);
    PathVisits last = without;
    for (const double bias : {0.3, 1.0, 5.0}) {
      options.selection.bias = bias;
      expect_formula(options);
      const PathVisits found = expected_by_path(options, 120);
      EXPECT_NE(found, last) << bias;
      last = found;
    }
  }
}

// Nijssen & Winands, "Enhancements for multi-player Monte-Carlo tree search", 2011.
TEST(SelectionFormula, ProgressiveHistoryFadesWithTheLossesOfTheChild) {
  for (const Selection rule : {Selection::ucb1, Selection::puct}) {
    SearchOptions options = with_known_playouts();
    options.selection.rule = rule;
    PathVisits last = expected_by_path(options, 120);
    for (const double history : {0.2, 1.0, 5.0}) {
      options.selection.history = history;
      expect_formula(options);
      const PathVisits found = expected_by_path(options, 120);
      EXPECT_NE(found, last) << history;
      last = found;
    }
  }
}

// root_search_test.cpp has the root. Here other nodes have the mean of their own player.
TEST(SelectionFormula, FirstPlayIsReducedAtEveryNode) {
  for (const Selection rule : {Selection::ucb1, Selection::puct}) {
    SearchOptions options = with_known_playouts();
    options.selection.rule = rule;
    options.selection.first_play = -1;
    PathVisits last;
    for (const double reduction : {0.0, 0.2, 0.6}) {
      options.selection.reduction = reduction;
      expect_formula(options);
      const PathVisits found = expected_by_path(options, 120);
      EXPECT_NE(found, last) << reduction;
      last = found;
    }
  }
}

// Cazenave, "Generalized rapid action value estimation", 2015.
TEST(SelectionFormula, GraveTakesTheValuesOfTheNearestAncestorWithEnoughVisits) {
  SearchOptions options = with_known_playouts();
  for (const double k : {10.0, 100.0, 1000.0}) {
    options.selection.rave = k;
    PathVisits last;
    // 0 is RAVE. Thresholds that differ by one visit differ in the tree.
    for (const u64 enough : {0U, 4U, 5U, 30U, 1'000'000U}) {
      options.selection.grave = enough;
      expect_formula(options);
      const PathVisits found = expected_by_path(options, 600);
      EXPECT_NE(found, last) << k << ", " << enough;
      last = found;
    }
  }
}

TEST(SelectionFormula, GraveGoesWithHistoryAndBias) {
  SearchOptions options = with_known_playouts();
  options.selection.rave = 50;
  options.selection.grave = 6;
  options.selection.history = 0.5;
  options.selection.bias = 0.5;
  expect_formula(options);
}

}  // namespace
}  // namespace carrack::testing
