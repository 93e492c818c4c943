// RULES §6, R12: pieces without room are not received, and a decision that would place nothing is
// skipped.
#include "core/rules/world_tiles.hpp"
#include "tests/core/rules/builders.hpp"
#include "tests/core/rules/world.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

/// Civilians in Peru so that `room` more pieces can become civilians. The third takes its good.
Position& crowd(Position& position, Player p, unsigned room) {
  position.in_region(p, "peru", Worker::colonist, kCivilianPieces - room);
  claim_token(position.s, p, region("peru", position.s.ruleset().board()));
  return position;
}

/// p1 has just bought the tile. Its buyer is a soldier, who takes no room of the civilians.
State bought_by_soldier(Position position, Tile kind) {
  State s = position.shows(kind)
                .money(p1, catalogue::row(kind).cost)
                .in_box(Box::buildings, p1, Worker::soldier)
                .begin(Phase::buildings);
  play(s, "buy " + std::string(name(kind)));
  EXPECT_TRUE(s.has(p1, kind));
  return s;
}

/// The buildings box is finished: the tile left no open decision.
void expect_no_decision(const State& s) {
  EXPECT_NE(s.phase, Phase::buildings) << trace_of(s);
  EXPECT_EQ(s.scratch, (std::array<u64, 2>{}));
  EXPECT_NO_THROW(check(s));
}

struct Letter {
  Tile kind;
  unsigned space;
};
class LetterTile : public ::testing::TestWithParam<Letter> {};

TEST_P(LetterTile, S5_ItsColonistComesInTheTurnOfThePurchaseAndLandsInTheNext) {
  const auto& [kind, space] = GetParam();
  const unsigned turn = catalogue::row(kind).age == Age::one ? 1 : 4;
  State s = Position(2, turn)
                .discovered("peru")
                .shows(kind)
                .money(p1, catalogue::row(kind).cost)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  play(s, "buy " + std::string(name(kind)));
  resolve_chance(s);
  ASSERT_EQ(s.turn, turn + 1);
  EXPECT_EQ(s.dock[space], Slot(p1, Worker::colonist));
  EXPECT_EQ(s.of(p1).available()[Worker::colonist], 5U);  // it is beside the five of the refresh
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 6U);
  while (s.phase == Phase::placement) {
    play(s, offers(s, "place colonist dock") ? "place colonist dock" : "place colonist shipping");
  }
  for (const Player due : {p1, p2, p1, p1}) {  // three spaces, and the letter behind them
    ASSERT_EQ(s.node, Node::land);
    EXPECT_EQ(s.actor, due);
    play(s, "land peru");
  }
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), 3U);
}

TEST_P(LetterTile, R12_NoColonistWithoutAPieceInPlay) {
  const auto& [kind, space] = GetParam();
  Position position = builders(8, 2).owns(p1, kind);
  const State s = crowd(position, p1, 0).begin(Phase::benefits);
  EXPECT_TRUE(s.dock[space].empty());
  EXPECT_EQ(s.of(p1).outside()[Worker::colonist], 0U);
}

INSTANTIATE_TEST_SUITE_P(Tiles, LetterTile,
                         ::testing::Values(Letter{Tile::indentured_servitude, dock::kX},
                                           Letter{Tile::colonization_laws, dock::kY}),
                         [](const auto& param) { return std::string(name(param.param.kind)); });

TEST(LetterTiles, R12_TheLastPieceGoesToX) {
  Position position =
      builders(8, 2).owns(p1, Tile::colonization_laws).owns(p1, Tile::indentured_servitude);
  const State s = crowd(position, p1, 1).begin(Phase::benefits);
  EXPECT_EQ(s.dock[dock::kX], Slot(p1, Worker::colonist));
  EXPECT_TRUE(s.dock[dock::kY].empty());
}

TEST(Overpopulation, R12_WithoutRoomIsNoDecision) {
  Position position = builders().discovered("florida");
  const State s = bought_by_soldier(crowd(position, p1, 0), Tile::overpopulation);
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).civilians_in_regions(), kCivilianPieces);
}

TEST(Overpopulation, R12_RoomForTwoIsTwoPicks) {
  Position position = builders().discovered("florida");
  State s = bought_by_soldier(crowd(position, p1, 2), Tile::overpopulation);
  play(s, {"settle florida", "settle peru"});
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).civilians_in(region("florida")), 1U);
  EXPECT_EQ(s.of(p1).civilians_in_regions(), kCivilianPieces);
}

TEST(AroundTheCape, R12_WithoutRoomIsNoDecision) {
  Position position = world().discovered("peru");
  const State s = bought_by_soldier(crowd(position, p1, 0), Tile::around_the_cape);
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).civilians_in(region("west_africa", Board::world)), 0U);
  EXPECT_EQ(s.of(p1).civilians_in(region("cape_colony", Board::world)), 0U);
}

TEST(AroundTheCape, R12_RoomForOneIsOnePick) {
  Position position = world().discovered("peru");
  State s = bought_by_soldier(crowd(position, p1, 1), Tile::around_the_cape);
  EXPECT_EQ(options(s), (Words{"settle cape_colony", "settle west_africa"}));
  play(s, "settle west_africa");
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).civilians_in(region("west_africa", Board::world)), 1U);
}

TEST(AztecConquest, R12_AsManyColonistsAsThereIsRoomFor) {
  for (const unsigned room : {0U, 2U}) {
    Position position = world().discovered("peru").discovered("new_spain");
    const State s = bought_by_soldier(crowd(position, p1, room), Tile::aztec_conquest);
    EXPECT_EQ(s.of(p1).civilians_in(region("new_spain", Board::world)), room);
    expect_no_decision(s);
  }
}

/// p1 has as many specialists as there are, but for so many soldiers.
Position full_of_specialists(unsigned soldiers_missing) {
  return builders()
      .available(p1, Worker::captain, 5)
      .available(p1, Worker::merchant, 5)
      .available(p1, Worker::missionary, 10)
      .available(p1, Worker::builder, 10)
      .available(p1, Worker::soldier, 9 - soldiers_missing);  // and the buyer, who is home again
}

TEST(SpoilsSpecialists, R12_WithoutRoomThereIsNoPick) {
  Position position = full_of_specialists(0);
  position.in_region(p1, "peru", Worker::soldier);
  // The buyer is a colonist this time: no soldier comes home for it.
  State s =
      position.shows(Tile::spoils_specialists).in_box(Box::buildings, p1).begin(Phase::buildings);
  play(s, "buy spoils_specialists");
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 9U);
}

TEST(SpoilsSpecialists, R12_RoomForOneKindTwiceIsNoDecision) {
  const State s = bought_by_soldier(full_of_specialists(1), Tile::spoils_specialists);
  expect_no_decision(s);  // two soldiers: nothing to choose
  EXPECT_EQ(s.of(p1).available()[Worker::soldier], 10U);
}

TEST(SpoilsSpecialists, R12_RoomForOneOfTwoKindsIsOnePick) {
  // Only one more piece can become a civilian: a captain or a merchant.
  Position position =
      builders().available(p1, Worker::builder, 10).available(p1, Worker::soldier, 10);
  crowd(position, p1, 2);
  State s = position.shows(Tile::spoils_specialists)
                .in_box(Box::buildings, p1, Worker::colonist)
                .available(p1, Worker::colonist)
                .begin(Phase::buildings);
  play(s, "buy spoils_specialists");
  EXPECT_EQ(options(s), (Words{"train captain", "train merchant", "train missionary"}));
  play(s, "train merchant");
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).available()[Worker::merchant], 1U);
  EXPECT_EQ(civilian_room(s.of(p1)), 0U);
}

TEST(SpoilsShip, C11_NoneFromAnEmptySupplyThoughTheBoxHasOne) {
  const State s =
      bought_by_soldier(builders().owns_ships(p2, 4).owns_ships(p3, 3), Tile::spoils_ship);
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).ships(), 0U);
  EXPECT_EQ(s.ship_on_show, 1U);
}

/// The supply has these goods left; the rest has left the game.
Position supply(Position position, std::initializer_list<Good> goods) {
  position.s.supply -= position.s.supply.without_ships();
  for (const Good good : goods) position.s.supply.add(good);
  return position;
}

TEST(SpoilsGoods, S5_AsManyGoodsAsTheSupplyHas) {
  const State none = bought_by_soldier(supply(builders(), {}), Tile::spoils_goods);
  expect_no_decision(none);
  EXPECT_EQ(none.of(p1).tokens(), 0U);
  const State one = bought_by_soldier(supply(builders(), {Good::rice}), Tile::spoils_goods);
  expect_no_decision(one);  // a draw with one outcome is none
  EXPECT_EQ(one.of(p1).good(Good::rice), 1U);
}

TEST(IndianAllies, R12_RoomForOneSoldierIsOneSoldierInTheRegionOfChoice) {
  State s = Position(2, 4)
                .in_region(p1, "peru", Worker::soldier, 8)
                .in_region(p1, "florida", Worker::colonist)
                .available(p1, Worker::soldier)
                .shows(Tile::indian_allies)
                .money(p1, 14)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  play(s, "buy indian_allies");
  EXPECT_EQ(options(s), (Words{"station florida", "station peru"}));
  play(s, "station florida");
  EXPECT_EQ(s.of(p1).soldiers_in(region("florida")), 1U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 8U);
  EXPECT_FALSE(has_room(s.of(p1), Worker::soldier));
}

TEST(PapalEdict, R12_IsNoDecisionWhereNobodyHasRoom) {
  Position position = builders();
  crowd(position, p1, 0);
  crowd(position, p2, 0);  // and p3 has nobody in a region
  const State s = bought_by_soldier(position, Tile::papal_edict);
  expect_no_decision(s);
  EXPECT_EQ(s.of(p1).civilians_in_regions(), kCivilianPieces);
  EXPECT_EQ(s.of(p2).civilians_in_regions(), kCivilianPieces);
}

TEST(PapalEdict, S10_OnlyFirstWhereOneOfTheTwoHasNoRoom) {
  Position position = builders().in_region(p2, "florida", Worker::colonist);
  crowd(position, p1, 0);
  // p1 cannot settle, nor can p3, who has nobody in a region: p2 alone is left, and goes first.
  State s = bought_by_soldier(position, Tile::papal_edict);
  expect_no_decision(s);
  EXPECT_EQ(s.of(p2).civilians_in(region("florida")), 3U);
}

TEST(PapalEdict, R12_RoomForOneIsOneColonist) {
  Position position = builders(8, 2).in_region(p2, "florida", Worker::colonist);
  crowd(position, p1, 1);
  State s = bought_by_soldier(position, Tile::papal_edict);
  EXPECT_EQ(options(s), (Words{"edict p2 first", "edict p2 second"}));
  play(s, "edict p2 first");
  EXPECT_EQ(s.of(p2).civilians_in(region("florida")), 3U);
  EXPECT_EQ(s.of(p1).civilians_in(region("peru")), kCivilianPieces);
}

TEST(Spain, R12_DiscoversWithoutASoldierWhereNoneIsLeft) {
  State s = start(empires(2, {"national"}));
  play(s, {"order p2", "nation spain", "nation italy"});
  while (is_chance(s)) play(s, options(s).front());
  ASSERT_EQ(s.node, Node::first_colony);
  gain_workers(s.of(p2), Worker::soldier, kPieces[index(Worker::soldier)]);
  play(s, {"claim peru", "counter 14"});
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 0U);  // nor a colonist in its place
  EXPECT_TRUE(has_bit(s.discovered, index(region("peru"))));
  EXPECT_EQ(s.counters.holder(14), index(p2));
  EXPECT_EQ(s.of(p2).money(), 10U + 4);
  EXPECT_NO_THROW(check(s));
}

}  // namespace
}  // namespace carrack::testing
