// RULES §3: the setup.
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

TEST(Setup, S2_CopiesOfATileAreOneOutcomeAndEachCounts) {
  State s = after_order(2, {"order p1"});
  EXPECT_EQ(chance_total(s), 11U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile settlers", Board::americas)), 2U);
  EXPECT_EQ(chance_weight(s, parse_notation("tile monastery", Board::americas)), 1U);
  play(s, "tile settlers");
  EXPECT_TRUE(offers(s, "tile settlers"));
  play(s, "tile settlers");
  EXPECT_FALSE(offers(s, "tile settlers"));
}

}  // namespace
}  // namespace carrack::testing
