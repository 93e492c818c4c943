// Online learning of playout policies during a search.
#include "agents/search/playout_adaptation.hpp"

#include "agents/scripted/scripted_choice.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

using enum When;
using Adaptation = PlayoutAdaptation<kActions>;

constexpr double kScale = 60;
constexpr unsigned kMe = 0;
constexpr unsigned kOther = 1;
constexpr u16 kGood = 3;
constexpr u16 kBad = 4;
constexpr Learners kFirst{};

/// The given number of games of each, alternating.
Adaptation after(unsigned games) {
  Adaptation adaptation(kScale, 1);
  for (unsigned i = 0; i < games; ++i) {
    adaptation.add(kFirst, kMe, this_turn, kGood, 0.8F);
    adaptation.add(kFirst, kMe, this_turn, kBad, 0.4F);
  }
  return adaptation;
}

TEST(PlayoutAdaptation, WithoutAScaleItIsOff) {
  EXPECT_FALSE(Adaptation(0, 1).is_on());
  EXPECT_TRUE(Adaptation(kScale, 1).is_on());
}

TEST(PlayoutAdaptation, TheBonusIsWhatAnActionBringsAboveTheOthers) {
  const Adaptation adaptation = after(10'000);
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, this_turn)[kGood], kScale * 0.2, 0.01);
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, this_turn)[kBad], -kScale * 0.2, 0.01);
}

TEST(PlayoutAdaptation, WhatWasNeverTakenHasNone) {
  Adaptation adaptation = after(100);
  EXPECT_EQ(adaptation.bonus(kFirst, kMe, this_turn)[5], 0);
  for (const float bonus : adaptation.bonus(kFirst, kOther, this_turn)) EXPECT_EQ(bonus, 0);
  adaptation.forget(1);
  for (const float bonus : adaptation.bonus(kFirst, kMe, this_turn)) EXPECT_EQ(bonus, 0);
}

TEST(PlayoutAdaptation, FewGamesSayLittle) {
  // Priors: 32 average games for the action, and 32 games of the action for its turn.
  const Adaptation adaptation = after(32);
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, this_turn)[kBad], -kScale * 0.2 * 0.75, 0.01);
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, later)[kBad], -kScale * 0.2 * 0.5, 0.01);
}

TEST(PlayoutAdaptation, ThisTurnAndLaterOnesAreApart) {
  Adaptation adaptation(kScale, 1);
  for (int i = 0; i < 10'000; ++i) {
    adaptation.add(kFirst, kMe, this_turn, kGood, 0.8F);
    adaptation.add(kFirst, kMe, later, kGood, 0.4F);
  }
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, this_turn)[kGood], kScale * 0.2, 0.05);
  EXPECT_NEAR(adaptation.bonus(kFirst, kMe, later)[kGood], -kScale * 0.2, 0.05);
}

TEST(PlayoutAdaptation, EverySeatOfAGameDrawsOneOfItsLearners) {
  Adaptation adaptation(kScale, 4);
  Random random(1, 2);
  const Learners taught = adaptation.draw(2, random);
  for (const unsigned p : {kMe, kOther}) {
    adaptation.add(taught, p, this_turn, kGood, 0.8F);
    adaptation.add(taught, p, this_turn, kBad, 0.4F);
  }
  // Only those two have learnt something: who plays shows by whether he knows it.
  const auto knows = [&](const Learners& learners, unsigned p) {
    return adaptation.bonus(learners, p, this_turn)[kBad] < 0;
  };
  std::array<std::array<unsigned, 2>, 2> games{};
  for (int i = 0; i < 1600; ++i) {
    const Learners drawn = adaptation.draw(2, random);
    ++games[knows(drawn, kMe)][knows(drawn, kOther)];
  }
  EXPECT_NEAR(games[1][1], 100, 40);
  EXPECT_NEAR(games[1][0], 300, 65);
  EXPECT_NEAR(games[0][1], 300, 65);
  adaptation.forget(2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(knows(adaptation.draw(2, random), kMe));
  }
}

TEST(PlayoutAdaptation, OneLearnerIsNotDrawn) {
  Adaptation adaptation(kScale, 1);
  Random random(1, 2);
  EXPECT_EQ(adaptation.draw(2, random), Learners{});
  EXPECT_EQ(random.next(), Random(1, 2).next());
}

TEST(PlayoutAdaptation, AScriptFollowsIt) {
  const State s = midgame(3);
  const Legal options = legal(s);
  const Strategy& balanced = *find_strategy("balanced");
  Random random(1, 2);
  const Action usual = scripted_choice(s, options, balanced, random);
  Adaptation adaptation(1'000, 1);
  PlacementValues placements;
  EXPECT_EQ(scripted_choice(s, options, balanced, placements,
                            adaptation.bonus(kFirst, index(s.actor), this_turn), random),
            usual);
  options.for_each([&](Action better) {
    adaptation.forget(s.players());
    for (int i = 0; i < 200; ++i) {
      options.for_each([&](Action action) {
        adaptation.add(kFirst, index(s.actor), this_turn, action.id(),
                       action == better ? 1.0F : 0.0F);
      });
    }
    EXPECT_EQ(scripted_choice(s, options, balanced, placements,
                              adaptation.bonus(kFirst, index(s.actor), this_turn), random),
              better);
  });
}

}  // namespace
}  // namespace carrack
