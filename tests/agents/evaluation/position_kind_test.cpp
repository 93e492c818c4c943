// Which positions are judged by the same weights.
#include "agents/evaluation/position_kind.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "agents/evaluation/weights.hpp"
#include "tests/agents/evaluation/random_game.hpp"

namespace carrack {
namespace {

/// Workers who are in hand, or where they stay from turn to turn.
unsigned not_on_boxes(const State& s) {
  unsigned workers = s.india().total();
  for (unsigned p = 0; p < s.players(); ++p) {
    workers += s.player[p].available().total() + s.player[p].discovery().total();
  }
  return workers;
}

TEST(PositionKind, ATurnBeginsUntilABoxHasAWorker) {
  const std::vector<std::vector<std::string>> modules{{"builder", "national"},
                                                      {"builder", "world"}};
  unsigned starts = 0;
  for (const auto& with : modules) {
    for (unsigned players = 2; players <= 6; ++players) {
      for (u64 seed = 1; seed <= 20; ++seed) {
        unsigned turn = 0;
        unsigned idle = 0;  // at the start of the turn
        const Ruleset rules = Ruleset::make("empires", players, with);
        testing::play_at_random(rules, seed, [&](const State& s) {
          if (s.phase >= Phase::placement && s.turn != turn) {
            turn = s.turn;
            idle = not_on_boxes(s);
          }
          const bool is_first = s.node != Node::place || s.actor == s.in_place(0);
          const bool expected = s.phase == Phase::placement && is_first && not_on_boxes(s) == idle;
          ASSERT_EQ(begins_turn(s), expected) << "turn " << +s.turn << ", seed " << seed;
          starts += expected;
        });
      }
    }
  }
  EXPECT_GE(starts, 2U * 5U * 20U * kTurns);
}

TEST(PositionKind, EachHasANumberAndWeightsOfItsOwn) {
  std::set<unsigned> numbers;
  std::set<Features> weights;
  const std::vector<PositionKind> kinds = position_kinds();
  EXPECT_EQ(kinds.size(), (4U + 5U) * 2U * kTurns);  // tables of 2 to 5 and of 2 to 6
  for (const PositionKind& kind : kinds) {
    ASSERT_LT(kind.number(), PositionKind::kCount);
    EXPECT_TRUE(numbers.empty() || kind.number() > *numbers.rbegin());
    numbers.insert(kind.number());
    weights.insert(evaluation_weights()[kind.number()]);
  }
  EXPECT_EQ(numbers.size(), kinds.size());
  EXPECT_EQ(weights.size(), kinds.size());
}

}  // namespace
}  // namespace carrack
