// check() on invalid positions: it reports them without using invalid values. Damaged bytes are in
// frozen_state_test.cpp.
#include "core/tools/perft.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack::testing {
namespace {

/// The message of check(); empty if valid.
std::string verdict(const State& s) {
  try {
    check(s);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return {};
}

/// A valid position becomes invalid with this damage.
template <typename Damage>
void expect_broken(State s, std::string_view what, Damage&& damage) {
  EXPECT_EQ(verdict(s), "");
  damage(s);
  expect_names(verdict(s), {"broken invariant", what});
}

State two() { return perft_start(Ruleset::make("aoe3", 2)); }

TEST(Check, WhatDoesNotExistIsNotUsed) {
  expect_broken(two(), "turn", [](State& s) { s.turn = 9; });
  expect_broken(two(), "turn", [](State& s) { s.turn = 0; });
  expect_broken(two(), "phase", [](State& s) { s.phase = nth<Phase>(200); });
  expect_broken(two(), "node", [](State& s) { s.node = nth<Node>(kNodes); });
  expect_broken(two(), "node", [](State& s) { s.node = Node::restock; });
  expect_broken(two(), "ruleset", [](State& s) { s.rules = nth<RulesId>(0xFFFF); });
  expect_broken(two(), "ruleset", [](State& s) { s.rules = RulesId::none; });
  expect_broken(two(), "seats", [](State& s) { s.seats = 3; });
  expect_broken(two(), "seat", [](State& s) { s.actor = nth<Player>(6); });
  expect_broken(two(), "places", [](State& s) { s.set_place(0, s.in_place(1)); });
  expect_broken(two(), "worker of no player",
                [](State& s) { s.goods_box[0] = Slot(p6, Worker::soldier); });
  expect_broken(two(), "known", [](State& s) {
    s.discovered = static_cast<u16>(s.all_regions());
    s.knowledge[2] = low_bits(45) & ~low_bits(40);
  });
  expect_broken(two(), "good", [](State& s) { add_bit(s.region_tokens, 9); });
}

TEST(Check, TheRulesOfAnotherBoardDoNotFit) {
  const State s = perft_start(Ruleset::make("aoe3", 2).on(islands()));
  EXPECT_EQ(verdict(s), "");
  expect_broken(s, "regions", [](State& d) { d.rules = Ruleset::make("aoe3", 2).id(); });
}

TEST(Check, SumsThatDoNotFitTheirLanesAreFound) {
  expect_broken(two(), "civilians", [](State& s) {  // 64 civilians look like none
    s.of(p1).add_standing(Region{0}, Worker::colonist, 63);
    s.of(p1).add_standing(Region{1}, Worker::colonist);
    s.discovered |= 3;
  });
  expect_broken(two(), "soldier", [](State& s) {  // 16 soldiers look like none
    s.of(p1).add_standing(Region{0}, Worker::soldier, 8);
    s.of(p1).add_standing(Region{1}, Worker::soldier, 8);
    s.discovered |= 3;
  });
}

TEST(Check, AnAgeBehindTheLastIsFound) {
  State s = Position(2, 8).available(p1, Worker::colonist).begin(Phase::placement);
  EXPECT_EQ(s.turn, 8);
  s.flags |= kTilesSwept;
  expect_names(verdict(s), {"tiles of the age"});
}

TEST(Check, TheCursorStandsAtAWorker) {
  State s =
      Position(2).in_box(Box::dock, p1).in_box(Box::dock, p2).all_discovered().begin(Phase::dock);
  ASSERT_EQ(s.node, Node::land);
  EXPECT_EQ(verdict(s), "");
  for (const unsigned cursor : {2U, 5U, 18U, 255U}) {
    State moved = s;
    moved.cursor = static_cast<u8>(cursor);
    EXPECT_NE(verdict(moved), "") << cursor;
  }
}

TEST(Check, TheDecisionIsThatOfThePlayerWhoseTurnItIs) {
  expect_broken(two(), "turn", [](State& s) { s.actor = s.in_place(1); });
  expect_broken(two(), "turn", [](State& s) { s.cursor = 1; });
}

TEST(Check, TooMuchColonyVpForTheScoringsIsFound) {
  expect_broken(two(), "colony VP", [](State& s) { s.of(p1).add_colony_vp(1); });
}

TEST(Check, S7_EnglandOrdersTheDockOnce) {
  State s = Position(empires(3, {"national"}))
                .nation(p1, Nation::england)
                .nation(p2, Nation::france)
                .nation(p3, Nation::holland)
                .in_box(Box::dock, p2)
                .in_box(Box::dock, p3)
                .begin(Phase::dock);
  play(s, "use england");
  ASSERT_EQ(s.node, Node::reorder);
  expect_broken(s, "already in its order", [](State& d) { d.flags |= kDockReordered; });
}

TEST(Check, S7_APlaceCostsNoMoreThanPlayersHave) {
  State s = start(
      tweaked(empires(2, {"national", "auction"}), R"({"name": "x", "start": {"money": 5}})"));
  play(s, {"starter p1", "bid 1"});
  if (s.node != Node::pick_nation) play(s, "pass");
  ASSERT_EQ(s.node, Node::pick_nation);
  expect_broken(s, "cost more", [](State& d) {
    nation_auction::Sale sale = nation_auction::Sale::of(d);
    sale.price = d.ruleset().figures().money + 1U;
    sale.write(d);
  });
}

TEST(Check, BoxesThatAreDoneAreEmpty) {
  expect_broken(two(), "open boxes", [](State& s) { s.open_boxes = 0; });
  State s = Position(2).in_box(Box::goods, p1).in_box(Box::warfare, p2).begin(Phase::warfare);
  expect_names(verdict(s), {"goods"});
}

TEST(Check, AnAuctionBeginsWithTheWorkersOfTheStart) {
  State s = start(Ruleset::make("aoe3", 2, {"auction"}));
  apply(s, Action(Verb::starter, 0));
  ASSERT_EQ(s.node, Node::bid);
  expect_broken(s, "workers", [](State& d) { gain_worker(d.of(p2), Worker::soldier); });
  expect_broken(s, "workers", [](State& d) {
    d.of(p2).remove_available(Worker::colonist);
    d.of(p2).remove_outside(Worker::colonist);
  });
  expect_broken(s, "workers", [](State& d) { d.of(p1).add_standing(Region{0}, Worker::colonist); });
}

TEST(Check, WhoSwapsHasAGoodToGive) {
  const State s = Position(empires(2, {"builder"}))
                      .owns(p1, Tile::smuggler)
                      .owns_good(p1, Good::fur)
                      .owns_good(p2, Good::sugar)
                      .owns_good(p2, Good::rice)
                      .begin(Phase::benefits);
  ASSERT_EQ(s.node, Node::swap);
  expect_broken(s, "swap", [](State& d) {
    d.supply += d.of(p1).goods();
    d.of(p1).set_goods({});
  });
}

TEST(Earn, MoneyStopsAtItsMost) {
  PlayerState p{};
  p.earn(2000);
  p.earn(47);
  EXPECT_EQ(p.money(), 2047U);
  p.earn(1);
  EXPECT_EQ(p.money(), 2047U);
  EXPECT_EQ(p.colony_vp(), 0U);
}

TEST(Check, FindsWhatIsBroken) {
  State s = perft_start(Ruleset::make("aoe3", 2));
  EXPECT_NO_THROW(check(s));
  const auto broken = [&](auto&& damage) {
    State damaged = s;
    damage(damaged);
    EXPECT_THROW(check(damaged), std::logic_error);
  };
  broken([](State& d) { d.of(p1).add_good(Good::rice); });
  broken([](State& d) { d.of(p1).add_available(Worker::soldier); });
  broken([](State& d) { d.of(p1).add_ship(); });
  broken([](State& d) { d.tiles_low.plane[0] ^= 1; });
  broken([](State& d) { d.set_place(1, d.in_place(0)); });
  broken([](State& d) { d.scratch[0] = 1; });
  broken([](State& d) { d.counters.assign(3, kOnTable); });
  broken([](State& d) { d.spend_deck_age(Age::one); });
}

}  // namespace
}  // namespace carrack::testing
