// RULES §3: the setup, and §7: the auction of 2007.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

State after_order(unsigned players, std::initializer_list<std::string_view> order) {
  State s = start(Ruleset::make("aoe3", players));
  play(s, order);
  return s;
}

TEST(Setup, S3_1_ChanceDrawsPlacesAndTheLastIsForced) {
  State s = start(Ruleset::make("aoe3", 3));
  EXPECT_EQ(options(s), (std::vector<std::string>{"order p1", "order p2", "order p3"}));
  play(s, "order p2");
  EXPECT_EQ(options(s), (std::vector<std::string>{"order p1", "order p3"}));
  play(s, "order p3");
  EXPECT_EQ(s.in_place(0), p2);
  EXPECT_EQ(s.in_place(1), p3);
  EXPECT_EQ(s.in_place(2), p1);
  EXPECT_EQ(s.node, Node::tile);
}

TEST(Setup, S3_2_MoneyGrowsWithThePlaceAndEverybodyHasFiveColonists) {
  const State s = after_order(4, {"order p4", "order p1", "order p3"});
  EXPECT_EQ(s.of(p4).money(), 10U);
  EXPECT_EQ(s.of(p1).money(), 11U);
  EXPECT_EQ(s.of(p3).money(), 12U);
  EXPECT_EQ(s.of(p2).money(), 13U);
  for (const Player p : {p1, p2, p3, p4}) {
    EXPECT_EQ(s.of(p).available()[Worker::colonist], 5U);
    EXPECT_EQ(s.of(p).available().total(), 5U);
  }
}

TEST(Setup, S3_2_TwentyNineColonistsPlay) { EXPECT_EQ(kPieces[index(Worker::colonist)], 29); }

TEST(Setup, S3_3_OnlyTheCaribbeanIsDiscoveredAndEachRegionHoldsItsGood) {
  const State s = start(Ruleset::make("aoe3", 2));
  EXPECT_EQ(s.discovered, bit(index(region("caribbean"))));
  EXPECT_EQ(s.region_tokens, 0x1FF);
  EXPECT_EQ(s.supply[Good::sugar], 5U);
  EXPECT_EQ(s.supply[Good::rice], 3U);  // in no region
}

TEST(Setup, S3_4_FiveTilesOfTheFirstAgeThenFourGoodsAndOneShip) {
  State s = after_order(2, {"order p1"});
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(s.node, Node::tile);
    play(s, options(s).front());
  }
  EXPECT_EQ(tiles_on_show(s).size(), 5U);
  EXPECT_TRUE((tiles_on_show(s) - tile_pool(s.ruleset(), Age::one)).empty());
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(s.node, Node::good);
    play(s, "good sugar");
  }
  EXPECT_EQ(s.node, Node::place);
  EXPECT_EQ(s.ship_on_show, 1);
  EXPECT_EQ(s.supply.ships(), 7U);
}

TEST(Setup, S2_EqualCountersAreSeparateOutcomesAndCopiesCount) {
  State s = after_order(2, {"order p1"});
  EXPECT_EQ(chance_total(s), 11U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile settlers", Board::americas)), 2U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile monastery", Board::americas)), 1U);
  play(s, "tile settlers");
  EXPECT_TRUE(offers(s, "tile settlers"));
  play(s, "tile settlers");
  EXPECT_FALSE(offers(s, "tile settlers"));
}

State bidding(unsigned players, std::string_view starter) {
  State s = start(Ruleset::make("aoe3", players, std::vector<std::string>{"auction"}));
  play(s, starter);
  return s;
}

TEST(Auction, S7_BidsRiseFromOneToTheMoneyOrPass) {
  State s = bidding(3, "starter p2");
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(options(s).size(), 11U);
  play(s, "bid 4");
  EXPECT_EQ(s.actor, p3);
  EXPECT_FALSE(offers(s, "bid 4"));
  EXPECT_TRUE(offers(s, "bid 5"));
  EXPECT_TRUE(offers(s, "bid 10"));
  EXPECT_FALSE(offers(s, "bid 11"));
}

TEST(Auction, S7_FirstOutTakesTheLastPlace) {
  State s = bidding(4, "starter p2");
  play(s, {"pass", "bid 1", "pass", "bid 2", "pass"});
  EXPECT_EQ(s.in_place(3), p2);
  EXPECT_EQ(s.in_place(2), p4);
  EXPECT_EQ(s.in_place(1), p3);
  EXPECT_EQ(s.in_place(0), p1);
}

TEST(Auction, S7_WinnerPaysItsBidAndTheSecondHalfOfItsLastRoundedUp) {
  State s = bidding(2, "starter p1");
  play(s, {"bid 5", "bid 6", "pass"});
  EXPECT_EQ(s.of(p2).money(), 4U);
  EXPECT_EQ(s.of(p1).money(), 7U);
  EXPECT_EQ(s.node, Node::prize_counter);
}

TEST(Auction, S7_ASecondWhoBidEightTakesASpecialistOfChoice) {
  State s = bidding(2, "starter p1");
  play(s, {"bid 8", "bid 9", "pass"});
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(options(s), (std::vector<std::string>{"train captain", "train merchant",
                                                  "train missionary", "train soldier"}));
  play(s, "train merchant");
  EXPECT_EQ(s.of(p1).available()[Worker::merchant], 1U);
  EXPECT_EQ(s.of(p1).money(), 6U);
  EXPECT_EQ(s.node, Node::prize_counter);
}

TEST(Auction, S7_WinnerDiscoversTheCaribbeanWithPlunderAndAColonist) {
  State s = bidding(2, "starter p1");
  play(s, {"bid 3", "pass"});
  play(s, "counter 14");
  EXPECT_EQ(s.of(p1).money(), 10U - 3 + 4);
  EXPECT_EQ(s.counters.held_by(0), bit(14));
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 1U);
  EXPECT_EQ(s.phase, Phase::setup);
  EXPECT_EQ(s.of(p1).economy(), 0U);  // the bids are forgotten
}

TEST(Auction, S7_TheLastOneLeftWinsForNothing) {
  State s = bidding(3, "starter p3");
  play(s, {"pass", "pass"});
  EXPECT_EQ(s.in_place(0), p2);
  EXPECT_EQ(s.of(p2).money(), 10U);
}

TEST(Auction, R13_NobodyGetsPlaceMoney) {
  State s = bidding(3, "starter p1");
  play(s, {"pass", "pass"});
  play(s, "counter 0");
  EXPECT_EQ(s.of(p1).money(), 10U);
  EXPECT_EQ(s.of(p2).money(), 10U);
}

TEST(Auction, S10_NobodyCanOutbidTenSoTheOthersAreOutUnasked) {
  State s = bidding(3, "starter p1");
  play(s, "bid 10");
  EXPECT_EQ(s.node, Node::prize_counter);
  EXPECT_EQ(s.in_place(0), p1);
  EXPECT_EQ(s.in_place(2), p2);
  EXPECT_EQ(s.of(p1).money(), 0U);
}

}  // namespace
}  // namespace carrack::testing
