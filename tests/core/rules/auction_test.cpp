// RULES §7, the auction of 2007.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

State auctioned(unsigned players, std::initializer_list<std::string_view> events) {
  State s = start(Ruleset::make("aoe3", players, {"auction"}));
  play(s, events);
  return s;
}

TEST(Auction, S7_ChanceDrawsWhoStarts) {
  const State s = start(Ruleset::make("aoe3", 4, {"auction"}));
  EXPECT_EQ(s.phase, Phase::auction);
  EXPECT_TRUE(is_chance(s));
  EXPECT_EQ(options(s), (Words{"starter p1", "starter p2", "starter p3", "starter p4"}));
  EXPECT_EQ(chance_total(s), 4U);
}

TEST(Auction, S7_TheFirstBidIsFromOneToTenOrPass) {
  const State s = auctioned(2, {"starter p1"});
  EXPECT_EQ(options(s), (Words{"bid 1", "bid 10", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6",
                               "bid 7", "bid 8", "bid 9", "pass"}));
}

TEST(Auction, S7_BiddingGoesRoundInSeatOrder) {
  State s = auctioned(3, {"starter p2"});
  for (const auto& [bidder, bid] :
       {std::pair{p2, "bid 1"}, {p3, "bid 2"}, {p1, "bid 3"}, {p2, "bid 4"}, {p3, "bid 5"}}) {
    EXPECT_EQ(s.actor, bidder);
    play(s, bid);
  }
  EXPECT_EQ(s.actor, p1);
}

TEST(Auction, S7_WhoPassedIsOut) {
  State s = auctioned(3, {"starter p1", "bid 1", "pass", "bid 2", "bid 3"});
  EXPECT_EQ(s.actor, p3);  // not p2
  play(s, "bid 4");
  EXPECT_EQ(s.actor, p1);
}

TEST(Auction, S7_OfFiveTheFirstOutIsFifthTheNextFourth) {
  const State s = auctioned(
      5, {"starter p3", "bid 1", "pass", "bid 2", "bid 3", "pass", "pass", "bid 4", "pass"});
  // p3 1, p4 out, p5 2, p1 3, p2 out, p3 out, p5 4, p1 out
  EXPECT_EQ(order_of(s), (std::vector<Player>{p5, p1, p3, p2, p4}));
}

TEST(Auction, S7_TheSecondPaysFourForALastBidOfSeven) {
  const State s = auctioned(2, {"starter p1", "bid 7", "bid 9", "pass"});
  EXPECT_EQ(s.of(p1).money(), 6U);
  EXPECT_EQ(s.of(p2).money(), 1U);
}

TEST(Auction, S7_TheSecondPaysForItsLastBidNotItsFirst) {
  const State s = auctioned(2, {"starter p1", "bid 2", "bid 3", "bid 6", "bid 7", "pass"});
  EXPECT_EQ(s.of(p1).money(), 7U);
  EXPECT_EQ(s.of(p2).money(), 3U);
}

TEST(Auction, S7_WhoNeverBidPaysNothing) {
  const State s = auctioned(3, {"starter p1", "bid 9", "pass", "pass"});
  EXPECT_EQ(order_of(s), (std::vector<Player>{p1, p3, p2}));
  EXPECT_EQ(s.of(p3).money(), 10U);
  EXPECT_EQ(s.node, Node::prize_counter);  // and there is no specialist for it
}

TEST(Auction, S7_LaterPlacesPayNothingWhateverTheyBid) {
  const State s = auctioned(3, {"starter p1", "bid 8", "bid 9", "bid 10"});
  EXPECT_EQ(order_of(s), (std::vector<Player>{p3, p2, p1}));
  EXPECT_EQ(s.of(p1).money(), 10U);
  EXPECT_EQ(s.of(p2).money(), 5U);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.node, Node::prize);
}

TEST(Auction, S7_SevenIsTooLittleForTheSpecialist) {
  State s = auctioned(2, {"starter p1", "bid 7", "bid 8", "pass"});
  EXPECT_EQ(s.node, Node::prize_counter);
  play(s, "counter 0");
  EXPECT_EQ(s.of(p1).available().total(), 5U);
}

TEST(Auction, S7_BothPayThenTheSpecialistThenTheCounter) {
  State s = auctioned(2, {"starter p1", "bid 8", "bid 10"});
  EXPECT_EQ(s.of(p1).money(), 6U);
  EXPECT_EQ(s.of(p2).money(), 0U);
  EXPECT_EQ(s.node, Node::prize);
  EXPECT_EQ(s.phase, Phase::auction);
  play(s, "train captain");
  EXPECT_EQ(s.of(p1).money(), 6U);  // it is free
  EXPECT_EQ(s.of(p1).available()[Worker::captain], 1U);
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);
  EXPECT_EQ(s.phase, Phase::auction);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(chance_total(s), 16U);
}

TEST(Auction, S7_TheWinnersColonistIsNoneOfItsFive) {
  State s = auctioned(2, {"starter p1", "bid 1", "pass"});
  play(s, "counter 5");
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);
  EXPECT_EQ(s.of(p1).civilians_in(region("caribbean")), 1U);
  EXPECT_EQ(s.of(p1).money(), 10U - 1 + 2);  // plunder, nothing for soldiers
  EXPECT_EQ(counter_bag(s), low_bits(16) & ~bit(5));
  EXPECT_EQ(result(s).breakdown[0].discoveries, 5);
}

TEST(Auction, S3_TilesAndGoodsFollowTheAuction) {
  State s = auctioned(3, {"starter p1", "pass", "pass"});
  play(s, "counter 3");
  EXPECT_EQ(s.phase, Phase::setup);
  EXPECT_EQ(s.node, Node::tile);
  resolve_chance(s);
  EXPECT_EQ(s.phase, Phase::placement);
  EXPECT_EQ(s.actor, p3);  // the winner, for nothing
  EXPECT_EQ(order_of(s), (std::vector<Player>{p3, p2, p1}));
  EXPECT_NO_THROW(check(s));
}

State bidding(unsigned players, std::string_view starter) {
  State s = start(Ruleset::make("aoe3", players, {"auction"}));
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
