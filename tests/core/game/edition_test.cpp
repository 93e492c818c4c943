// RULES §1: every row of the table of differences, in both editions.
#include "core/game/edition.hpp"

#include "core/tools/perft.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

class Editions : public ::testing::TestWithParam<Edition> {
 protected:
  [[nodiscard]] static bool is_2015() { return GetParam() == Edition::empires; }
  [[nodiscard]] static Ruleset rules(unsigned players = 2) {
    return Ruleset::make(kEditionRows[index(GetParam())].name, players);
  }
};
INSTANTIATE_TEST_SUITE_P(S1, Editions, ::testing::Values(Edition::aoe3, Edition::empires),
                         [](const auto& param) {
                           return std::string(kEditionRows[index(param.param)].name);
                         });

TEST_P(Editions, S1_TilesOfTheSet) {
  const TileSet pool =
      tile_pool(rules(), Age::one) | tile_pool(rules(), Age::two) | tile_pool(rules(), Age::three);
  EXPECT_EQ(pool.size(), is_2015() ? 37U : 34U);
  for (const Tile plague : {Tile::plague_1, Tile::plague_2, Tile::plague_3}) {
    EXPECT_EQ(pool.contains(only_copy(plague)), is_2015());
  }
}

TEST_P(Editions, S1_UntakenGoodsReturnOrLeaveTheGame) {
  Position position(rules());
  position.shows(Good::gold).shows(Good::gold);
  const unsigned left = position.s.supply[Good::gold];
  const State s = position.begin(Phase::refresh);
  State after = s;
  while (is_chance(after) && !after.goods_on_show.empty()) play(after, options(after).front());
  // New goods are drawn from the supply, to which the two tokens were returned or not.
  const unsigned gold = after.supply[Good::gold] + after.goods_on_show.count(Good::gold);
  EXPECT_EQ(gold, is_2015() ? left : left + 2);
}

TEST_P(Editions, S1_TheOrderOfTheRefresh) {
  Position position(rules());
  position.s.ship_on_show = 0;
  State s = position.begin(Phase::refresh);
  EXPECT_EQ(s.node, is_2015() ? Node::good : Node::tile);
  Words kinds;
  while (is_chance(s)) {
    const std::string event = options(s).front();
    const std::string kind = event.substr(0, event.find(' '));
    if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
    EXPECT_EQ(s.ship_on_show, is_2015() && kind == "tile" ? 1 : 0) << event;  // behind the goods
    play(s, event);
  }
  EXPECT_EQ(kinds, is_2015() ? (Words{"good", "tile"}) : (Words{"tile", "good"}));
  EXPECT_EQ(s.ship_on_show, 1);
}

TEST_P(Editions, S1_OldTilesLeaveWhenTheirTurnInTheRefreshComes) {
  const State s = Position(rules(), 3).shows(Tile::settlers).begin(Phase::refresh);
  EXPECT_EQ(tiles_on_show(s).size(), is_2015() ? 1U : 0U);
}

TEST_P(Editions, S1_LandingMayBeDeclined) {
  State s = Position(rules()).discovered("peru").in_box(Box::dock, p1).begin(Phase::dock);
  EXPECT_EQ(options(s), is_2015() ? (Words{"land caribbean", "land peru", "pass"})
                                  : (Words{"land caribbean", "land peru"}));
  if (!is_2015()) return;
  play(s, "pass");
  EXPECT_EQ(s.of(p1).colonies(), 0U);
  EXPECT_TRUE(s.of(p1).outside().empty());
}

TEST_P(Editions, S1_TakingAGoodMayBeDeclined) {
  const State s = Position(rules())
                      .shows(Good::sugar)
                      .shows(Good::fur)
                      .in_box(Box::goods, p1)
                      .begin(Phase::goods);
  EXPECT_EQ(options(s), is_2015() ? (Words{"pass", "take fur", "take sugar"})
                                  : (Words{"take fur", "take sugar"}));
}

TEST_P(Editions, R16_InitiativeMoneyAndTheNamedSpecialistsAreNotDeclined) {
  const State s = Position(rules(), 8)
                      .in_box(Box::initiative, p1)
                      .in_box(Box::captain, p2)
                      .begin(Phase::initiative);
  EXPECT_TRUE(is_over(s));
  EXPECT_EQ(s.of(p1).money(), 1U);
  EXPECT_EQ(s.of(p2).available()[Worker::captain], 1U);
}

TEST_P(Editions, S1_CartographyWaitsOnlyIn2015) {
  State s = Position(rules(), 8)
                .money(p1, 20)
                .shows(Tile::cartography)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(offers(s, "pass"), is_2015());
  if (!is_2015()) return;
  play(s, "pass");
  EXPECT_EQ(s.phase, Phase::benefits);
  ASSERT_TRUE(offers(s, "claim peru"));
  play(s, "claim peru");
  play(s, "counter 14");
  EXPECT_TRUE(has_bit(s.discovered, index(region("peru"))));
  EXPECT_TRUE(is_over(s));
}

TEST_P(Editions, S1_StablesActInBenefitsOrBeforeDiscovery) {
  const Position position = Position(rules(), 8)
                                .owns(p1, Tile::stables)
                                .in_region(p1, "peru", Worker::soldier)
                                .in_region(p1, "brazil", Worker::colonist);
  State s = Position(position).begin(Phase::discovery);
  EXPECT_EQ(s.phase, is_2015() ? Phase::discovery : Phase::benefits);
  ASSERT_TRUE(offers(s, "march peru brazil"));
  play(s, "march peru brazil");
  EXPECT_EQ(s.of(p1).soldiers_in(region("brazil")), 1U);
  EXPECT_TRUE(is_over(s));  // once a turn
  EXPECT_EQ(is_over(Position(position).begin(Phase::benefits)), is_2015());
}

TEST_P(Editions, S1_HowFarTheUniversityReaches) {
  const auto window = [&](Box box, Phase phase) {
    const State s = Position(rules(), 8)
                        .owns(p1, Tile::university)
                        .in_box(box, p2)
                        .in_box(box, p1)
                        .shows(Good::fur)
                        .shows(Good::rice)
                        .in_region(p1, "peru", Worker::soldier)
                        .in_region(p2, "peru", Worker::soldier)
                        .begin(phase);
    return offers(s, "first " + std::string(name(box)) + " colonist");
  };
  EXPECT_TRUE(window(Box::dock, Phase::dock));
  EXPECT_TRUE(window(Box::buildings, Phase::buildings));
  EXPECT_EQ(window(Box::goods, Phase::goods), is_2015());
  EXPECT_EQ(window(Box::warfare, Phase::warfare), is_2015());
}

TEST_P(Editions, S1_GloryIn2015NeedsThreeOfSomebody) {
  const State s = Position(rules(), 8)
                      .owns(p1, Tile::glory)
                      .in_region(p1, "peru", Worker::colonist)
                      .in_region(p2, "peru", Worker::colonist, 3)
                      .in_region(p1, "brazil", Worker::soldier, 2)
                      .s;
  EXPECT_EQ(tiles::final_vp(s, p1), is_2015() ? 2U : 4U);
}

TEST_P(Editions, S1_TheFactoryPaysTwentyFiveOrThirty) {
  const State s = Position(rules(), 8).owns(p1, Tile::factory).begin(Phase::benefits);
  EXPECT_EQ(s.of(p1).money(), is_2015() ? 30U : 25U);
}

TEST_P(Editions, S1_TheRumDistilleryPaysInItsPhase) {
  Position position(rules(), 8);
  position.owns(p1, Tile::rum_distillery).owns_good(p1, Good::sugar, 2);
  EXPECT_EQ(Position(position).begin(Phase::benefits).of(p1).money(), is_2015() ? 6U : 0U);
  EXPECT_EQ(Position(position).begin(Phase::income).of(p1).money(), 6U);
}

TEST_P(Editions, S1_ShipsBreakTiesIn2015) {
  const State s = Position(rules(), 8).owns_ships(p2, 1).s;
  const Result r = result(s);
  EXPECT_EQ(r.rank[0], is_2015() ? 2 : 1);
  EXPECT_EQ(r.rank[1], 1);
}

TEST(Empires, R17_SixPlayersHaveElevenDockSpacesAndEightShips) {
  State s = perft_start(empires(6));
  unsigned at_dock = 0;
  while (s.turn == 1 && s.node == Node::place && offers(s, "place colonist dock")) {
    play(s, "place colonist dock");
    ++at_dock;
  }
  EXPECT_EQ(at_dock, 11U);
  EXPECT_EQ(s.supply.ships() + s.ship_on_show, 8U);
}

}  // namespace
}  // namespace carrack::testing
