// RULES §4 B.5 buildings, §5 tiles with an effect at once.
#include "tests/core/rules/tiles.hpp"

namespace carrack::testing {
namespace {

TEST(Buildings, S4B5_EachMayBuyOneKindOnShowOrDecline) {
  State s = buyer(1, 10)
                .shows(Tile::settlers)
                .shows(Tile::settlers)
                .shows(Tile::navigator)
                .begin(Phase::buildings);
  EXPECT_EQ(options(s), (std::vector<std::string>{"buy navigator", "buy settlers", "pass"}));
  play(s, "buy settlers");
  EXPECT_EQ(s.of(p1).money(), 0U);
  EXPECT_EQ(s.tiles_of(p1).size(), 1U);
  EXPECT_TRUE(tiles_on_show(s).kinds().contains(nth<TileCopy>(0)));  // the other copy
}

TEST(Buildings, S4B5_PricesAreTenFourteenAndTwentyByAge) {
  for (const auto& [turn, kind, price] :
       {std::tuple{3U, Tile::navigator, 10U}, {4U, Tile::fortress, 14U}, {7U, Tile::navy, 20U}}) {
    Position poor = buyer(turn, price - 1);
    EXPECT_NE(poor.shows(kind).begin(Phase::buildings).node, Node::buy);
    State s = buyer(turn, price).shows(kind).begin(Phase::buildings);
    ASSERT_EQ(s.node, Node::buy);
    play(s, "buy " + std::string(name(kind)));
    EXPECT_EQ(s.of(p1).money(), 0U);
  }
}

TEST(Buildings, S5_IncaConquestBringsTwentyAtOnce) {
  State s = buyer(1, 10).shows(Tile::inca_conquest).begin(Phase::buildings);
  play(s, "buy inca_conquest");
  EXPECT_EQ(s.of(p1).money(), 20U);
}

TEST(Cartography, S5_DiscoversAnyUndiscoveredRegionWhateverItsNatives) {
  State s = buyer(1, 10).shows(Tile::cartography).begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(options(s).size(), 7U);  // all but the Caribbean and Peru; no pass in 2007
  EXPECT_FALSE(offers(s, "claim peru"));
  play(s, "claim brazil");
  ASSERT_EQ(s.node, Node::claim_counter);
  play(s, "counter 15");
  EXPECT_EQ(s.of(p1).money(), 2U);  // plunder, no soldier money
  EXPECT_EQ(s.of(p1).civilians_in(region("brazil")), 1U);
  EXPECT_TRUE(has_bit(s.discovered, index(region("brazil"))));
  EXPECT_EQ(s.counters.held_by(0), bit(15));
  EXPECT_NE(s.flags & kCartographyUsed, 0);
}

TEST(Cartography, S5_AKnownCounterIsTakenWithoutADraw) {
  State s =
      buyer(1, 10).knows_counter("brazil", 14).shows(Tile::cartography).begin(Phase::buildings);
  play(s, {"buy cartography", "claim brazil"});
  EXPECT_EQ(s.of(p1).money(), 4U);
  EXPECT_EQ(s.counters.held_by(0), bit(14));
  EXPECT_EQ(public_counter(s, region("brazil")), -1);
}

TEST(Cartography, S5_WithNothingUndiscoveredItIsOnlyItsVp) {
  State s = buyer(1, 10).all_discovered().shows(Tile::cartography).begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_NE(s.node, Node::claim);
  EXPECT_EQ(s.flags & kCartographyUsed, 0);
  EXPECT_EQ(tiles::final_vp(s, p1), 4U);
}

TEST(IndianAllies, S5_TwoSoldiersInARegionWithAnOwnWorker) {
  State s = buyer(4, 14)
                .in_region(p1, "peru", Worker::colonist)
                .in_region(p1, "florida", Worker::soldier)
                .shows(Tile::indian_allies)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(options(s), (std::vector<std::string>{"station florida", "station peru"}));
  play(s, "station peru");
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 2U);
  EXPECT_EQ(s.of(p1).good(Good::silver), 1U);  // R4: the third came with them
}

TEST(IndianAllies, R8_LostWhereNobodyIs) {
  State s = buyer(4, 14).shows(Tile::indian_allies).begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_NE(s.node, Node::station);
  EXPECT_EQ(s.of(p1).soldiers_in_regions(), 0U);
}

TEST(IndianAllies, R12_ComeOneByOneAsFarAsThereAreSoldiers) {
  State s = buyer(4, 14)
                .in_region(p1, "peru", Worker::soldier, 9)
                .shows(Tile::indian_allies)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 10U);

  State none = buyer(4, 14)
                   .in_region(p1, "peru", Worker::soldier, 10)
                   .shows(Tile::indian_allies)
                   .begin(Phase::buildings);
  play(none, "buy indian_allies");
  EXPECT_NE(none.node, Node::station);  // a decision that would place nothing is skipped
}

}  // namespace
}  // namespace carrack::testing
