// RULES §11: traces, what a position shows. How they are read: trace_reader_test.cpp.
#include "core/notation/trace.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"
#include "tests/core/rules/tiles.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

Json state_of(const State& s) {
  std::string text;
  append_state(text, s);
  return Json::parse(text);
}

TEST(Trace, S11_SetupMoneyComesWithThePlace) {
  State s = start(Ruleset::make("aoe3", 2));
  EXPECT_EQ(state_of(s)["players"][0]["money"], 10);
  EXPECT_EQ(state_of(s)["order"], Json::array());
  EXPECT_EQ(state_of(s)["phase"], "setup");
  EXPECT_EQ(state_of(s)["actor"], "chance");
  play(s, "order p2");
  EXPECT_EQ(state_of(s)["order"], (Json{"p2", "p1"}));
  EXPECT_EQ(state_of(s)["players"][0]["money"], 11);
}

TEST(Trace, C7_BidsStayUntilTheLastPrizeIsDrawn) {
  State s = start(Ruleset::make("aoe3", 3, {"auction"}));
  play(s, "starter p2");
  EXPECT_EQ(state_of(s)["bids"], Json::object());
  play(s, "bid 3");
  play(s, "pass");
  EXPECT_EQ(state_of(s)["bids"], (Json{{"p2", 3}, {"p3", "out"}}));
  EXPECT_EQ(state_of(s)["order"], (Json{"p3"}));
  play(s, "pass");
  EXPECT_EQ(state_of(s)["phase"], "auction");
  EXPECT_EQ(state_of(s)["bids"], (Json{{"p1", "out"}, {"p2", 3}, {"p3", "out"}}));
  play(s, "counter 0");
  EXPECT_FALSE(state_of(s).contains("bids"));
}

TEST(Trace, C2_PendingHoldsAnExpeditionUntilItsCounterIsKnown) {
  State s = Position(2)
                .in_box(Box::discovery, p1, Worker::captain)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p1)
                .in_box(Box::soldier, p2)
                .begin(Phase::discovery);
  EXPECT_FALSE(state_of(s).contains("pending"));
  play(s, "explore peru");
  EXPECT_EQ(state_of(s)["pending"], (Json{"explore peru"}));
  play(s, "send 0 captain");
  EXPECT_EQ(state_of(s)["pending"], (Json{"explore peru", "send 0 captain"}));
  EXPECT_EQ(state_of(s)["boxes"]["discovery"]["p1"], (Json{{"captain", 1}, {"colonist", 2}}));
  play(s, "send 1 colonist");
  EXPECT_EQ(state_of(s)["pending"], (Json{"explore peru", "send 0 captain", "send 1 colonist"}));
  EXPECT_EQ(state_of(s)["boxes"]["discovery"]["p1"], (Json{{"captain", 1}, {"colonist", 1}}));
  play(s, "counter 0");
  EXPECT_FALSE(state_of(s).contains("pending"));
}

TEST(Trace, C1_AForcedSendIsNoEvent) {
  State s = Position(2).in_box(Box::discovery, p1).in_box(Box::soldier, p2).begin(Phase::discovery);
  play(s, "explore peru");
  EXPECT_EQ(state_of(s)["pending"], (Json{"explore peru"}));
}

TEST(Trace, S11_PendingHoldsTheDeclarationAndTheKillsOfTheBattle) {
  State s = Position(2, 7)
                .in_box(Box::warfare, p1)
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p1, "peru", Worker::colonist, 1)
                .in_region(p2, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::colonist, 1)
                .begin(Phase::warfare);
  EXPECT_EQ(state_of(s)["boxes"]["warfare"],
            (Json{"p1 colonist"}));  // it acts, and is still shown there
  play(s, "battle peru p2");
  EXPECT_EQ(state_of(s)["boxes"]["warfare"], Json::array());  // returned with the declaration
  EXPECT_EQ(state_of(s)["pending"], (Json{"battle peru p2"}));
  play(s, "kill soldier");
  EXPECT_EQ(state_of(s)["pending"], (Json{"battle peru p2", "kill soldier"}));
  EXPECT_EQ(state_of(s)["actor"], "p2");
}

TEST(Trace, S11_AFailedCounterIsKnownAndNoLongerInTheSupply) {
  State s =
      Position(2).in_box(Box::discovery, p1).in_box(Box::discovery, p2).begin(Phase::discovery);
  play(s, {"explore peru", "counter 15"});
  EXPECT_EQ(state_of(s)["regions"]["peru"]["counter"], 15);
  EXPECT_EQ(state_of(s)["supply"]["counters"].size(), 15U);
  EXPECT_TRUE(state_of(s)["regions"]["brazil"]["counter"].is_null());
}

TEST(Trace, S11_UsedNamesUniversityAndCartographyOnceUsed) {
  State s = Position(2, 1)
                .money(p1, 10)
                .discovered("peru")
                .shows(Tile::cartography)
                .in_box(Box::buildings, p1)
                .in_box(Box::soldier, p2)
                .begin(Phase::buildings);
  play(s, "buy cartography");
  EXPECT_EQ(state_of(s)["players"][0]["used"], Json::array());
  play(s, {"claim brazil", "counter 0"});
  EXPECT_EQ(state_of(s)["players"][0]["used"], (Json{"cartography"}));
}

TEST(Trace, S11_ProbabilitiesAreReducedFractionsAndOptionsSorted) {
  State s = start(Ruleset::make("aoe3", 2));
  play(s, "order p1");
  std::string text;
  append_options(text, s);
  const auto options = nlohmann::ordered_json::parse(text);
  EXPECT_EQ(options["tile settlers"], "2/11");
  EXPECT_EQ(options["tile monastery"], "1/11");
  std::vector<std::string> keys;
  for (const auto& [key, value] : options.items()) keys.push_back(key);
  EXPECT_TRUE(std::ranges::is_sorted(keys));
}

TEST(Trace, S11_TheGameIsOverWithActorNone) {
  State end = start(Ruleset::make("aoe3", 2));
  Legal options = legal(end);
  Random random(3, 1);
  rollout(end, options, random);
  EXPECT_EQ(state_of(end)["phase"], "end");
  EXPECT_EQ(state_of(end)["actor"], "none");
  EXPECT_EQ(state_of(end)["turn"], 8);
}

TEST(Trace, C3_ABuyerIsNotInTheBoxWhileItsTilesDecisionIsOpen) {
  const Position choice = Position(2, 4)
                              .in_region(p1, "peru", Worker::colonist)
                              .in_region(p1, "florida", Worker::colonist);
  for (const auto& [tile, node] :
       {std::pair(Tile::cartography, Node::claim), {Tile::indian_allies, Node::station}}) {
    const State s = bought(choice, tile);
    ASSERT_EQ(s.node, node);
    EXPECT_EQ(state_of(s)["boxes"]["buildings"], Json::array());
  }
}

TEST(Trace, C4_TheSetupIsInTurnOneOfAgeOne) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 2), Ruleset::make("aoe3", 2, {"auction"})}) {
    const Json state = state_of(start(rules));
    EXPECT_EQ(state["turn"], 1);
    EXPECT_EQ(state["age"], 1);
  }
}

TEST(Trace, C5_TheFirstShipIsInTheBoxFromTheStart) {
  const Json state = state_of(start(Ruleset::make("aoe3", 2)));
  EXPECT_EQ(state["market"]["ship"], true);
  EXPECT_EQ(state["supply"]["ships"], 7);
}

TEST(Trace, C6_WhatHasRunOutIsLeftOutOfTheSupply) {
  State s = start(Ruleset::make("aoe3", 2));
  EXPECT_EQ(state_of(s)["supply"].size(), 5U);  // tiles, goods, ships, counters, cards
  s.supply = {};
  s.counters.assign_all(static_cast<u16>(low_bits(kCounters)), index(p1));
  s.cards.assign_all(static_cast<u16>(low_bits(kCards)), index(p1));
  s.assign_all(s.tiles_of(kInBag), index(p1));
  EXPECT_EQ(state_of(s)["supply"], Json::object());
}

TEST(Trace, C9_TheRestOfAnAgeIsInTheSupplyUntilItLeavesTheGame) {
  State s = Position(empires(2), 3).begin(Phase::refresh);
  const auto has_settlers = [&] { return state_of(s)["supply"]["tiles"].contains("settlers"); };
  ASSERT_EQ(s.node, Node::good);
  while (s.node == Node::good) {
    EXPECT_TRUE(has_settlers());
    play(s, options(s).front());
  }
  ASSERT_EQ(s.node, Node::tile);  // of age II
  EXPECT_FALSE(has_settlers());
}

TEST(Trace, C15_KnownCardsAreNotInTheSupply) {
  State s = Position(empires(3, {}, {"scouting"}), 7)
                .all_discovered()
                .money(p1, 9)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  play(s, {"look deck", "card india", "return bottom"});
  const Json cards = state_of(s)["supply"]["cards"];
  EXPECT_EQ(cards.size(), kCards - 1);
  EXPECT_EQ(cards.dump().find("india"), std::string::npos);
}

TEST(Trace, C16_FieldsOfAVariantAreThereWithItAloneAndThenEvenIfEmpty) {
  const Json bare = state_of(start(empires(2, {"national"})));
  EXPECT_FALSE(bare.contains("reserve"));
  EXPECT_FALSE(bare["players"][0].contains("knows"));
  EXPECT_FALSE(bare["players"][0].contains("deck_ages"));
  const Json with = state_of(Position(empires(2, {"national"}, {"reduced_luck", "scouting"}))
                                 .nation(p1, Nation::portugal)
                                 .s);
  EXPECT_EQ(with["reserve"], Json::array());
  EXPECT_EQ(with["players"][0]["deck_ages"], Json::array());
  EXPECT_FALSE(with["players"][1].contains("deck_ages"));
  for (const Json& player : with["players"]) EXPECT_EQ(player["knows"], Json::object());
}

TEST(Trace, C19_WhereDenmarkIsPossibleEveryPlayerShowsWhatItKnows) {
  const Json danish = state_of(start(empires(3, {"builder", "national", "world"})));
  for (const Json& player : danish["players"]) EXPECT_EQ(player["knows"], Json::object());
  Position position(empires(3, {"builder", "world"}));
  EXPECT_FALSE(state_of(position.s)["players"][0].contains("knows"));
  EXPECT_EQ(state_of(position.s)["boxes"]["india"], Json::object());
  position.owns(p1, Tile::colony_in_india).s.add_india(Worker::colonist);
  EXPECT_EQ(state_of(position.s)["boxes"]["india"], (Json{{"p1", {{"colonist", 1}}}}));
}

}  // namespace
}  // namespace carrack::testing
