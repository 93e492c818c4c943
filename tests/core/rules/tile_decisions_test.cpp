// RULES §5: tiles that act when they are bought; what buildings_test.cpp has is not repeated.
#include "tests/core/rules/tiles.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(IncaConquest, S5_TheTwentyDollarsServeTheNextBuyerAtOnce) {
  State s = buyer(1, 10)
                .in_box(Box::buildings, p1)
                .shows(Tile::inca_conquest)
                .shows(Tile::settlers)
                .begin(Phase::buildings);
  play(s, "buy inca_conquest");
  EXPECT_EQ(s.of(p1).money(), 20U);
  EXPECT_EQ(options(s), (Words{"buy settlers", "pass"}));
}

TEST(Tiles, S5_AllOthersDoNothingWhenTheyAreBought) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  for (const auto& [age, turn, price] :
       {std::tuple{Age::one, 1U, 10U}, {Age::two, 4U, 14U}, {Age::three, 7U, 20U}}) {
    tile_pool(rules, age).kinds().for_each([&](TileCopy copy) {
      const auto kind = nth<Tile>(index(copy));
      if (kind == Tile::inca_conquest) return;
      Position position = buyer(turn, price);
      position.all_discovered().shows(kind).in_box(Box::warfare, p2);
      position.in_region(p1, "peru", Worker::soldier).in_region(p2, "peru", Worker::soldier);
      if (kind == Tile::indian_allies) position.in_region(p1, "peru", Worker::soldier, 9);
      State s = position.begin(Phase::buildings);
      play(s, "buy " + std::string(name(kind)));
      PlayerState before = position.s.of(p1);
      before.pay(price);
      EXPECT_EQ(std::memcmp(&s.of(p1), &before, sizeof before), 0) << name(kind);
      EXPECT_EQ(s.phase, Phase::warfare) << name(kind);
      EXPECT_EQ(s.tiles_of(p1).size(), 1U) << name(kind);
    });
  }
}

TEST(Cartography, S10_TheRegionIsChosenBeforeTheCounterIsDrawn) {
  State s = buyer(1, 10).shows(Tile::cartography).begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(options(s),
            (Words{"claim brazil", "claim florida", "claim new_england", "claim new_france",
                   "claim new_granada", "claim new_spain", "claim virginia"}));
  play(s, "claim florida");
  EXPECT_TRUE(is_chance(s));
  EXPECT_EQ(chance_total(s), 16U);
  EXPECT_FALSE(has_bit(s.discovered, index(region("florida"))));
}

TEST(Cartography, S2_KnownCountersElsewhereAreNotDrawn) {
  State s = buyer(1, 10)
                .knows_counter("brazil", 14)
                .knows_counter("florida", 2)
                .shows(Tile::cartography)
                .begin(Phase::buildings);
  play(s, {"buy cartography", "claim virginia"});
  EXPECT_EQ(options(s).size(), 14U);
  EXPECT_FALSE(offers(s, "counter 14"));
  EXPECT_FALSE(offers(s, "counter 2"));
  play(s, "counter 3");
  EXPECT_EQ(public_counter(s, region("brazil")), 14);
  EXPECT_EQ(public_counter(s, region("florida")), 2);
}

TEST(Cartography, S5_NoSoldierMoneyWhateverWaitsInTheDiscoveryBox) {
  State s = buyer(1, 10)
                .in_box(Box::discovery, p1, Worker::soldier)
                .shows(Tile::cartography)
                .begin(Phase::buildings);
  play(s, {"buy cartography", "claim brazil", "counter 12"});
  EXPECT_EQ(s.of(p1).money(), 4U);
  EXPECT_EQ(s.of(p1).discovery()[Worker::soldier], 1U);
}

TEST(Cartography, S10_OneUndiscoveredRegionIsNoDecision) {
  Position position = buyer(1, 10);
  position.all_discovered().shows(Tile::cartography);
  position.s.discovered = static_cast<u16>(position.s.discovered & ~bit(index(region("brazil"))));
  State s = position.begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(s.node, Node::claim_counter);
  play(s, "counter 0");
  EXPECT_EQ(s.undiscovered(), 0U);
  EXPECT_EQ(s.of(p1).civilians_in(region("brazil")), 1U);
}

TEST(Cartography, R12_NoColonistWithoutACivilianPiece) {
  State s = Position(2)
                .money(p1, 10)
                .in_region(p1, "peru", Worker::colonist, 49)
                .in_box(Box::buildings, p1, Worker::soldier)
                .shows(Tile::cartography)
                .begin(Phase::buildings);
  play(s, {"buy cartography", "claim brazil", "counter 0"});
  EXPECT_TRUE(has_bit(s.discovered, index(region("brazil"))));
  EXPECT_EQ(s.of(p1).civilians_in(region("brazil")), 0U);
}

TEST(Cartography, S4H_CountsItsFourAndTheCounters) {
  State s = buyer(1, 10).shows(Tile::cartography).begin(Phase::buildings);
  play(s, {"buy cartography", "claim brazil", "counter 15"});
  EXPECT_EQ(result(s).breakdown[0].tiles, 4);
  EXPECT_EQ(result(s).breakdown[0].discoveries, 7);
}

TEST(Cartography, R20_In2007ItIsUsedAtThePurchaseOnly) {
  State s = buyer(1, 10)
                .all_discovered()
                .shows(Tile::cartography)
                .in_box(Box::buildings, p2)
                .begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(s.flags & kCartographyUsed, 0);
  EXPECT_NE(s.node, Node::claim);
}

TEST(Cartography, S4B5_TheNextBuyerFollows) {
  State s = buyer(1, 10)
                .money(p2, 10)
                .in_box(Box::buildings, p2)
                .shows(Tile::cartography)
                .shows(Tile::navigator)
                .begin(Phase::buildings);
  play(s, {"buy cartography", "claim brazil", "counter 0"});
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(options(s), (Words{"buy navigator", "pass"}));
}

TEST(IndianAllies, S10_OneOwnRegionIsNoDecision) {
  State s = buyer(4, 14)
                .in_region(p1, "brazil", Worker::colonist)
                .in_region(p2, "peru", Worker::colonist, 3)
                .shows(Tile::indian_allies)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_NE(s.node, Node::station);
  EXPECT_EQ(s.of(p1).soldiers_in(region("brazil")), 2U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 0U);
}

TEST(IndianAllies, R8_LostButPaidAndOwned) {
  State s = buyer(4, 14)
                .in_region(p2, "peru", Worker::colonist)
                .shows(Tile::indian_allies)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(s.of(p1).money(), 0U);
  EXPECT_TRUE(s.has(p1, Tile::indian_allies));
  EXPECT_EQ(s.of(p1).workers_in(region("peru")), 0U);
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 0U);
}

TEST(IndianAllies, S6_SoldiersOutsideCountAgainstTheTenToo) {
  State s = buyer(4, 14)
                .in_region(p1, "peru", Worker::soldier, 4)
                .in_box(Box::warfare, p1, Worker::soldier)
                .in_box(Box::discovery, p1, Worker::soldier)
                .available(p1, Worker::soldier, 3)
                .shows(Tile::indian_allies)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 5U);
}

TEST(IndianAllies, S4B_TheBuyerItselfIsHomeBeforeTheyCome) {
  Position position(2, 4);
  position.money(p1, 14)
      .in_region(p1, "peru", Worker::soldier, 8)
      .in_box(Box::buildings, p1, Worker::soldier)
      .shows(Tile::indian_allies);
  State s = position.begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 10U);
}

TEST(IndianAllies, R4_NoGoodWhereAnotherHasTakenIt) {
  Position position = buyer(4, 14);
  position.in_region(p1, "peru", Worker::colonist, 2).in_region(p2, "peru", Worker::colonist, 2);
  settle_worker(position.s, p2, region("peru"), Worker::colonist);
  State s = position.shows(Tile::indian_allies).begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(s.of(p1).workers_in(region("peru")), 4U);
  EXPECT_EQ(s.of(p1).good(Good::silver), 0U);
  EXPECT_EQ(s.of(p2).good(Good::silver), 1U);
}

}  // namespace
}  // namespace carrack::testing
