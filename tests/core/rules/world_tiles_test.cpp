// RULES §9: the fourteen tiles of the world map, in catalogue order.
#include "core/rules/world_tiles.hpp"

#include "tests/core/rules/tiles.hpp"
#include "tests/core/rules/world.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

TEST(AroundTheCape, S9_ThreeColonistsIntoAfricanRegionsDiscoveredOrNot) {
  State s = bought(world(), Tile::around_the_cape);
  EXPECT_EQ(options(s), (Words{"settle cape_colony", "settle west_africa"}));
  play(s, "settle west_africa");
  EXPECT_EQ(options(s), (Words{"settle cape_colony", "settle west_africa"}));
  play(s, "settle cape_colony");  // and the third can only go there too
  EXPECT_EQ(s.of(p1).civilians_in(there("west_africa")), 1U);
  EXPECT_EQ(s.of(p1).civilians_in(there("cape_colony")), 2U);
  EXPECT_EQ(s.discovered, bit(index(there("caribbean"))));
}

TEST(AroundTheCape, W2_ThreeInOneTakeItsGood) {
  State s = bought(world(), Tile::around_the_cape);
  play(s, {"settle west_africa", "settle west_africa", "settle west_africa"});
  EXPECT_EQ(s.of(p1).good(Good::ivory), 1U);
}

TEST(TradeRoutesToAsia, S9_OneEachAsFarAsTheSupplyHasThem) {
  const State s = bought(world().owns_good(p2, Good::tea, 2), Tile::trade_routes_to_asia);
  EXPECT_EQ(s.of(p1).good(Good::spices), 1U);
  EXPECT_EQ(s.of(p1).good(Good::silk), 1U);
  EXPECT_EQ(s.of(p1).good(Good::tea), 0U);  // the third lies in India
  EXPECT_EQ(s.of(p1).tokens(), 2U);
}

Position allies() {
  Position position = world(8).owns(p1, Tile::alliance);
  position.s.set_ally(p2);
  return position.in_region(p1, "peru", Worker::soldier)
      .in_region(p2, "peru", Worker::soldier)
      .in_region(p3, "peru", Worker::colonist)
      .money(p1, 10)
      .money(p2, 10);
}

TEST(Alliance, S9_TheOwnerNamesAnotherPlayer) {
  State s = bought(world(), Tile::alliance);
  EXPECT_EQ(options(s), (Words{"ally p2", "ally p3"}));
  EXPECT_EQ(trace_of(s).find("\"ally\""), std::string::npos);
  play(s, "ally p3");
  EXPECT_EQ(s.ally(), index(p3));
  const std::string trace = trace_of(s);  // S11: of its owner alone
  EXPECT_LT(trace.find(R"("ally":"p3")"), trace.find(R"({"money")", trace.find(R"({"money")") + 1));
  EXPECT_TRUE(tiles::are_allied(s, p1, p3));
  EXPECT_TRUE(tiles::are_allied(s, p3, p1));
  EXPECT_FALSE(tiles::are_allied(s, p1, p2));
  EXPECT_FALSE(tiles::are_allied(s, p2, p3));
  EXPECT_NE(s.phase, Phase::buildings);
}

TEST(Alliance, S10_WithTwoPlayersThereIsNoChoice) {
  EXPECT_EQ(bought(world(8, 2), Tile::alliance).ally(), index(p2));
}

TEST(Alliance, S9_NoBattleOrWarEitherWay) {
  EXPECT_EQ(options(allies().in_box(Box::warfare, p1).begin(Phase::warfare)),
            (Words{"battle peru p3", "pass", "war p3"}));
  EXPECT_EQ(options(allies().in_box(Box::warfare, p2).begin(Phase::warfare)),
            (Words{"battle peru p3", "pass", "war p3"}));
}

/// p2 attacks p1, which has two builders in Peru, and something else; garrisons if `owned`.
State siege(bool owned, unsigned colonists, unsigned besiegers = 3) {
  Position position = world();
  if (owned) position.owns(p1, Tile::garrisons);
  if (colonists != 0) position.in_region(p1, "peru", Worker::colonist, colonists);
  State s = position.in_region(p1, "peru", Worker::builder, 2)
                .in_region(p2, "peru", Worker::soldier, besiegers)
                .in_box(Box::warfare, p2)
                .begin(Phase::warfare);
  play(s, "battle peru p1");
  return s;
}

TEST(Garrisons, W3_BuildersCannotBePickedAndDoNotCountAsCasualties) {
  EXPECT_EQ(siege(false, 2).node, Node::kill);
  const State s = siege(true, 2);
  EXPECT_EQ(s.of(p1).civilians_in(there("peru")), 0U);  // no choice: min(3, 4 - 2) of them
  EXPECT_EQ(s.of(p1).builders_in(there("peru")), 2U);
}

TEST(Garrisons, W3_BuildersAloneLoseNobody) {
  EXPECT_EQ(siege(true, 0).of(p1).workers_in(there("peru")), 2U);
  EXPECT_EQ(siege(false, 0).of(p1).workers_in(there("peru")), 0U);
}

TEST(Garrisons, W3_TheMilitiaCanStillBePicked) {
  State s = world()
                .owns(p1, Tile::garrisons)
                .owns(p1, Tile::militia)
                .in_region(p1, "peru", Worker::builder, 2)
                .in_region(p1, "peru", Worker::colonist)
                .in_region(p2, "peru", Worker::soldier)
                .in_box(Box::warfare, p2)
                .begin(Phase::warfare);
  play(s, "battle peru p1");
  EXPECT_EQ(options(s), (Words{"kill colonist", "kill militia"}));
}

TEST(AztecConquest, W4_TheDiscoverersColonistAndThreeMore) {
  State s = bought(world(), Tile::aztec_conquest);
  ASSERT_EQ(s.node, Node::claim_counter);
  play(s, "counter 14");  // plunder 4, 5 natives, who do not matter
  EXPECT_TRUE(has_bit(s.discovered, index(there("new_spain"))));
  EXPECT_EQ(s.of(p1).civilians_in(there("new_spain")), 4U);
  EXPECT_EQ(s.of(p1).good(Good::gold), 1U);
  EXPECT_EQ(s.of(p1).money(), 4U);
  EXPECT_EQ(s.counters.holder(14), index(p1));
  EXPECT_EQ(s.flags & kCartographyUsed, 0);
}

TEST(AztecConquest, W4_WhereItIsDiscoveredThreeColonistsCome) {
  const State s = bought(world().discovered("new_spain"), Tile::aztec_conquest);
  EXPECT_EQ(s.of(p1).civilians_in(there("new_spain")), 3U);
  EXPECT_EQ(s.counters.held_by(index(p1)), 0U);
  EXPECT_NE(s.phase, Phase::buildings);
}

TEST(AztecConquest, S9_AKnownCounterIsTakenWithoutADraw) {
  const State s = bought(world().knows_counter("new_spain", 3), Tile::aztec_conquest);
  EXPECT_EQ(s.counters.holder(3), index(p1));
  EXPECT_EQ(s.of(p1).civilians_in(there("new_spain")), 4U);
}

TEST(SpiceTrade, S9_OneDollarForEachGoodAndShip) {
  const State s = world()
                      .owns(p1, Tile::spice_trade)
                      .owns_good(p1, Good::sugar, 2)
                      .owns_good(p1, Good::silk)
                      .owns_ships(p1, 2)
                      .begin(Phase::benefits);
  EXPECT_EQ(s.of(p1).money(), 5U);
}

TEST(Goa, W5_TheBestIncomeOfTheOthersSpicesTeaAndSilkWithoutShips) {
  const State s = world()
                      .owns(p1, Tile::goa)
                      .owns_good(p1, Good::silk, 3)
                      .owns_good(p2, Good::spices, 3)
                      .owns_ships(p2, 1)
                      .owns_good(p3, Good::spices)
                      .owns_good(p3, Good::tea)
                      .owns_good(p3, Good::silk)
                      .owns_good(p3, Good::sugar, 4)
                      .begin(Phase::income);
  EXPECT_EQ(s.of(p1).money(), 3U + 3 + 1);  // own sets; three spices; any three
  EXPECT_EQ(s.of(p1).economy(), 3U);
}

TEST(Zanzibar, W5_TheSameOfIvoryGoldAndCoffee) {
  const State s = world()
                      .owns(p1, Tile::zanzibar)
                      .owns_good(p1, Good::gold, 1)
                      .owns_good(p2, Good::gold, 3)
                      .owns_good(p3, Good::ivory, 2)
                      .owns_good(p3, Good::coffee, 3)
                      .owns_good(p3, Good::spices, 3)
                      .begin(Phase::income);
  EXPECT_EQ(s.of(p1).money(), 3U + 3);
  EXPECT_EQ(s.of(p1).economy(), 0U);
}

TEST(FleetOfDiscovery, S9_AShipACaptainAMerchantAndASoldier) {
  const State s = bought(world(), Tile::fleet_of_discovery);
  EXPECT_EQ(s.of(p1).ships(), 1U);
  EXPECT_EQ(s.ship_on_show, 1U);
  for (const Worker w : {Worker::captain, Worker::merchant, Worker::soldier}) {
    EXPECT_EQ(s.of(p1).available()[w], 1U);
  }
  EXPECT_EQ(s.of(p1).available().total(), 3U);
  EXPECT_EQ(bought(world().owns_ships(p2, 7), Tile::fleet_of_discovery).of(p1).ships(), 0U);
}

TEST(ColonyInIndia, S9_ABoxOfTheOwnerWithoutLimitWhereWorkersStay) {
  State s = world(7)
                .owns(p1, Tile::colony_in_india)
                .available(p1, Worker::colonist, 2)
                .available(p1, Worker::soldier, 1)
                .available(p2, Worker::colonist, 2)
                .begin(Phase::placement);
  ASSERT_TRUE(offers(s, "place soldier india"));
  play(s, "place colonist india");
  EXPECT_FALSE(offers(s, "place colonist india"));  // p2 has no colony there
  play(s, {"place colonist shipping", "place soldier india", "place colonist shipping",
           "place colonist india"});
  EXPECT_EQ(s.india().total(), 3U);
  EXPECT_NE(trace_of(s).find(R"("india":{"p1":{"colonist":2,"soldier":1}})"), std::string::npos);
  EXPECT_EQ(s.of(p1).outside().total(), 3U);  // no effect: they stay
  resolve_chance(s);
  EXPECT_EQ(s.turn, 8);
  EXPECT_EQ(s.india().total(), 3U);
  EXPECT_EQ(s.of(p1).available().total(), 5U);
  EXPECT_EQ(tiles::final_vp(s, p1), 6U);
  EXPECT_NO_THROW(check(s));
}

TEST(ColonyInIndia, R12_PiecesThereAreNotAvailableAgain) {
  Position position = world(7).owns(p1, Tile::colony_in_india).available(p1, Worker::captain, 5);
  for (int n = 0; n < 5; ++n) {
    position.s.of(p1).remove_available(Worker::captain);
    position.s.add_india(Worker::captain);
  }
  EXPECT_FALSE(has_room(position.s.of(p1), Worker::captain));
}

/// A finished game with these VP by player, none from colonies of turn 8.
State finished(const std::vector<unsigned>& vp, Player owner) {
  Position position = world(8, static_cast<unsigned>(vp.size()));
  for (unsigned p = 0; p < vp.size(); ++p) {
    position.s.player[p].add_colony_vp(vp[p]);
  }
  return position.owns(owner, Tile::european_war).s;
}

TEST(EuropeanWar, W6_TheFirstLosesTenAndRanksAreTakenAgain) {
  const Result r = result(finished({30, 25, 10}, p3));
  EXPECT_EQ(r.vp[0], 20);
  EXPECT_EQ(r.vp[1], 25);
  EXPECT_EQ(r.rank, (std::array<u8, kMaxPlayers>{2, 1, 3}));
  EXPECT_EQ(r.breakdown[0].total(), 30U);
}

TEST(EuropeanWar, W6_ItsOwnerIsSpared) {
  const Result r = result(finished({30, 25, 10}, p1));
  EXPECT_EQ(r.vp[0], 30);
  EXPECT_EQ(r.vp[1], 25);
}

TEST(EuropeanWar, W6_TiesAreBrokenFirst) {
  State s = finished({30, 30, 10}, p3);
  s.of(p2).earn(1);
  const Result r = result(s);
  EXPECT_EQ(r.vp[0], 30);
  EXPECT_EQ(r.vp[1], 20);
}

TEST(EuropeanWar, C20_AllWhoShareTheFirstPlaceLoseTenBelowNothingToo) {
  const Result r = result(finished({7, 7, 5}, p3));
  EXPECT_EQ(r.vp[0], -3);
  EXPECT_EQ(r.vp[1], -3);
  EXPECT_EQ(r.rank, (std::array<u8, kMaxPlayers>{2, 2, 1}));
  const Result spared = result(finished({7, 7, 5}, p2));
  EXPECT_EQ(spared.vp[0], -3);
  EXPECT_EQ(spared.vp[1], 7);
}

Position three_armies() {
  return world()
      .in_region(p2, "peru", Worker::soldier, 2)
      .in_region(p3, "peru", Worker::colonist, 2)
      .in_region(p3, "peru", Worker::soldier, 2)
      .in_region(p2, "brazil", Worker::soldier)
      .in_region(p3, "brazil", Worker::colonist)
      .in_region(p1, "peru", Worker::soldier);
}

TEST(CardinalRichelieu, C22_ForcesAWarOnTwoOthersForNothing) {
  State s = bought(three_armies(), Tile::cardinal_richelieu);
  EXPECT_EQ(options(s), (Words{"force p2 p3", "force p3 p2", "pass"}));
  play(s, "force p2 p3");
  EXPECT_EQ(s.phase, Phase::buildings);
  EXPECT_EQ(s.actor, p2);  // the attacker picks in Peru
  EXPECT_EQ(pending_events(s), (Words{"force p2 p3"}));
  EXPECT_EQ(options(s), (Words{"kill colonist", "kill soldier"}));
  play(s, "kill colonist");
  EXPECT_EQ(pending_events(s), (Words{"force p2 p3", "kill colonist"}));
  play(s, "kill soldier");
  EXPECT_NE(s.node, Node::kill);
  EXPECT_EQ(s.of(p3).workers_in(there("peru")), 2U);
  EXPECT_EQ(s.of(p2).workers_in(there("peru")), 0U);
  EXPECT_EQ(s.of(p3).workers_in(there("brazil")), 0U);
  EXPECT_EQ(s.of(p2).money(), 0U);
}

TEST(CardinalRichelieu, S9_AnAllianceIsNoHindrance) {
  Position position = three_armies().owns(p2, Tile::alliance);
  position.s.set_ally(p3);
  EXPECT_TRUE(offers(bought(position, Tile::cardinal_richelieu), "force p3 p2"));
}

TEST(CardinalRichelieu, S9_OrNot) {
  State s = bought(three_armies(), Tile::cardinal_richelieu);
  play(s, "pass");
  EXPECT_EQ(s.of(p3).workers_in(there("peru")), 4U);
  EXPECT_NE(s.phase, Phase::buildings);
}

TEST(CardinalRichelieu, S10_NoDecisionWhereNoTwoOthersMeet) {
  EXPECT_NE(
      bought(world().in_region(p1, "peru", Worker::soldier).in_region(p2, "peru", Worker::soldier),
             Tile::cardinal_richelieu)
          .node,
      Node::force);
}

TEST(CardinalRichelieu, S9_TheNextBuyerFollows) {
  State s = three_armies()
                .shows(Tile::cardinal_richelieu)
                .shows(Tile::navy)
                .money(p1, 20)
                .money(p2, 20)
                .in_box(Box::buildings, p1)
                .in_box(Box::buildings, p2)
                .begin(Phase::buildings);
  play(s, {"buy cardinal_richelieu", "force p3 p2", "kill colonist"});
  ASSERT_EQ(s.node, Node::kill);
  while (s.node == Node::kill) play(s, options(s).front());
  EXPECT_EQ(s.node, Node::buy);
  EXPECT_EQ(s.actor, p2);
}

TEST(Cathedrals, S9_OneColonistBesideEachOwnMissionary) {
  const State s = bought(world()
                             .in_region(p1, "peru", Worker::missionary, 2)
                             .in_region(p1, "brazil", Worker::missionary)
                             .in_region(p2, "brazil", Worker::missionary),
                         Tile::cathedrals);
  EXPECT_EQ(s.of(p1).civilians_in(there("peru")), 2U);
  EXPECT_EQ(s.of(p1).civilians_in(there("brazil")), 1U);
  EXPECT_EQ(s.of(p2).civilians_in(there("brazil")), 0U);
  EXPECT_EQ(s.of(p1).good(Good::silver), 1U);  // R4
}

TEST(Cathedrals, C21_TheReformationIsAboutArrivals) {
  const State s = bought(world()
                             .owns(p2, Tile::reformation)
                             .in_region(p1, "peru", Worker::missionary)
                             .in_region(p2, "peru", Worker::missionary),
                         Tile::cathedrals);
  EXPECT_EQ(s.of(p1).civilians_in(there("peru")), 1U);
}

TEST(Independence, S9_ThreeVpWhereTheOwnerAloneHasTheMost) {
  const State s = world()
                      .owns(p1, Tile::independence)
                      .in_region(p1, "peru", Worker::soldier, 2)
                      .in_region(p2, "peru", Worker::colonist)
                      .in_region(p1, "brazil", Worker::colonist, 2)
                      .in_region(p3, "brazil", Worker::builder, 2)
                      .in_region(p1, "west_africa", Worker::colonist)
                      .in_region(p2, "china", Worker::colonist)
                      .s;
  EXPECT_EQ(tiles::final_vp(s, p1), 6U);
}

}  // namespace
}  // namespace carrack::testing
