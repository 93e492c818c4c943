// RULES §6 pieces and their limits (R12, R21), R4 tokens of regions, goods on show.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

PlayerState with_outside(std::initializer_list<std::pair<Worker, unsigned>> workers) {
  PlayerState player{};
  for (const auto& [worker, n] : workers) gain_workers(player, worker, n);
  return player;
}

TEST(Pieces, S6_OutsideTheRegionsEachTypeHasItsLimit) {
  constexpr std::array<unsigned, kWorkers> kLimits{29, 5, 5, 10, 10, 10};
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto type = nth<Worker>(t);
    PlayerState player{};
    EXPECT_EQ(room(player, type), kLimits[t]);
    gain_workers(player, type, 40);
    EXPECT_EQ(player.outside()[type], kLimits[t]);
    EXPECT_EQ(player.available()[type], kLimits[t]);
    EXPECT_FALSE(has_room(player, type));
  }
}

TEST(Pieces, S6_SoldiersInRegionsCountAgainstTheirTen) {
  State s = Position(2)
                .in_region(p1, "peru", Worker::soldier, 4)
                .in_region(p1, "brazil", Worker::soldier, 3)
                .available(p1, Worker::soldier, 2)
                .s;
  EXPECT_EQ(room(s.of(p1), Worker::soldier), 1U);
  gain_workers(s.of(p1), Worker::soldier, 3);
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 3U);
  EXPECT_EQ(room(s.of(p2), Worker::soldier), 10U);
}

TEST(Pieces, S6_SoldiersInRegionsAreNoCivilians) {
  const State s = Position(2).in_region(p1, "peru", Worker::soldier, 10).s;
  EXPECT_EQ(civilian_room(s.of(p1)), 49U);
  EXPECT_EQ(room(s.of(p1), Worker::colonist), 29U);
}

TEST(Pieces, S6_CiviliansAndThoseWhoBecomeCiviliansAreFortyNineTogether) {
  Position position(2);
  position.in_region(p1, "peru", Worker::colonist, 20)
      .in_region(p1, "brazil", Worker::colonist, 10)
      .available(p1, Worker::colonist, 6)
      .available(p1, Worker::captain, 2)
      .available(p1, Worker::merchant, 3)
      .available(p1, Worker::missionary, 4)
      .available(p1, Worker::soldier, 5);
  PlayerState& mine = position.s.of(p1);
  EXPECT_EQ(civilian_room(mine), 49U - 30 - 6 - 2 - 3 - 4);
  for (const Worker type : {Worker::colonist, Worker::missionary}) EXPECT_EQ(room(mine, type), 4U);
  EXPECT_EQ(room(mine, Worker::captain), 3U);
  EXPECT_EQ(room(mine, Worker::merchant), 2U);
  gain_workers(mine, Worker::colonist, 5);
  EXPECT_EQ(mine.available()[Worker::colonist], 10U);
  for (const Worker type :
       {Worker::colonist, Worker::captain, Worker::merchant, Worker::missionary}) {
    EXPECT_FALSE(has_room(mine, type));
  }
  EXPECT_TRUE(has_room(mine, Worker::soldier));
}

TEST(Pieces, S6_OnLandingCaptainMerchantAndMissionaryBecomeCivilians) {
  for (const Worker type :
       {Worker::colonist, Worker::captain, Worker::merchant, Worker::missionary}) {
    State s = Position(2).discovered("peru").s;
    settle_worker(s, p1, region("peru"), type);
    EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 1U);
    EXPECT_EQ(s.of(p1).workers_in(region("peru")), 1U);
    EXPECT_EQ(room(s.of(p1), type), kPieces[index(type)]);
  }
}

TEST(Pieces, R21_MissionariesInRegionsDoNotCountAgainstTheirTen) {
  State s = Position(2).discovered("peru").s;
  EXPECT_FALSE(counts_missionaries(s.ruleset()));
  for (int i = 0; i < 12; ++i) settle_worker(s, p1, region("peru"), Worker::missionary);
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 12U);
  EXPECT_EQ(s.of(p1).missionaries_in(region("peru")), 0U);
  EXPECT_EQ(room(s.of(p1), Worker::missionary), 10U);
}

TEST(Pieces, R26_AMissionaryThatIsDueIsTradedOutOfTheRegionWithMost) {
  State s = Position(empires(2, {"builder"}))
                .in_region(p1, "peru", Worker::missionary, 4)
                .in_region(p1, "new_spain", Worker::missionary, 4)
                .in_region(p1, "brazil", Worker::colonist)
                .available(p1, Worker::missionary, 2)
                .s;
  PlayerState& mine = s.of(p1);
  ASSERT_EQ(room(mine, Worker::missionary), 8U);  // all ten are out
  gain_worker(mine, Worker::missionary);          // new_spain comes first
  EXPECT_EQ(mine.missionaries_in(region("new_spain")), 3U);
  EXPECT_EQ(mine.civilians_in(region("new_spain")), 1U);
  EXPECT_EQ(mine.available()[Worker::missionary], 3U);
  gain_workers(mine, Worker::missionary, 2);  // now peru has most, then both have three
  EXPECT_EQ(mine.missionaries_in(region("peru")), 3U);
  EXPECT_EQ(mine.missionaries_in(region("new_spain")), 2U);
  EXPECT_EQ(mine.workers_in(region("peru")), 4U);
  gain_workers(mine, Worker::missionary, 40);
  EXPECT_EQ(mine.missionaries_in_regions(), 0U);
  EXPECT_EQ(mine.available()[Worker::missionary], 10U);
  EXPECT_FALSE(has_room(mine, Worker::missionary));
  EXPECT_EQ(mine.civilians_in(region("brazil")), 1U);
}

TEST(Pieces, R26_TheFortyNineMustAllowTheColonist) {
  State s = Position(empires(2, {"builder"}))
                .in_region(p1, "peru", Worker::missionary, 10)
                .in_region(p1, "brazil", Worker::colonist, 37)
                .s;
  PlayerState& mine = s.of(p1);
  EXPECT_EQ(room(mine, Worker::missionary), 2U);
  gain_workers(mine, Worker::missionary, 5);
  EXPECT_EQ(mine.available()[Worker::missionary], 2U);
  EXPECT_EQ(mine.missionaries_in(region("peru")), 8U);
  EXPECT_EQ(civilian_room(mine), 0U);
}

TEST(Pieces, R12_OfSeveralDueAsManyComeAsThereIsRoomFor) {
  PlayerState player = with_outside({{Worker::colonist, 27}});
  gain_workers(player, Worker::colonist, 5);
  EXPECT_EQ(player.available()[Worker::colonist], 29U);
  gain_worker(player, Worker::colonist);
  EXPECT_EQ(player.available()[Worker::colonist], 29U);
}

TEST(Pieces, S10_AColonistStraightIntoARegionNeedsOnlyACivilianPiece) {
  Position position(2);
  position.available(p1, Worker::colonist, 29).discovered("peru");
  settle_colonist(position.s, p1, region("peru"));  // all 29 are outside
  EXPECT_EQ(position.s.of(p1).civilians_in(region("peru")), 1U);

  Position full(2);
  full.in_region(p1, "brazil", Worker::colonist, 49).discovered("peru");
  settle_colonist(full.s, p1, region("peru"));
  EXPECT_EQ(full.s.of(p1).civilians_in(region("peru")), 0U);
}

TEST(Pieces, S1_TheSpecialistsOf2007) {
  EXPECT_EQ(specialist_types(Ruleset::make("aoe3", 4)),
            bit(index(Worker::captain)) | bit(index(Worker::merchant)) |
                bit(index(Worker::missionary)) | bit(index(Worker::soldier)));
  PlayerState player = with_outside({{Worker::captain, 5}, {Worker::soldier, 10}});
  EXPECT_EQ(types_with_room(player, specialist_types(Ruleset::make("aoe3", 4))),
            bit(index(Worker::merchant)) | bit(index(Worker::missionary)));
}

TEST(Pieces, SumsOverAllRegions) {
  PlayerState player{};
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    player.add_standing(nth<Region>(r), Worker::soldier);
    player.add_standing(nth<Region>(r), Worker::colonist, r == 9 ? 4 : 5);
  }
  gain_workers(player, Worker::captain, 5);  // beside the lanes, in the same words
  EXPECT_EQ(player.soldiers_in_regions(), 10U);
  EXPECT_EQ(player.civilians_in_regions(), 49U);
}

TEST(Tokens, R4_TwoAreNotEnough) {
  State s = Position(2).discovered("peru").s;
  settle_worker(s, p1, region("peru"), Worker::colonist);
  settle_worker(s, p1, region("peru"), Worker::soldier);
  EXPECT_EQ(s.of(p1).tokens(), 0U);
  EXPECT_TRUE(has_bit(s.region_tokens, index(region("peru"))));
}

TEST(Tokens, R4_TwoOfEachPlayerAreNotThree) {
  State s = Position(2).in_region(p1, "peru", Worker::colonist, 2).s;
  settle_worker(s, p2, region("peru"), Worker::colonist);
  EXPECT_EQ(s.of(p1).tokens() + s.of(p2).tokens(), 0U);
}

TEST(Tokens, R4_TheThirdOfAnyTypeTakesTheGoodOfThatRegionOnce) {
  for (const Worker third :
       {Worker::colonist, Worker::captain, Worker::merchant, Worker::missionary, Worker::soldier}) {
    State s = Position(2).in_region(p1, "brazil", Worker::colonist, 2).s;
    settle_worker(s, p1, region("brazil"), third);
    EXPECT_EQ(s.of(p1).good(Good::coffee), 1U);
    EXPECT_EQ(s.region_tokens, s.all_regions() & ~bit(index(region("brazil"))));
    settle_worker(s, p1, region("brazil"), third);
    EXPECT_EQ(s.of(p1).tokens(), 1U);
  }
}

TEST(Tokens, R4_TheGoodOfEveryRegion) {
  State s = Position(2).all_discovered().s;
  for (unsigned r = 0; r < 9; ++r) {
    for (int i = 0; i < 3; ++i) settle_worker(s, p2, nth<Region>(r), Worker::colonist);
  }
  for (const Good g : {Good::sugar, Good::fur, Good::fish, Good::tobacco, Good::indigo, Good::cocoa,
                       Good::gold, Good::silver, Good::coffee}) {
    EXPECT_EQ(s.of(p2).good(g), 1U) << name(g);
  }
  EXPECT_EQ(s.of(p2).tokens(), 9U);
  EXPECT_EQ(s.region_tokens, 0);
}

TEST(TilePool, S1_TheGameOf2007HasOnlyItsOwnTiles) {
  const Ruleset rules = Ruleset::make("aoe3", 3, {"auction"});
  const TileSet all =
      tile_pool(rules, Age::one) | tile_pool(rules, Age::two) | tile_pool(rules, Age::three);
  EXPECT_EQ(all.size(), 34U);
  for (const Tile kind : {Tile::plague_1, Tile::magellan, Tile::mint, Tile::age_of_reason,
                          Tile::independence, Tile::spoils_ship}) {
    EXPECT_FALSE(all.contains(only_copy(kind))) << name(kind);
  }
}

}  // namespace
}  // namespace carrack::testing
