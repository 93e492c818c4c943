// Positions that look the same to the player who decides: the same seed gives the same report, bit
// by bit, with every value of every option and every pair of them.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "agents/search/search_impl.hpp"
#include "tests/games/blind_policy.hpp"
#include "tests/games/kuhn_poker.hpp"
#include "tests/games/late_secret.hpp"
#include "tests/games/option_rows.hpp"
#include "tests/report_bits.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

constexpr u64 kBlindIterations = kSanitized ? 30 : 120;

/// What happens from a position on; then the same player decides as there.
template <typename G>
struct Course {
  typename G::State from;
  std::vector<typename G::Action> events;
};

/// The reports of the player who decides first, of each decision along the course, and the last.
template <typename G>
std::vector<std::vector<u64>> reports_along(const SearchOptions& options, const Course<G>& course) {
  Search<G, BlindPolicy<G>> search(options);
  std::vector<std::vector<u64>> reports;
  typename G::State s = course.from;
  const unsigned seat = G::mover(s);
  Random random(1, 0);
  const auto choose = [&] {
    static_cast<void>(search.choose(s, G::legal(s), random));
    reports.push_back(bits_of(search.report()));
  };
  for (const auto action : course.events) {
    if (!is_chance_in<G>(s) && G::mover(s) == seat) choose();
    const typename G::State before = s;
    typename G::Legal next;
    G::apply(s, action, next);
    search.observe(before, action, s);
  }
  choose();
  return reports;
}

/// Searches with every pair of values that goes together, and how they read; the same of both games
/// here.
const std::vector<std::pair<std::string, SearchOptions>>& all_searches() {
  static const std::vector<std::pair<std::string, SearchOptions>> kSearches = [] {
    const std::vector<OptionValues> values = all_option_values();
    const auto is_allowed = [](const SearchOptions& options) {
      return !conflict_with_game<KuhnPoker, BlindPolicy<KuhnPoker>>(options);
    };
    std::vector<std::pair<std::string, SearchOptions>> searches;
    for (const OptionRow& row : pairwise_rows(values, is_allowed).rows) {
      SearchOptions& options =
          searches.emplace_back(text_of(values, row), options_of(values, row)).second;
      options.budget.iterations = kBlindIterations;
      options.tree.memory = 1;
      // The threads of a shared tree meet in any order. One of them does what each does.
      if (options.parallel.kind == Parallel::tree) options.parallel.threads = 1;
    }
    return searches;
  }();
  return kSearches;
}

/// Courses that the player cannot tell from each other.
template <typename G>
void expect_alike(const std::vector<std::pair<Course<G>, Course<G>>>& pairs) {
  for (const auto& [text, options] : all_searches()) {
    for (const auto& [one, other] : pairs) {
      ASSERT_EQ(reports_along(options, one), reports_along(options, other)) << text;
    }
  }
}

/// A player's decision after some others, with these cards of the first and second player.
Course<KuhnPoker> poker(u8 first, u8 second, unsigned seat, std::vector<u16> events) {
  Course<KuhnPoker> course;
  course.from.card = {first, second};
  course.from.is_dealt = true;
  KuhnPoker::Legal next;
  for (; KuhnPoker::mover(course.from) != seat; events.erase(events.begin())) {
    KuhnPoker::apply(course.from, events.front(), next);
  }
  course.events = std::move(events);
  return course;
}

TEST(LookAlikes, NoSearchOfPokerSeesTheOtherCard) {
  constexpr u16 kPass = KuhnPoker::kPass;
  constexpr u16 kBet = KuhnPoker::kBet;
  std::vector<std::pair<Course<KuhnPoker>, Course<KuhnPoker>>> pairs;
  for (u8 mine = 0; mine < KuhnPoker::kCards; ++mine) {
    const auto one = static_cast<u8>((mine + 1) % KuhnPoker::kCards);
    const auto other = static_cast<u8>((mine + 2) % KuhnPoker::kCards);
    pairs.emplace_back(poker(mine, one, 0, {kPass, kBet}), poker(mine, other, 0, {kPass, kBet}));
    pairs.emplace_back(poker(one, mine, 1, {kBet}), poker(other, mine, 1, {kBet}));
  }
  expect_alike<KuhnPoker>(pairs);
}

// With reuse=on the tree of the first search has a node for each card. None of them is kept.
TEST(LookAlikes, NoSearchSeesACardThatWasDrawnSinceTheLastOne) {
  std::vector<std::pair<Course<LateSecret>, Course<LateSecret>>> pairs;
  for (u16 card = 1; card < LateSecret::kCards; ++card) {
    const auto drawn = static_cast<u16>(LateSecret::kFirstCard + card);
    pairs.push_back({{{}, {1, LateSecret::kFirstCard, 0}}, {{}, {1, drawn, 0}}});
  }
  expect_alike<LateSecret>(pairs);
}

// The leaves of a batch, and the root, which is judged first, are drawn anew as well.
TEST(LookAlikes, AnEvaluatorOfLeavesDoesNotSeeTheOtherCard) {
  for (const bool priors : {false, true}) {
    const auto judged = [&](u8 other) {
      SearchOptions options;
      options.budget.iterations = kBlindIterations;
      options.tree.memory = 1;
      options.selection.rule = Selection::puct;
      options.expansion.prior = Prior::policy;
      Search<KuhnPoker, BlindPolicy<KuhnPoker>> search(options);
      search.evaluate_with(
          [](std::span<const KuhnPoker::State> leaves, std::span<Rewards> values,
             std::span<float> logits) {
            for (std::size_t i = 0; i < leaves.size(); ++i) {
              values[i].fill(static_cast<float>(KuhnPoker::hash(leaves[i]) % 7) / 8);
            }
            for (std::size_t i = 0; i < logits.size(); ++i) {
              const auto& leaf = leaves[i / KuhnPoker::kActions];
              logits[i] = static_cast<float>((KuhnPoker::hash(leaf) + i) % 5);
            }
          },
          4, priors);
      const KuhnPoker::State s = poker(1, other, 0, {}).from;
      Random random(1, 0);
      static_cast<void>(search.choose(s, KuhnPoker::legal(s), random));
      return bits_of(search.report());
    };
    EXPECT_EQ(judged(0), judged(2)) << priors;
  }
}

// A player's tree has what that player sees. The card is not part of it, so half the guesses are
// right.
TEST(LookAlikes, ASearchDoesNotSeeTheDrawThatBringsTheSecret) {
  for (const Opponents opponents : {Opponents::observers, Opponents::maxn, Opponents::paranoid}) {
    for (const bool transpositions : {false, true}) {
      if (transpositions && opponents == Opponents::observers) continue;
      SearchOptions options;
      options.budget.iterations = 20'000;
      options.selection.exploration = 1;
      options.tree.opponents = opponents;
      options.tree.chance = ChanceNodes::closed;
      options.tree.transpositions = transpositions;
      Search<LateSecret> search(options);
      Random random(1, 0);
      static_cast<void>(search.choose({}, LateSecret::legal({}), random));
      const auto& report = search.report();
      EXPECT_NEAR(report.options.front().value[0], 0.5, 0.05)
          << index(opponents) << ' ' << transpositions;
      // The line ends before the draw, of which the player has not seen the card.
      EXPECT_EQ(report.principal_variation.size(), 1U);
    }
  }
}

// With priors, an edge for each action is added beside those for what the player has seen.
TEST(LookAlikes, WhatAPlayerSeesMayHaveAnyNumber) {
  SearchOptions options;
  options.budget.iterations = 500;
  options.selection.rule = Selection::puct;
  options.expansion.prior = Prior::policy;
  options.tree.opponents = Opponents::observers;
  for (const ChanceNodes chance : {ChanceNodes::open, ChanceNodes::closed}) {
    options.tree.chance = chance;
    Search<LateSecret, BlindPolicy<LateSecret>> search(options);
    Random random(1, 0);
    static_cast<void>(search.choose({}, LateSecret::legal({}), random));
    EXPECT_EQ(search.report().iterations, 500U);
  }
}

}  // namespace
}  // namespace carrack::testing
