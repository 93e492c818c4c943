// RULES §8 scouting: knowledge of players, and views without unknown information.
#include "core/game/knowledge.hpp"
#include "core/tools/perft.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

Position scouts(unsigned turn = 1, unsigned players = 3) {
  return Position(empires(players, {}, {"scouting"}), turn);
}

State explorer(Position position, unsigned money = 9) {
  return position.money(p1, money).in_box(Box::discovery, p1).begin(Phase::discovery);
}

TEST(Scouting, S8_OneTwoOrThreeDollarsByAge) {
  for (const auto& [turn, price] : {std::pair{1U, 1U}, {4U, 2U}, {7U, 3U}}) {
    EXPECT_FALSE(offers(explorer(scouts(turn), price - 1), "look peru"));
    State s = explorer(scouts(turn), price);
    play(s, {"look peru", "counter 3"});
    EXPECT_EQ(s.of(p1).money(), 0U);
    EXPECT_EQ(counter_known_to(s, p1, region("peru")), 3);
    EXPECT_EQ(counter_known_to(s, p2, region("peru")), -1);
  }
}

TEST(Scouting, S8_AsOftenAsItCanPayAndNeverTwiceAtTheSame) {
  State s = explorer(scouts(), 2);
  play(s, {"look peru", "counter 3"});
  EXPECT_FALSE(offers(s, "look peru"));
  play(s, {"look brazil", "counter 4"});
  EXPECT_FALSE(offers(s, "look florida"));
  EXPECT_TRUE(offers(s, "explore florida"));
}

TEST(Scouting, S8_AtPlacementTheTurnDoesNotPass) {
  State s = scouts().available(p1, Worker::colonist).money(p1, 1).begin(Phase::placement);
  play(s, {"look peru", "counter 3"});
  EXPECT_EQ(s.actor, p1);
  EXPECT_TRUE(offers(s, "place colonist dock"));
}

TEST(Scouting, S8_WhatAnotherHasSeenIsFixed) {
  State s = explorer(scouts().scouted_counter("peru", 3, {p2}));
  play(s, "look peru");
  EXPECT_FALSE(is_chance(s));  // no draw
  EXPECT_EQ(counter_known_to(s, p1, region("peru")), 3);
  EXPECT_EQ(public_counter(s, region("peru")), -1);  // p3 does not know it
}

TEST(Scouting, S8_WhatAllHaveSeenIsPublic) {
  State s = explorer(scouts().scouted_counter("peru", 3, {p2, p3}));
  play(s, "look peru");
  EXPECT_EQ(public_counter(s, region("peru")), 3);
}

TEST(Scouting, S8_AnExpeditionMeetsTheFixedCounter) {
  State s = explorer(scouts().scouted_counter("peru", 0, {p2}));
  play(s, "explore peru");
  EXPECT_EQ(s.counters.holder(0), index(p1));
  EXPECT_TRUE(has_bit(s.discovered, index(region("peru"))));
}

TEST(Scouting, S11_TheTraceShowsEachWhatItAloneKnows) {
  const State s = explorer(scouts().scouted_counter("peru", 3, {p2}));
  const std::string trace = trace_of(s);
  EXPECT_NE(trace.find(R"("knows":{"peru":3})"), std::string::npos);
  EXPECT_NE(trace.find(R"("knows":{})"), std::string::npos);
  EXPECT_NE(trace.find(R"("peru":{"discovered":false,"good":true,"counter":null)"),
            std::string::npos);
  EXPECT_NE(trace.find(R"("counters":[0,1,2,4,)"), std::string::npos);
}

TEST(Scouting, S11_TheTraceShowsTheKnownEndsOfTheDeckToEachAsItKnowsThem) {
  State s = explorer(scouts(7).all_discovered().in_box(Box::discovery, p2));
  EXPECT_EQ(trace_of(s).find("deck_top"), std::string::npos);
  play(s, {"look deck", "card india", "return bottom", "look deck", "card china", "return top"});
  const std::string trace = trace_of(s);
  EXPECT_NE(trace.find(R"("knows":{"deck_top":["china"],"deck_bottom":["india"]})"),
            std::string::npos);
  EXPECT_NE(trace.find(R"("knows":{"deck_top":[null],"deck_bottom":[null]})"), std::string::npos);
}

TEST(Scouting, S8_TheDeckOnceNothingIsUndiscovered) {
  State s = explorer(scouts(7).all_discovered());
  EXPECT_EQ(options(s), (Words{"explore deck", "look deck", "pass"}));
  play(s, {"look deck", "card china"});
  EXPECT_EQ(options(s), (Words{"return bottom", "return top"}));
  State on_top = s;
  play(on_top, "return top");
  EXPECT_EQ(options(on_top), (Words{"explore deck", "pass"}));  // it knows the top card
  EXPECT_EQ(fixed_top(on_top), 15);
  play(s, "return bottom");
  EXPECT_TRUE(offers(s, "look deck"));
  EXPECT_EQ(fixed_top(s), -1);
  EXPECT_EQ(deck_size(s), 16U);
  EXPECT_FALSE(has_bit(card_bag(s), 15));
  EXPECT_NO_THROW(check(s));
}

TEST(Scouting, S8_AKnownTopCardIsMetWithoutADraw) {
  State s = explorer(scouts(7).all_discovered().in_box(Box::discovery, p2));
  play(s, {"look deck", "card mississippi", "return top", "explore deck"});
  // One colonist against three natives: the card goes back into the bag, with all known ones.
  EXPECT_EQ(fixed_top(s), -1);
  EXPECT_EQ(count_bits(card_bag(s)), 16U);
  EXPECT_NO_THROW(check(s));
}

TEST(Scouting, S8_ASuccessLeavesTheOtherKnownCardsWhereTheyAre) {
  Position position = scouts(7).all_discovered();
  for (int i = 0; i < 5; ++i) position.in_box(Box::discovery, p1);
  State s = explorer(position);
  play(s, {"look deck", "card india", "return bottom", "look deck", "card mississippi",
           "return top", "explore deck", "send 5 colonist"});
  EXPECT_EQ(s.cards.holder(0), index(p1));
  EXPECT_EQ(deck_size(s), 15U);
  EXPECT_EQ(KnownDeck::of(s).bottom, 1U);
  EXPECT_EQ(KnownDeck::of(s).entries[0].card, nth<Card>(13));
}

TEST(Scouting, S8_WithOneCardLeftReturnTopIsForced) {
  Position position = scouts(7).all_discovered();
  for (unsigned i = 1; i < kCards; ++i) position.s.cards.assign(i, index(p2));
  State s = explorer(position);
  play(s, "look deck");  // the only card: no draw, no return
  EXPECT_EQ(options(s), (Words{"explore deck", "pass"}));
}

/// A deck of three cards whose bag is empty: all lie at the known bottom, india on top. p2 has seen
/// all three, p1 none.
Position emptied_bag() {
  Position position = scouts(7).all_discovered();
  KnownDeck deck;
  for (const unsigned card : {13U, 14U, 15U}) {
    deck.entries.at(deck.bottom++) = {nth<Card>(card), static_cast<u8>(bit(index(p2)))};
    position.s.cards.assign(card, kOnTable);
  }
  for (unsigned card = 0; card < 13; ++card) position.s.cards.assign(card, index(p3));
  deck.write(position.s);
  return position;
}

TEST(EmptiedDeckBag, S8_TheFirstOfTheKnownBottomIsTheTop) {
  const State s = explorer(emptied_bag());
  ASSERT_EQ(card_bag(s), 0U);
  EXPECT_EQ(deck_size(s), 3U);
  EXPECT_EQ(fixed_top(s), 13);
  EXPECT_TRUE(offers(s, "look deck"));  // p1 has not seen it
  EXPECT_NO_THROW(check(s));
}

TEST(EmptiedDeckBag, S8_WhoHasSeenTheNewTopDoesNotLookAgain) {
  const State s = emptied_bag().money(p2, 9).in_box(Box::discovery, p2).begin(Phase::discovery);
  ASSERT_EQ(s.actor, p2);
  EXPECT_FALSE(offers(s, "look deck"));
  EXPECT_TRUE(offers(s, "explore deck"));
}

TEST(EmptiedDeckBag, S8_ALookDrawsNothingAndTheCardGoesBackToEitherEnd) {
  State s = explorer(emptied_bag());
  play(s, "look deck");
  EXPECT_FALSE(is_chance(s));
  EXPECT_EQ(options(s), (Words{"return bottom", "return top"}));
  EXPECT_TRUE(knows_top(s, p1));
  State below = s;
  play(s, "return top");
  EXPECT_EQ(fixed_top(s), 13);
  EXPECT_FALSE(offers(s, "look deck"));
  EXPECT_NO_THROW(check(s));

  play(below, "return bottom");
  EXPECT_EQ(fixed_top(below), 14);
  EXPECT_TRUE(offers(below, "look deck"));
  const KnownDeck deck = KnownDeck::of(below);
  EXPECT_EQ(deck.entries[2].card, nth<Card>(13));
  EXPECT_EQ(deck.entries[2].known_by, 0b11U);
  EXPECT_NO_THROW(check(below));
}

TEST(EmptiedDeckBag, S8_AnExpeditionMeetsTheFirstOfTheKnownBottomWithoutADraw) {
  Position position = emptied_bag();
  for (int i = 0; i < 5; ++i) position.in_box(Box::discovery, p1);
  State s = explorer(position);
  play(s, {"explore deck", "send 6 colonist"});
  EXPECT_EQ(s.cards.holder(13), index(p1));
  EXPECT_EQ(deck_size(s), 2U);
  EXPECT_EQ(fixed_top(s), 14);
  EXPECT_NO_THROW(check(s));
}

TEST(EmptiedDeckBag, S8_ACardThatFailsFillsTheBagWithAllThatIsLeft) {
  State s = explorer(emptied_bag());
  play(s, "explore deck");  // one colonist against four
  EXPECT_EQ(card_bag(s), u32{0b111} << 13);
  EXPECT_EQ(KnownDeck::of(s).size(), 0U);
  EXPECT_EQ(fixed_top(s), -1);
}

TEST(EmptiedDeckBag, S8_ARedrawShufflesWhatThePlayerHasNotSeen) {
  const State s = explorer(emptied_bag());
  Random random(3, 4);
  std::array<unsigned, 3> first{};
  for (int i = 0; i < 600; ++i) {
    State again = s;
    resample(again, p1, random);
    ASSERT_NO_THROW(check(again));
    ++first.at(static_cast<unsigned>(fixed_top(again)) - 13);
    resample(again = s, p2, random);
    ASSERT_TRUE(again == s);
  }
  for (const unsigned n : first) EXPECT_NEAR(n, 200.0, 50.0);
}

TEST(KnownDeck, HoldsSixteenCardsOnBothEnds) {
  State s = scouts(7).all_discovered().s;
  KnownDeck deck;
  deck.top = 11;
  deck.bottom = 5;
  for (unsigned i = 0; i < kCards; ++i) {
    deck.entries[i] = {nth<Card>(15 - i), static_cast<u8>(i * 3 + 1)};
  }
  deck.write(s);
  const KnownDeck read = KnownDeck::of(s);
  EXPECT_EQ(read.top, 11U);
  EXPECT_EQ(read.bottom, 5U);
  for (unsigned i = 0; i < kCards; ++i) {
    EXPECT_EQ(read.entries[i].card, nth<Card>(15 - i));
    EXPECT_EQ(read.entries[i].known_by, i * 3 + 1);
  }
}

TEST(Observation, DoesNotChangeWithWhatAPlayerDoesNotKnow) {
  const State one = explorer(scouts().scouted_counter("peru", 3, {p2}));
  const State other = explorer(scouts().scouted_counter("peru", 9, {p2}));
  EXPECT_FALSE(one == other);
  EXPECT_TRUE(seen_by(one, p1) == seen_by(other, p1));
  EXPECT_TRUE(seen_by(one, p3) == seen_by(other, p3));
  EXPECT_FALSE(seen_by(one, p2) == seen_by(other, p2));
  EXPECT_TRUE(seen_by(one, p2) == one);
}

TEST(Observation, HidesTheKnownEndsOfTheDeckFromOthers) {
  const auto position = [](std::string_view card) {
    State s = explorer(scouts(7).all_discovered());
    play(s, {"look deck", "card " + std::string(card), "return bottom"});
    return s;
  };
  EXPECT_TRUE(seen_by(position("china"), p2) == seen_by(position("japan"), p2));
  EXPECT_FALSE(seen_by(position("china"), p1) == seen_by(position("japan"), p1));
}

TEST(Observation, InRandomGamesARedrawnPositionLooksTheSame) {
  Random random(5, 6);
  unsigned redrawn = 0;
  for (unsigned game = 0; game < 60; ++game) {
    State s = start(empires(2 + game % 5, {"builder"}, {"scouting", "no_survivors"}));
    Legal options;
    while (!is_over(s)) {
      apply(s, random_action(s, options, random), options);
      if (is_over(s) || is_chance(s)) continue;
      State again = s;
      resample(again, s.actor, random);
      ASSERT_NO_THROW(check(again));
      ASSERT_TRUE(seen_by(again, s.actor) == seen_by(s, s.actor));
      ASSERT_EQ(legal(again), legal(s));
      redrawn += !(again == s);
    }
  }
  EXPECT_GT(redrawn, 100U);
}

TEST(Resample, IsUniformOverWhatThePlayerCannotTellApart) {
  // Peru's counter is known to p2 alone, three others to p1: p1 sees one of thirteen.
  const State s = explorer(scouts()
                               .scouted_counter("peru", 3, {p2})
                               .scouted_counter("brazil", 0, {p1, p2})
                               .scouted_counter("florida", 1, {p1})
                               .scouted_counter("virginia", 2, {p1, p3}));
  constexpr unsigned kDraws = 13'000;
  Random random(1, 2);
  std::array<unsigned, kCounters> seen{};
  for (unsigned i = 0; i < kDraws; ++i) {
    State drawn = s;
    resample(drawn, p1, random);
    ASSERT_EQ(fixed_counter(drawn, region("brazil")), 0);
    ++seen.at(static_cast<unsigned>(fixed_counter(drawn, region("peru"))));
  }
  double chi_square = 0;
  for (unsigned c = 3; c < kCounters; ++c) {
    chi_square += (seen.at(c) - 1000.0) * (seen.at(c) - 1000.0) / 1000;
  }
  EXPECT_EQ(seen[0] + seen[1] + seen[2], 0U);
  EXPECT_LT(chi_square, 32.9);  // 12 degrees of freedom: 999 seeds in 1,000
}

TEST(Resample, WithoutScoutingThereIsNothingToDraw) {
  State s = perft_start(Ruleset::make("aoe3", 4));
  const State before = s;
  Random random(1, 2);
  resample(s, p1, random);
  EXPECT_TRUE(s == before);
  EXPECT_TRUE(seen_by(s, p1) == before);
}

}  // namespace
}  // namespace carrack::testing
