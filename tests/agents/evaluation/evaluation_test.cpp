// The linear evaluation: its features and which weights a position has.
#include "agents/evaluation/evaluation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "agents/evaluation/evaluation_weights.hpp"
#include "agents/scripted/rollout.hpp"

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

/// A random game; `visit(s, not_on_boxes() at the start of the turn)` at every position.
template <typename Visit>
void play_at_random(Ruleset rules, u64 seed, Visit&& visit) {
  Random random(seed, 0);
  State s = start(rules);
  Legal options = legal(s);
  unsigned turn = 0;
  unsigned idle = 0;
  while (!is_over(s)) {
    if (s.phase >= Phase::placement && s.turn != turn) {
      turn = s.turn;
      idle = not_on_boxes(s);
    }
    visit(s, idle);
    random_step(s, options, random);
  }
}

TEST(Evaluation, ATurnBeginsUntilABoxHasAWorker) {
  const std::vector<std::vector<std::string>> modules{{"builder", "national"},
                                                      {"builder", "world"}};
  unsigned starts = 0;
  for (const auto& with : modules) {
    for (unsigned players = 2; players <= 6; ++players) {
      for (u64 seed = 1; seed <= 20; ++seed) {
        const Ruleset rules = Ruleset::make("empires", players, with);
        play_at_random(rules, seed, [&](const State& s, unsigned idle) {
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

TEST(Evaluation, EveryKindOfPositionHasANumberAndWeightsOfItsOwn) {
  std::set<unsigned> numbers;
  std::set<Features> weights;
  unsigned fitted = 0;
  for (const Edition edition : {Edition::aoe3, Edition::empires}) {
    for (unsigned players = 2; players <= kMaxPlayers; ++players) {
      for (const bool begins : {true, false}) {
        for (unsigned turn = 1; turn <= kTurns; ++turn) {
          const unsigned number = PositionKind{edition, players, begins, turn}.number();
          ASSERT_LT(number, PositionKind::kCount);
          numbers.insert(number);
          if (edition == Edition::aoe3 && players == kMaxPlayers) continue;  // no such table
          weights.insert(kEvaluationWeights[number]);
          ++fitted;
        }
      }
    }
  }
  EXPECT_EQ(numbers.size(), PositionKind::kCount);
  EXPECT_EQ(weights.size(), fitted);
}

/// What the features mean is the names' business; here, that they are of the right player.
TEST(Evaluation, IsThatOfThePlayersWhereverTheySit) {
  play_at_random(Ruleset::make("aoe3", 3), 5, [&](const State& s, unsigned) {
    if (!begins_turn(s) || s.turn == 1) return;
    const AllFeatures features = features_of(s);
    const auto money = std::ranges::find(feature_names(), "money") - feature_names().begin();
    for (unsigned p = 0; p < s.players(); ++p) {
      EXPECT_EQ(features[p][static_cast<std::size_t>(money)],
                static_cast<float>(s.player[p].money()));
      std::array<float, kTiles> copies{};
      s.tiles_of(nth<Player>(p)).for_each([&](TileCopy copy) { ++copies[index(kind_of(copy))]; });
      for (unsigned t = 0; t < kTiles; ++t) {
        EXPECT_EQ(feature_names()[kCountFeatures + t], catalogue::row(nth<Tile>(t)).name);
        EXPECT_EQ(features[p][kCountFeatures + t], copies[t]);
      }
      const Features& weights =
          kEvaluationWeights[PositionKind{Edition::aoe3, 3, true, s.turn}.number()];
      float sum = 0;
      for (unsigned f = 0; f < kFeatures; ++f) sum += weights[f] * features[p][f];
      EXPECT_NEAR(expected_vp(s)[p], sum, 1e-3F);
    }
  });
}

}  // namespace
}  // namespace carrack
