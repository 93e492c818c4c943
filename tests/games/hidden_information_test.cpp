// Searches of Kuhn poker, where each player knows one card: which parts of its equilibrium
// information-set search finds.
#include <gtest/gtest.h>

#include "agents/search/search_impl.hpp"
#include "tests/games/kuhn_strategy.hpp"

namespace carrack::testing {
namespace {

constexpr u8 kJack = 0;
constexpr u8 kQueen = 1;
constexpr u8 kKing = 2;
constexpr u64 kPokerIterations = 40'000;

/// A player's decision; the other's card is resampled in every iteration.
KuhnPoker::State decision(u8 card, std::initializer_list<u16> played) {
  KuhnPoker::State s;
  s.is_dealt = true;
  KuhnPoker::Legal legal;
  for (const u16 action : played) KuhnPoker::apply(s, action, legal);
  s.card[KuhnPoker::mover(s)] = card;
  s.card[1 - KuhnPoker::mover(s)] = static_cast<u8>((card + 1) % KuhnPoker::kCards);
  return s;
}

Search<KuhnPoker> searched(const KuhnPoker::State& s, Opponents opponents) {
  SearchOptions options;
  options.budget.iterations = kPokerIterations;
  options.selection.exploration = 1;
  options.tree.opponents = opponents;
  Search<KuhnPoker> search(options);
  Random random(1, 0);
  static_cast<void>(search.choose(s, KuhnPoker::legal(s), random));
  return search;
}

u16 choice(const KuhnPoker::State& s, Opponents opponents) {
  return searched(s, opponents).report().options.front().action;
}

/// The value of an option for the mover, in antes.
double antes(const KuhnPoker::State& s, Opponents opponents, u16 action) {
  const Search<KuhnPoker> search = searched(s, opponents);
  const auto option =
      std::ranges::find(search.report().options, action, &BasicOptionReport<u16>::action);
  return static_cast<double>(option->value[KuhnPoker::mover(s)]) * 4 - 2;
}

TEST(KuhnPoker, HasTheValueThatKuhnFound) {
  for (const double bluff : {0.0, 0.2, 1.0 / 3}) {
    const KuhnStrategy equilibrium = kuhn_equilibrium(bluff);
    EXPECT_NEAR(kuhn_exploitability(equilibrium, equilibrium), 0, 1e-12);
    EXPECT_NEAR(kuhn_value({}, equilibrium, equilibrium), KuhnPoker::kValue, 1e-12);
  }
  KuhnStrategy timid{};
  EXPECT_GT(kuhn_exploitability(timid, timid), 0.1);
}

TEST(KuhnPoker, EverySearchSeesWhatDominates) {
  for (const Opponents opponents : {Opponents::maxn, Opponents::paranoid, Opponents::self,
                                    Opponents::separate, Opponents::observers}) {
    SCOPED_TRACE(static_cast<int>(opponents));
    EXPECT_EQ(choice(decision(kKing, {KuhnPoker::kBet}), opponents), KuhnPoker::kBet);
    EXPECT_EQ(choice(decision(kJack, {KuhnPoker::kBet}), opponents), KuhnPoker::kPass);
    EXPECT_EQ(choice(decision(kKing, {KuhnPoker::kPass, KuhnPoker::kBet}), opponents),
              KuhnPoker::kBet);
    EXPECT_EQ(choice(decision(kJack, {KuhnPoker::kPass, KuhnPoker::kBet}), opponents),
              KuhnPoker::kPass);
  }
}

// Bet with the queen: the king calls and the jack folds, so half an ante is lost. In a shared tree,
// the holder of king or jack decides without seeing the card, and calling is free.
TEST(KuhnPoker, ObserversDecideByTheirOwnCards) {
  const KuhnPoker::State queen = decision(kQueen, {});
  EXPECT_NEAR(antes(queen, Opponents::observers, KuhnPoker::kBet), -0.5, 0.05);
  EXPECT_NEAR(antes(queen, Opponents::maxn, KuhnPoker::kBet), 0, 0.1);
  EXPECT_EQ(choice(queen, Opponents::observers), KuhnPoker::kPass);  // as in every equilibrium
}

// The searcher's card is the same in all iterations, so in its trees the opponents learn to play
// against that card. A bluff then never pays: the equilibrium's bluffs (one third) are missing.
TEST(KuhnPoker, ObserversDoNotBluffAndAreNoEquilibrium) {
  KuhnStrategy found{};
  for (const u8 card : {kJack, kQueen, kKing}) {
    const auto bets = [&](std::initializer_list<u16> played) {
      return choice(decision(card, played), Opponents::observers) == KuhnPoker::kBet ? 1.0 : 0.0;
    };
    found[card] = {bets({}), bets({KuhnPoker::kPass}), bets({KuhnPoker::kBet}),
                   bets({KuhnPoker::kPass, KuhnPoker::kBet})};
  }
  EXPECT_EQ(found[kJack][0], 0);
  EXPECT_EQ(found[kJack][1], 0);
  EXPECT_EQ(found[kKing][1], 1);
  EXPECT_GT(kuhn_exploitability(found, found), 0.05);
}

}  // namespace
}  // namespace carrack::testing
