// RULES §7: the auction of 2015, place by place, with its nations.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

State opened(unsigned players, std::string_view starter) {
  State s = start(empires(players, {"national", "auction"}));
  play(s, "starter " + std::string(starter));
  return s;
}

TEST(NationAuction, S7_FifteenDollarsAndAMinimumBidOfOne) {
  const State s = opened(3, "p2");
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.of(p2).money(), 15U);
  EXPECT_EQ(legal(s).size(), 16U);
  EXPECT_TRUE(offers(s, "bid 1"));
  EXPECT_TRUE(offers(s, "bid 15"));
  EXPECT_TRUE(offers(s, "pass"));
}

TEST(NationAuction, S7_TheWinnerPaysTakesThePlaceAndPicksANation) {
  State s = opened(3, "p2");
  play(s, {"bid 4", "pass", "bid 6", "pass"});  // p2, p3, p1, p2
  EXPECT_EQ(s.node, Node::pick_nation);
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(s.of(p1).money(), 9U);
  EXPECT_EQ(s.of(p2).money(), 15U);
  EXPECT_EQ(s.in_place(0), p1);
  EXPECT_NE(trace_of(s).find(R"("bids":{"p1":6,"p2":"out","p3":"out"})"), std::string::npos);
  play(s, "nation holland");
  EXPECT_EQ(s.of(p1).nation(), Nation::holland);
}

TEST(NationAuction, S7_TheNextPlaceIsOpenedByTheNextWithoutOne) {
  State s = opened(4, "p2");
  play(s, {"pass", "pass", "pass"});  // p1 is left
  EXPECT_EQ(s.actor, p1);
  play(s, "nation spain");
  EXPECT_EQ(s.node, Node::place_bid);
  EXPECT_EQ(s.actor, p3);  // after p2, who opened the last
  EXPECT_NE(trace_of(s).find(R"("bids":{})"), std::string::npos);
}

TEST(NationAuction, R14_WhoIsLeftWithoutABidPaysTheMinimumBid) {
  State s = opened(3, "p2");
  play(s, {"pass", "pass"});
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(s.of(p1).money(), 14U);
  EXPECT_NE(trace_of(s).find(R"("bids":{"p2":"out","p3":"out"})"), std::string::npos);
  play(s, {"nation spain", "pass", "nation france"});
  EXPECT_EQ(s.of(p3).money(), 14U);  // of the second place, in the same way
  EXPECT_EQ(s.of(p2).money(), 14U);  // half of $1, rounded up
}

TEST(NationAuction, C13_TheLastOnePaysHalfOfThePlaceBeforeRoundedUp) {
  State s = opened(2, "p1");
  play(s, {"bid 7", "pass", "nation england"});
  EXPECT_EQ(s.node, Node::pick_nation);
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(s.of(p2).money(), 11U);
  EXPECT_EQ(s.in_place(1), p2);
  EXPECT_NE(trace_of(s).find(R"("order":["p1","p2"],"bids":{})"), std::string::npos);
  EXPECT_FALSE(offers(s, "nation england"));
  play(s, "nation portugal");
  EXPECT_EQ(s.phase, Phase::setup);
  EXPECT_EQ(s.node, Node::tile);
  EXPECT_EQ(s.of(p1).money(), 8U);  // no place money
}

TEST(NationAuction, S7_EachBidIsHigherThanTheLastAndAtMostTheMoney) {
  State s = opened(3, "p1");
  play(s, "bid 14");
  EXPECT_EQ(options(s), (Words{"bid 15", "pass"}));
  play(s, "bid 15");
  EXPECT_EQ(s.actor, p2);  // the others could only pass: they are out without being asked
  EXPECT_EQ(s.node, Node::pick_nation);
}

}  // namespace
}  // namespace carrack::testing
