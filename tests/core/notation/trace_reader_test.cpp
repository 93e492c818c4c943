// Positions read from traces: complete, or as known to one player.
#include "core/notation/trace_reader.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/notation/board_json.hpp"
#include "core/rules/phases.hpp"
#include "core/tools/perft.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"
#include "tests/core/tweaks.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

using Words = std::vector<std::string>;

std::string state_text(const State& s, std::optional<Player> viewer = std::nullopt) {
  std::string text;
  append_state(text, s, viewer);
  return text;
}

State read(const State& s, std::optional<Player> viewer, u64 seed = 1) {
  Random random(seed, 0);
  return read_state(s.ruleset(), state_text(s, viewer), options(s), random);
}

std::string why_not(Ruleset rules, const std::string& text,
                    const std::optional<Words>& legal = std::nullopt) {
  Random random(1, 0);
  return complaint([&] { static_cast<void>(read_state(rules, text, legal, random)); });
}

/// Both positions play on identically, event by event.
void play_both(State a, State b, unsigned steps, Random& random) {
  for (; steps != 0 && !is_over(a); --steps) {
    ASSERT_EQ(options(a), options(b));
    const Legal legal_a = legal(a);
    const Action action = random_action(a, legal_a, random);
    apply(a, action);
    apply(b, action);
    ASSERT_EQ(state_text(a), state_text(b)) << to_notation(action, a.ruleset().board());
    ASSERT_NO_THROW(check(b));
  }
  if (!is_over(a)) return;
  EXPECT_EQ(result(a).vp, result(b).vp);
  EXPECT_EQ(result(a).rank, result(b).rank);
}

std::string position_text(const State& s) {
  std::string text;
  append_position(text, s);
  return text;
}

/// With what a trace leaves out, every worker stands on its own space again.
void read_spaces(const State& s) {
  Random random(1, 0);
  const State again = read_state(s.ruleset(), position_text(s), options(s), random);
  ASSERT_EQ(position_text(again), position_text(s));
  ASSERT_EQ(again.initiative_box, s.initiative_box);
  ASSERT_EQ(again.dock, s.dock);
  ASSERT_EQ(again.goods_box, s.goods_box);
  ASSERT_EQ(again.buildings_box, s.buildings_box);
  ASSERT_EQ(again.warfare_box, s.warfare_box);
  ASSERT_NO_THROW(check(again));
}

/// Counts of read and refused positions by the verb of the last option.
struct Tally {
  std::map<std::string, unsigned> read;
  std::map<std::string, unsigned> refused;
};

/// Reads a position back from its full trace and from the trace of its player.
void read_both(const State& s, Tally& tally, Random& random) {
  const Player viewer = s.actor;
  const std::string last = is_over(s) ? "over" : options(s).back();
  const std::string verb = last.substr(0, last.find(' '));
  try {
    const State again = read(s, std::nullopt);
    ASSERT_EQ(state_text(again), state_text(s));
    read_spaces(s);
    ASSERT_EQ(options(again), options(s));
    if (random.below(8) == 0) play_both(s, again, random.below(10) == 0 ? 10'000 : 12, random);
    const State seen = read(s, viewer, random.next());
    ASSERT_NO_THROW(check(seen));
    ASSERT_EQ(state_text(seen, viewer), state_text(s, viewer));
    ASSERT_EQ(options(seen), options(s));
    ++tally.read[verb];
  } catch (const InputError& error) {
    const std::string message = error.what();
    ASSERT_NE(message.find("a trace does not say"), std::string::npos) << message << "\n"
                                                                       << state_text(s) << "\n"
                                                                       << last;
    ++tally.refused[verb];
  }
}

std::vector<Ruleset> rulesets() {
  return {Ruleset::make("aoe3", 2),
          Ruleset::make("aoe3", 5, {"auction"}),
          Ruleset::make("aoe3", 3).on(islands()),
          empires(3),
          empires(6, {"builder"}, {"reduced_luck", "no_survivors", "buy_vp"}),
          empires(4, {"national"}, {"open_counters"}),
          empires(2, {"national", "auction"}, {"two_player_captains"}),
          empires(5, {"national", "auction", "builder"}, {"scouting"}),
          empires(3, {"builder"}, {"scouting", "no_survivors", "buy_vp"}),
          empires(4, {"builder", "world"}),
          empires(4, {"builder", "national", "world"}, {"scouting"}),
          empires(6, {"builder", "national", "world", "auction"})};
}

TEST(TraceReader, OfBattlesThatLookAlikeItTakesThatOfTheAttacker) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  unsigned alike = 0;
  for (u64 seed = 0; alike < 3 && seed < 4'000; ++seed) {
    Random random(seed, 7);
    State s = start(rules);
    while (!is_over(s)) {
      const Legal options_here = legal(s);
      if (s.node == Node::kill && !is_chance(s)) {
        const std::string text = state_text(s);
        if (!why_not(rules, text, options(s)).empty()) {
          const warfare::Battle battle = warfare::Battle::of(s);
          const State again = read_likely_state(rules, text, options(s), random, battle.attacker);
          ASSERT_EQ(state_text(again), text);
          ASSERT_EQ(options(again), options(s));
          ASSERT_EQ(warfare::Battle::of(again).attacker, battle.attacker);
          ASSERT_NO_THROW(check(again));
          ++alike;
        }
      }
      apply(s, random_action(s, options_here, random));
    }
  }
  EXPECT_EQ(alike, 3U);
}

TEST(TraceReader, EveryDecisionOfRandomGamesComesBackOrIsRefusedByName) {
  Tally tally;
  Random random(21, 3);
  for (const Ruleset rules : rulesets()) {
    if (kSanitized && random.below(4) != 0) continue;
    State s = start(rules);
    while (!is_over(s)) {
      const Legal next = legal(s);
      if (!is_chance(s)) read_both(s, tally, random);
      if (HasFatalFailure()) return;
      apply(s, random_action(s, next, random));
    }
    read_both(s, tally, random);
  }
  const auto sum = [&](const std::map<std::string, unsigned>& counts, const std::string& as) {
    unsigned all = 0;
    for (const auto& [verb, n] : counts) {
      all += n;
      RecordProperty(as + verb, static_cast<int>(n));
    }
    return all;
  };
  const unsigned read = sum(tally.read, "read_");
  const unsigned refused = sum(tally.refused, "refused_");
  EXPECT_GT(read, kSanitized ? 500U : 2500U);
  EXPECT_LT(refused * 20, read);  // 3 % of these
  // These are complete in every trace, except for the count of age_of_reason and the last income.
  for (const char* const verb : {"place", "land", "take", "send", "replace"}) {
    EXPECT_GT(tally.read[verb], 0U) << verb;
    EXPECT_EQ(tally.refused[verb], 0U) << verb;
  }
}

TEST(TraceReader, S7_ThePriceOfASoldPlaceComesFromTheMoneyOfTheStart) {
  for (const char* const tweak : {R"({"name": "poor", "start": {"money": 1}})",
                                  R"({"name": "ten", "start": {"money": 10}})"}) {
    State s = start(tweaked(empires(2, {"national", "auction"}), tweak));
    play(s, {"starter p1", "bid 1"});
    if (!offers(s, "nation england")) play(s, "pass");
    ASSERT_TRUE(offers(s, "nation england"));
    State again = read(s, std::nullopt);
    play(s, "nation england");
    play(again, "nation england");
    EXPECT_EQ(state_text(again), state_text(s)) << tweak;
  }
}

TEST(TraceReader, S8_VpThatNoScoringCanHaveBroughtWereBought) {
  State s = Position(empires(2, {"builder"}, {"buy_vp"}), 4)
                .all_discovered()
                .in_box(Box::dock, p1)
                .begin(Phase::dock);
  s.of(p1).add_colony_vp(54);
  s.of(p1).add_bought_vp(255);
  ASSERT_NO_THROW(check(s));
  const State again = read(s, std::nullopt);
  EXPECT_EQ(again.of(p1).colony_vp() + again.of(p1).bought_vp(), 309U);
  EXPECT_EQ(state_text(again), state_text(s));
}

State scouted() {
  State s = Position(empires(3, {}, {"scouting"}), 4)
                .scouted_counter("peru", 3, {p2})
                .scouted_counter("brazil", 5, {p1})
                .money(p1, 9)
                .in_box(Box::discovery, p1)
                .begin(Phase::discovery);
  return s;
}

TEST(TraceReader, WhatOthersHaveSeenIsHiddenInATraceForOnePlayer) {
  const std::string text = state_text(scouted(), p1);
  EXPECT_NE(text.find(R"("knows": {"peru": "?"})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("knows": {"brazil": 5})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("counters": [0, 1, 2, 3, 4, 6,)"), std::string::npos) << text;
  EXPECT_NE(state_text(scouted()).find(R"("knows": {"peru": 3})"), std::string::npos);
}

TEST(TraceReader, WhatIsHiddenIsDrawnUniformly) {
  constexpr unsigned kDraws = kSanitized ? 300 : 3000;
  std::array<unsigned, kCounters> seen{};
  for (u64 seed = 0; seed < kDraws; ++seed) {
    const State s = read(scouted(), p1, seed);
    ASSERT_EQ(fixed_counter(s, region("brazil")), 5);
    ++seen.at(static_cast<unsigned>(fixed_counter(s, region("peru"))));
  }
  EXPECT_EQ(seen[5], 0U);
  double chi_square = 0;
  constexpr double kDue = kDraws / 15.0;
  for (unsigned c = 0; c < kCounters; ++c) {
    if (c != 5) chi_square += (seen.at(c) - kDue) * (seen.at(c) - kDue) / kDue;
  }
  EXPECT_LT(chi_square, 36.1);  // 14 degrees of freedom: 999 seeds in 1,000
}

TEST(TraceReader, TheKnownEndsOfTheDeckComeBackAsFarAsThePlayerKnowsThem) {
  State s = Position(empires(3, {}, {"scouting"}), 7)
                .all_discovered()
                .money(p1, 9)
                .in_box(Box::discovery, p1)
                .in_box(Box::discovery, p2)
                .begin(Phase::discovery);
  play(s, {"look deck", "card india", "return bottom", "look deck", "card china", "return top"});
  EXPECT_TRUE(KnownDeck::of(read(s, std::nullopt)).entries[0].card == nth<Card>(15));
  play(s, "pass");
  ASSERT_EQ(s.actor, p2);
  EXPECT_NE(state_text(s, p2).find(R"({"deck_top": ["?"], "deck_bottom": ["?"]})"),
            std::string::npos);
  const State again = read(s, p2);
  EXPECT_EQ(state_text(again, p2), state_text(s, p2));
  EXPECT_EQ(KnownDeck::of(again).size(), 2U);
}

TEST(TraceReader, WithoutTheLegalActionsDecisionsThatLookAlikeAreRefused) {
  State s = Position(2, 1)
                .owns(p1, Tile::cartography)
                .shows(Tile::settlers)
                .money(p1, 10)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  ASSERT_TRUE(offers(s, "buy settlers"));
  EXPECT_TRUE(state_text(read(s, std::nullopt)) == state_text(s));
  expect_names(why_not(s.ruleset(), state_text(s)), {"several decisions", "legal actions"});
  const State first = perft_start(Ruleset::make("aoe3", 4));
  EXPECT_EQ(why_not(first.ruleset(), state_text(first)),
            "");  // nothing else is open in a placement
}

TEST(TraceReader, PartsThatNoTraceShowsAreRefused) {
  State s = Position(empires(3, {"builder"}), 8)
                .discovered("florida")
                .discovered("peru")
                .shows(Tile::overpopulation)
                .money(p1, 20)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  play(s, "buy overpopulation");
  expect_names(why_not(s.ruleset(), state_text(s), options(s)), {"does not say", "settle"});
}

TEST(TraceReader, SpacesThatAreEmptyAlreadyAreToldBesideTheTrace) {
  State s = Position(2, 1)
                .shows(Tile::settlers)
                .money(p1, 40)
                .in_box(Box::buildings, p1)
                .in_box(Box::buildings, p1)
                .begin(Phase::buildings);
  EXPECT_EQ(position_text(s), state_text(s));
  play(s, "pass");
  auto json = parse_json(position_text(s));
  ASSERT_EQ(json["emptied"], 1);
  read_spaces(s);
  const auto with = [&](const nlohmann::json& emptied) {
    json["emptied"] = emptied;
    return why_not(s.ruleset(), json.dump(), options(s));
  };
  EXPECT_EQ(with(1), "");
  EXPECT_EQ(with(3), "");  // the first two have passed, or bought
  expect_names(with(0), {"emptied is 0"});
  expect_names(with("1"), {"emptied is", "whole number"});
  expect_names(with(99), {"emptied is 99"});
  expect_names(with(5), {"state: "});  // the worker has no space
  auto other = parse_json(state_text(perft_start(Ruleset::make("aoe3", 3))));
  other["emptied"] = 1;
  expect_names(why_not(Ruleset::make("aoe3", 3), other.dump()), {"emptied"});
}

/// The trace of a first placement with a member changed, by its path.
std::string changed(const std::string& path, const nlohmann::json& value) {
  auto json = parse_json(state_text(perft_start(Ruleset::make("aoe3", 3))));
  json[nlohmann::json::json_pointer(path)] = value;
  return json.dump();
}

TEST(TraceReader, RefusesWhatIsWrongWithItsPlace) {
  const Ruleset rules = Ruleset::make("aoe3", 3);
  const auto refused = [&](const std::string& path, const nlohmann::json& value) {
    return why_not(rules, changed(path, value));
  };
  EXPECT_EQ(refused("/turn", 1), "");
  expect_names(refused("/turn", 9), {"turn is 9", "from 1 to 8"});
  expect_names(refused("/turn", "1"), {"turn is", "whole number"});
  expect_names(refused("/phase", "dok"), {"phase", "'dok'", "dock"});
  expect_names(refused("/actor", "chance"), {"actor is chance", "only decisions"});
  expect_names(refused("/actor", "p4"), {"actor", "unknown player 'p4'", "p1, p2, p3"});
  expect_names(refused("/order/0", "p4"), {"order/0", "unknown player 'p4'", "did you mean"});
  expect_names(refused("/players", nlohmann::json::array()), {"players", "3"});
  expect_names(refused("/players/1/money", -1), {"players/1/money is -1"});
  expect_names(refused("/players/1/money", 1e30), {"players/1/money"});
  expect_names(refused("/players/1/workers", {{"colonist", 30}}), {"workers/colonist is 30", "29"});
  expect_names(refused("/players/1/workers", {{"pirate", 1}}), {"unknown worker 'pirate'"});
  expect_names(refused("/players/1/tiles", {"navigator", "navigator"}), {"players/1/tiles/1"});
  expect_names(refused("/players/1/counters", {1}), {"counters", "not listed elsewhere"});
  expect_names(refused("/players/1/goods", {{"sugar", 15}}), {"sugar"});
  expect_names(refused("/players/1/name", "x"), {"players/1/name", "nothing"});
  expect_names(refused("/regions/peru/workers", {{"p1", {{"captain", 1}}}}),
               {"regions/peru/workers/p1", "unknown worker 'captain'", "soldier"});
  expect_names(refused("/regions/peru/workers", {{"p8", {{"colonist", 1}}}}),
               {"regions/peru/workers", "unknown player 'p8'"});
  expect_names(refused("/players/1/knows", {{"peri", 1}}),
               {"players/1/knows", "unknown region 'peri'", "did you mean 'peru'?"});
  expect_names(refused("/boxes/specialists", {{"captian", "p1 colonist"}}),
               {"boxes/specialists", "unknown space 'captian'", "did you mean 'captain'?"});
  expect_names(refused("/regions/peru/workers", {{"p1", {{"colonist", 1}}}}),
               {"undiscovered region"});
  expect_names(refused("/boxes/dock", {"p1 colonist", "p9 colonist"}), {"boxes/dock/1"});
  expect_names(refused("/boxes/dock", {"p1"}), {"boxes/dock/0"});
  expect_names(refused("/boxes/warfare", nlohmann::json::array({1, 2, 3, 4, 5})),
               {"boxes/warfare", "at most 4"});
  expect_names(refused("/boxes/shipping", {{"p1", {{"colonist", 29}}}}), {"p1 has 34", "29"});
  expect_names(refused("/market/ship", 1), {"market/ship is 1", "true or false"});
  expect_names(refused("/pending", {"explore peru"}), {"pending"});
  expect_names(refused("/pending", {"explore atlantis"}), {"atlantis"});
  expect_names(why_not(rules, "[]"), {"object"});
  expect_names(why_not(rules, "{}"), {"turn is missing"});
  expect_names(why_not(rules, "{"), {"not JSON"});
  expect_names(why_not(rules, R"({"turn": 1, "turn": 1})"), {"duplicate key 'turn'"});
  expect_names(why_not(rules, std::string(100, '[')), {"nested"});
  expect_names(why_not(Ruleset::make("aoe3", 4), changed("/turn", 1)), {"players"});
  expect_names(why_not(rules, changed("/turn", 1), Words{"pass"}), {"legal actions"});
}

// Without the auction, money at the start may be more than any price.
TEST(TraceReader, AnAuctionThatTheRulesetDoesNotHaveIsRefused) {
  const Ruleset rules = tweaked(Ruleset::make("empires", 3, {"national"}),
                                R"({"name": "x", "start": {"money": 99}})");
  Random random(1, 0);
  State s = start(rules);
  while (s.phase != Phase::placement || is_chance(s)) {
    const Legal legal = carrack::legal(s);
    apply(s, random_action(s, legal, random));
  }
  nlohmann::json json = nlohmann::json::parse(state_text(s));
  json["phase"] = "auction";
  json["bids"] = nlohmann::json::object();
  json["order"] = {"p1"};
  json["actor"] = "p2";
  json["players"][0]["money"] = 0;
  EXPECT_NE(why_not(rules, json.dump()), "");
}

}  // namespace
}  // namespace carrack::testing
