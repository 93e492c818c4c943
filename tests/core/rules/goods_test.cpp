// RULES §4 B.3: the trade goods box.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(Goods, S4B3_FromLeftToRightWhateverThePlayerOrder) {
  Position position(3);
  for (const Good g : {Good::gold, Good::cocoa, Good::fish, Good::fur}) position.shows(g);
  State s = position.in_box(Box::goods, p3)
                .in_box(Box::goods, p1)
                .in_box(Box::goods, p3)
                .begin(Phase::goods);
  EXPECT_EQ(s.actor, p3);
  EXPECT_EQ(options(s), (Words{"take cocoa", "take fish", "take fur", "take gold"}));
  play(s, "take fur");
  EXPECT_EQ(s.actor, p1);
  EXPECT_EQ(options(s), (Words{"take cocoa", "take fish", "take gold"}));
  play(s, "take gold");
  EXPECT_EQ(s.actor, p3);
  play(s, "take fish");
  EXPECT_EQ(s.of(p3).good(Good::fur), 1U);
  EXPECT_EQ(s.of(p3).good(Good::fish), 1U);
  EXPECT_EQ(s.of(p1).good(Good::gold), 1U);
  EXPECT_EQ(s.of(p2).tokens(), 0U);
}

TEST(Goods, S10_AKindIsOfferedOnceAndAgainWhileATokenIsLeft) {
  State s = Position(2)
                .shows(Good::rice)
                .shows(Good::rice)
                .shows(Good::indigo)
                .in_box(Box::goods, p1)
                .in_box(Box::goods, p2)
                .begin(Phase::goods);
  EXPECT_EQ(options(s), (Words{"take indigo", "take rice"}));
  play(s, "take rice");
  EXPECT_EQ(options(s), (Words{"take indigo", "take rice"}));
}

TEST(Goods, S10_NobodyMayDeclineIn2007) {
  const State s =
      Position(2).shows(Good::rice).shows(Good::gold).in_box(Box::goods, p1).begin(Phase::goods);
  EXPECT_FALSE(offers(s, "pass"));
}

TEST(Goods, S10_OneKindOnShowIsNoDecision) {
  const State s =
      Position(2).shows(Good::sugar).shows(Good::sugar).in_box(Box::goods, p1).begin(Phase::goods);
  EXPECT_NE(s.phase, Phase::goods);
  EXPECT_EQ(s.of(p1).good(Good::sugar), 1U);
}

TEST(Goods, S4B3_WhoComesTooLateTakesNothing) {
  const State s = Position(3)
                      .shows(Good::sugar)
                      .in_box(Box::goods, p2)
                      .in_box(Box::goods, p1)
                      .in_box(Box::goods, p3)
                      .begin(Phase::goods);
  EXPECT_EQ(s.of(p2).tokens(), 1U);
  EXPECT_EQ(s.of(p1).tokens() + s.of(p3).tokens(), 0U);
  for (const Player p : {p1, p2, p3}) EXPECT_EQ(s.of(p).outside().total(), 0U);
}

TEST(Goods, S4B_TheWorkerIsHomeWhenItsTurnComesTheNextStillStands) {
  const State s = Position(2)
                      .shows(Good::sugar)
                      .shows(Good::fish)
                      .in_box(Box::goods, p1, Worker::soldier)
                      .in_box(Box::goods, p1, Worker::soldier)
                      .begin(Phase::goods);
  EXPECT_EQ(s.of(p1).outside()[Worker::soldier], 1U);
  EXPECT_EQ(s.goods_box[0], Slot(p1, Worker::soldier));
}

TEST(Goods, S4B3_TakenGoodsLeaveTheShowNotTheSupply) {
  Position position(2);
  position.shows(Good::gold).shows(Good::gold).shows(Good::fish).in_box(Box::goods, p1);
  State s = position.begin(Phase::goods);
  const Holding supply = s.supply;
  play(s, "take gold");
  EXPECT_EQ(s.of(p1).good(Good::gold), 1U);
  EXPECT_EQ(s.supply, supply);
  EXPECT_EQ(s.goods_on_show.kinds(), bit(index(Good::gold)) | bit(index(Good::fish)));
}

TEST(Goods, S4B3_EachTakesOneOfTheGoodsOnShow) {
  State s = Position(2)
                .shows(Good::rice)
                .shows(Good::rice)
                .shows(Good::gold)
                .in_box(Box::goods, p2)
                .in_box(Box::goods, p1)
                .begin(Phase::goods);
  EXPECT_EQ(options(s), (Words{"take gold", "take rice"}));
  play(s, "take gold");
  EXPECT_EQ(s.of(p2).good(Good::gold), 1U);
  EXPECT_EQ(s.of(p1).good(Good::rice), 1U);  // only rice was left: forced
}

TEST(Goods, S4B3_WithNothingOnShowWorkersGoHome) {
  const State s = Position(2)
                      .in_box(Box::goods, p1)
                      .discovered("peru")
                      .in_box(Box::discovery, p2)
                      .begin(Phase::goods);
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 0U);
  EXPECT_TRUE(s.goods_box[0].empty());
}

TEST(Goods, OnShowIsAscendingWhateverTheOrderOfArrival) {
  Position one(2);
  Position other(2);
  one.shows(Good::rice).shows(Good::gold).shows(Good::sugar).shows(Good::gold);
  other.shows(Good::gold).shows(Good::sugar).shows(Good::gold).shows(Good::rice);
  EXPECT_EQ(one.s.goods_on_show, other.s.goods_on_show);
  one.s.goods_on_show.remove(Good::gold);
  other.s.goods_on_show.remove(Good::gold);
  EXPECT_EQ(one.s.goods_on_show, other.s.goods_on_show);
  EXPECT_EQ(one.s.goods_on_show.kinds(),
            bit(index(Good::gold)) | bit(index(Good::sugar)) | bit(index(Good::rice)));
}

}  // namespace
}  // namespace carrack::testing
