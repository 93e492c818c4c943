// The linear evaluation: its features, and what it expects with the fitted weights.
#include "agents/evaluation/evaluation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "agents/evaluation/dot_product.hpp"
#include "agents/evaluation/weights.hpp"
#include "tests/agents/evaluation/random_game.hpp"

namespace carrack {
namespace {

/// What the features mean is the names' business; here, that they are of the right player.
TEST(Evaluation, IsThatOfThePlayersWhereverTheySit) {
  testing::play_at_random(Ruleset::make("aoe3", 3), 5, [&](const State& s) {
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
          evaluation_weights()[PositionKind{Edition::aoe3, 3, true, s.turn}.number()];
      float sum = 0;
      for (unsigned f = 0; f < kFeatures; ++f) sum += weights[f] * features[p][f];
      EXPECT_NEAR(expected_vp(s)[p], sum, 1e-3F);
    }
  });
}

TEST(Evaluation, IsTheDotProductOfTheFeaturesToTheLastBit) {
  using Modules = std::vector<std::string>;
  for (const Ruleset& rules :
       {Ruleset::make("aoe3", 5), Ruleset::make("empires", 6, Modules{"builder", "world"})}) {
    testing::play_at_random(rules, 7, [&](const State& s) {
      const AllFeatures features = features_of(s);
      const Features& weights = evaluation_weights()[PositionKind::of(s).number()];
      for (unsigned p = 0; p < s.players(); ++p) {
        ASSERT_EQ(expected_vp(s)[p], dot_product(features[p], weights));
      }
    });
  }
}

/// The mean final VP that is expected of a player over a random game: at the starts of its turns,
/// and at its other positions. They change when the weights are fitted again.
struct ExpectedMeans {
  const char* edition;
  unsigned players;
  double starts;
  double others;
};

class KnownExpectations : public ::testing::TestWithParam<ExpectedMeans> {};

TEST_P(KnownExpectations, AreThoseOfTheFittedWeights) {
  const ExpectedMeans& known = GetParam();
  std::array<double, 2> vp{};  // others, starts
  std::array<unsigned, 2> counted{};
  const Ruleset rules = Ruleset::make(known.edition, known.players);
  testing::play_at_random(rules, 7, [&](const State& s) {
    const bool starts = begins_turn(s);
    const auto of_players = expected_vp(s);
    for (unsigned p = 0; p < s.players(); ++p) vp[starts] += static_cast<double>(of_players[p]);
    counted[starts] += s.players();
  });
  EXPECT_NEAR(vp[1] / counted[1], known.starts, 1e-3);
  EXPECT_NEAR(vp[0] / counted[0], known.others, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Tables, KnownExpectations,
                         ::testing::Values(ExpectedMeans{"aoe3", 2, 66.1731, 62.3084},
                                           ExpectedMeans{"aoe3", 3, 56.3472, 55.0532},
                                           ExpectedMeans{"aoe3", 4, 50.6143, 51.1262},
                                           ExpectedMeans{"aoe3", 5, 43.4415, 43.9718},
                                           ExpectedMeans{"empires", 2, 68.5924, 66.4841},
                                           ExpectedMeans{"empires", 3, 54.6128, 55.6847},
                                           ExpectedMeans{"empires", 4, 45.6276, 45.9831},
                                           ExpectedMeans{"empires", 5, 43.6358, 44.5893},
                                           ExpectedMeans{"empires", 6, 37.5911, 38.3891}));

TEST(Evaluation, AfterTheLastDecisionTheResultCounts) {
  using Words = std::vector<std::string>;
  const Ruleset rules = Ruleset::make("empires", 2, Words{"builder"}, Words{"buy_vp"});
  unsigned ends = 0;
  for (u64 seed = 1; seed <= 20; ++seed) {
    testing::play_at_random(rules, seed, [&](const State& s) {
      if (is_chance(s)) return;
      legal(s).for_each([&](Action action) {
        State after = s;
        apply(after, action);
        if (!is_over(after)) return;
        ++ends;
        const auto vp = result(after).vp;
        const unsigned me = index(s.actor);
        EXPECT_EQ(one_ply_value(s, action), static_cast<float>(vp[me] - vp[1 - me]));
      });
    });
  }
  EXPECT_GT(ends, 0U);
}

}  // namespace
}  // namespace carrack
