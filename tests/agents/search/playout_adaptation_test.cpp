// What scripts in playouts learn during a search.
#include "agents/search/playout_adaptation.hpp"

#include "agents/scripted.hpp"
#include "tests/agents/search/searching.hpp"

namespace carrack {
namespace {

using enum PlayoutAdaptation::When;

constexpr double kScale = 60;
constexpr Player kMe{0};
constexpr Player kOther{1};
constexpr Action kGood{3};
constexpr Action kBad{4};

/// So many games of each, by turns.
PlayoutAdaptation after(unsigned games) {
  PlayoutAdaptation adaptation(kScale);
  for (unsigned i = 0; i < games; ++i) {
    adaptation.add(kMe, this_turn, kGood, 0.8F);
    adaptation.add(kMe, this_turn, kBad, 0.4F);
  }
  return adaptation;
}

TEST(PlayoutAdaptation, WithoutAScaleItIsOff) {
  EXPECT_FALSE(PlayoutAdaptation(0).is_on());
  EXPECT_TRUE(PlayoutAdaptation(kScale).is_on());
}

TEST(PlayoutAdaptation, TheBonusIsWhatAnActionBringsAboveTheOthers) {
  const PlayoutAdaptation adaptation = after(10'000);
  EXPECT_NEAR(adaptation.bonus(kMe, this_turn)[kGood.id()], kScale * 0.2, 0.01);
  EXPECT_NEAR(adaptation.bonus(kMe, this_turn)[kBad.id()], -kScale * 0.2, 0.01);
}

TEST(PlayoutAdaptation, WhatWasNeverTakenHasNone) {
  PlayoutAdaptation adaptation = after(100);
  EXPECT_EQ(adaptation.bonus(kMe, this_turn)[5], 0);
  for (const float bonus : adaptation.bonus(kOther, this_turn)) EXPECT_EQ(bonus, 0);
  adaptation.forget(1);
  for (const float bonus : adaptation.bonus(kMe, this_turn)) EXPECT_EQ(bonus, 0);
}

TEST(PlayoutAdaptation, FewGamesSayLittle) {
  // 32 average games stand before those of the action, and 32 of the action before its turn's.
  const PlayoutAdaptation adaptation = after(32);
  EXPECT_NEAR(adaptation.bonus(kMe, this_turn)[kBad.id()], -kScale * 0.2 * 0.75, 0.01);
  EXPECT_NEAR(adaptation.bonus(kMe, later)[kBad.id()], -kScale * 0.2 * 0.5, 0.01);
}

TEST(PlayoutAdaptation, ThisTurnAndLaterOnesAreApart) {
  PlayoutAdaptation adaptation(kScale);
  for (int i = 0; i < 10'000; ++i) {
    adaptation.add(kMe, this_turn, kGood, 0.8F);
    adaptation.add(kMe, later, kGood, 0.4F);
  }
  EXPECT_NEAR(adaptation.bonus(kMe, this_turn)[kGood.id()], kScale * 0.2, 0.05);
  EXPECT_NEAR(adaptation.bonus(kMe, later)[kGood.id()], -kScale * 0.2, 0.05);
}

TEST(PlayoutAdaptation, AScriptFollowsIt) {
  const State s = midgame(3);
  const Legal options = legal(s);
  const Weights& balanced = *find_strategy("balanced");
  Random random(1, 2);
  const Action usual = scripted_choice(s, options, balanced, random);
  PlayoutAdaptation adaptation(1'000);
  EXPECT_EQ(scripted_choice(s, options, balanced, adaptation.bonus(s.actor, this_turn), random),
            usual);
  options.for_each([&](Action better) {
    adaptation.forget(s.players());
    for (int i = 0; i < 200; ++i) {
      options.for_each([&](Action action) {
        adaptation.add(s.actor, this_turn, action, action == better ? 1.0F : 0.0F);
      });
    }
    EXPECT_EQ(scripted_choice(s, options, balanced, adaptation.bonus(s.actor, this_turn), random),
              better);
  });
}

}  // namespace
}  // namespace carrack
