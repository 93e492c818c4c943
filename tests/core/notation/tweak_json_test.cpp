// Tweaks from JSON: reading, the canonical form, refusals, tweaks in records and positions.
#include "core/notation/tweak_json.hpp"

#include <sstream>

#include "core/notation/frozen_state.hpp"
#include "core/notation/record.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace_reader.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack::testing {
namespace {

constexpr std::string_view kCheapMint = R"({
  "name": "cheap-mint",
  "tiles": {"factory": {"money": 20, "vp": 6}, "settlers": {"copies": 1, "cost": 8}},
  "counters": {"15": {"natives": 4, "plunder": 3}},
  "cards": {"china": {"vp": 7}},
  "spaces": {"warfare": 2},
  "start": {"money": 12, "captain": 1},
  "turn": {"colonist": 4},
  "prices": {"training": 4},
  "sets": {"four_alike": 7}
})";

std::string written_tweak(Ruleset rules) {
  std::string text;
  append_tweak(text, rules);
  return text;
}

std::string written_figures(Ruleset rules) {
  std::string text;
  append_figures(text, rules);
  return text;
}

std::string tweak_refusal(std::string_view json, Ruleset rules = Ruleset::make("aoe3", 4)) {
  return complaint([&] { static_cast<void>(tweaked(rules, json)); });
}

/// Of an object behind a name.
std::string figures_refusal(const std::string& figures, Ruleset rules = Ruleset::make("aoe3", 4)) {
  return tweak_refusal(R"({"name": "x", )" + figures + '}', rules);
}

TEST(TweakJson, AllFiguresOfEveryRulesetAreATweakThatChangesNothing) {
  for (const Ruleset rules : all_rulesets()) {
    EXPECT_EQ(tweaked(rules, written_figures(rules)), rules) << rules.to_string();
  }
}

TEST(TweakJson, AllFiguresOfATweakedRulesetAreItsOwn) {
  const Ruleset printed = Ruleset::make("aoe3", 4);
  const Ruleset rules = tweaked(printed, kCheapMint);
  EXPECT_EQ(tweaked(printed, written_figures(rules)), rules);
  EXPECT_NE(written_figures(rules), written_figures(printed));
}

TEST(TweakJson, ChangesTheFiguresItNamesAlone) {
  const Ruleset printed = Ruleset::make("aoe3", 4);
  const Ruleset rules = tweaked(printed, kCheapMint);
  Figures expected = printed.figures();
  expected.tiles[index(Tile::factory)].each = 20;
  expected.tiles[index(Tile::factory)].vp = 6;
  expected.tiles[index(Tile::settlers)].copies = 1;
  expected.tiles[index(Tile::settlers)].cost = 8;
  expected.counters[15].natives = 4;
  expected.counters[15].plunder = 3;
  expected.cards[15].vp = 7;
  expected.spaces[index(Box::warfare)] = 2;
  expected.money = 12;
  expected.workers[index(Worker::captain)] = 1;
  expected.colonists = 4;
  expected.training = 4;
  expected.four_alike = 7;
  EXPECT_TRUE(rules.figures() == expected);
  EXPECT_EQ(rules.to_string(), "aoe3-4~cheap-mint");
  EXPECT_EQ(rules.on(islands()).to_string(), "aoe3-4@islands~cheap-mint");
  EXPECT_NE(rules, printed);
  EXPECT_NE(rules.digest(), printed.digest());
}

TEST(TweakJson, TheCanonicalFormHasWhatDiffersInTheOrderOfTheCatalogue) {
  const Ruleset rules = tweaked(Ruleset::make("aoe3", 4), kCheapMint);
  EXPECT_EQ(written_tweak(rules),
            R"({"name": "cheap-mint", "tiles": {"settlers": {"cost": 8, "copies": 1}, )"
            R"("factory": {"vp": 6, "money": 20}}, "counters": {"15": {"plunder": 3, )"
            R"("natives": 4}}, "cards": {"china": {"vp": 7}}, "spaces": {"warfare": 2}, )"
            R"("start": {"captain": 1, "money": 12}, "turn": {"colonist": 4}, )"
            R"("prices": {"training": 4}, "sets": {"four_alike": 7}})");
  EXPECT_EQ(tweaked(Ruleset::make("aoe3", 4), written_tweak(rules)), rules);
}

TEST(TweakJson, WhatIsPrintedIsNoTweak) {
  const Ruleset printed = Ruleset::make("aoe3", 4);
  EXPECT_EQ(tweaked(printed, R"({"name": "x"})"), printed);
  EXPECT_EQ(tweaked(printed, R"({"name": "x", "tiles": {"navy": {"cost": 20}}})"), printed);
  EXPECT_EQ(tweaked(printed, R"({"name": "x", "tiles": {"factory": {"money": 25}}})"), printed);
  EXPECT_NE(tweaked(empires(4), R"({"name": "x", "tiles": {"factory": {"money": 25}}})"),
            empires(4));
  const Ruleset rules = tweaked(printed, R"({"name": "x", "start": {"money": 11, "captain": 0}})");
  EXPECT_EQ(written_tweak(rules), R"({"name": "x", "start": {"money": 11}})");
}

TEST(TweakJson, RandomTweaksComeBackFromRulesetJson) {
  Random random(3, 1);
  for (const Ruleset rules : all_rulesets()) {
    if (random.below(16) != 0) continue;
    const Ruleset changed = randomly_tweaked(rules, 1 + random.below(40), random);
    std::string text;
    append_ruleset(text, changed);
    ASSERT_EQ(read_ruleset(text), changed) << text;
    ASSERT_EQ(rules.tweaked(changed.tweak()), changed);
  }
}

TEST(TweakJson, RefusesWhatIsNoTweak) {
  expect_names(tweak_refusal("{\n\"name\": oops"), {"JSON", "line 2"});
  expect_names(tweak_refusal("[]"), {"object"});
  expect_names(tweak_refusal("{}"), {"\"name\" is missing"});
  expect_names(tweak_refusal(R"({"name": "Cheap"})"), {"\"name\"", "lower-case letters"});
  expect_names(tweak_refusal(R"({"name": ""})"), {"\"name\""});
  expect_names(tweak_refusal(R"({"name": 3})"), {"\"name\""});
  expect_names(tweak_refusal(R"({"name": "x", "name": "y"})"), {"duplicate key 'name'"});
  expect_names(tweak_refusal(std::string(100, '[') + std::string(100, ']')), {"deeper"});
}

TEST(TweakJson, RefusesUnknownWordsWithTheNearestOne) {
  expect_names(figures_refusal(R"("tile": {})"), {"'tile'", "did you mean 'tiles'"});
  expect_names(figures_refusal(R"("tiles": {"mnit": {}})"), {"tiles: ", "'mnit'", "'mint'"});
  expect_names(figures_refusal(R"("tiles": {"navy": {"costs": 3}})"),
               {"tiles: navy: ", "'costs'", "did you mean 'cost'"});
  expect_names(figures_refusal(R"("tiles": {"monastery": {"money": 3}})"),
               {"monastery: ", "'money'"});
  expect_names(figures_refusal(R"("start": {"captains": 3})"), {"start: ", "'captain'"});
  expect_names(figures_refusal(R"("spaces": {"shipping": 3})"), {"spaces: ", "'shipping'"});
  expect_names(figures_refusal(R"("counters": {"16": {}})"), {"counters: ", "'16'"});
}

TEST(TweakJson, RefusesWrongTypesRangesAndDuplicates) {
  expect_names(figures_refusal(R"("tiles": 3)"), {"tiles should be an object"});
  expect_names(figures_refusal(R"("tiles": {"navy": 3})"), {"tiles: navy should be an object"});
  for (const std::string wrong : {"-1", "100", "1.5", "\"3\"", "true", "null", "{}", "[3]"}) {
    expect_names(figures_refusal(R"("tiles": {"navy": {"cost": )" + wrong + "}}"),
                 {"tiles: navy: cost should be a whole number from 0 to 99"});
  }
  expect_names(figures_refusal(R"("tiles": {"navy": {"copies": 2}})"), {"copies", "0 to 1, not 2"});
  expect_names(figures_refusal(R"("tiles": {"settlers": {"copies": 3}})"), {"0 to 2, not 3"});
  expect_names(figures_refusal(R"("counters": {"3": {"natives": 0}})"),
               {"natives", "1 to 7, not 0"});
  expect_names(figures_refusal(R"("spaces": {"dock": 0})"), {"dock", "1 to 11, not 0"});
  expect_names(figures_refusal(R"("tiles": {"navy": {"cost": 3, "cost": 3}})"),
               {"duplicate key 'cost'"});
  expect_names(figures_refusal(R"("tiles": {"navy": {}, "navy": {}})"), {"duplicate key 'navy'"});
}

TEST(TweakJson, RefusesFiguresThatTheRulesetDoesNotHave) {
  expect_names(figures_refusal(R"("tiles": {"mint": {"cost": 11}})"),
               {"tiles: mint: cost", "aoe3-4 does not have this tile"});
  EXPECT_EQ(figures_refusal(R"("tiles": {"mint": {"cost": 11}})", empires(4, {"builder"})), "");
  expect_names(figures_refusal(R"("start": {"builder": 1})", empires(4)), {"start: builder"});
  expect_names(figures_refusal(R"("spaces": {"builder": 0})", empires(4)), {"spaces: builder"});
  expect_names(
      figures_refusal(R"("cards": {"china": {"vp": 1}})", empires(4, {"builder", "world"})),
      {"cards: china: vp"});
}

TEST(TweakJson, RefusesFiguresThatDoNotGoTogether) {
  const Ruleset auction = Ruleset::make("aoe3", 4, {"auction"});
  expect_names(figures_refusal(R"("start": {"money": 16})", auction), {"start: money", "1 to 15"});
  EXPECT_EQ(figures_refusal(R"("start": {"money": 16})"), "");
  const Ruleset captains = empires(2, {}, {"two_player_captains"});
  expect_names(figures_refusal(R"("start": {"captain": 4})", captains),
               {"start: captain", "0 to 2"});
  expect_names(figures_refusal(R"("tiles": {"navy": {"copies": 0}, "power": {"copies": 0}})",
                               empires(4, {}, {"reduced_luck"})),
               {"9 tiles", "'reduced_luck' draws 10"});
  expect_names(figures_refusal(R"("sets": {"four_alike": 30})"), {"sets", "more than $127"});
  const Ruleset rich =
      tweaked(Ruleset::make("aoe3", 4), R"({"name": "x", "sets": {"four_alike": 8}})");
  const Board full = read_board(R"({"name": "full", "goods": {"gold": 6, "silver": 6, "cattle": 6,
    "cocoa": 6, "fish": 6, "sugar": 6, "fur": 6, "coffee": 6, "tobacco": 6, "rice": 6, "indigo": 6,
    "spices": 6, "silk": 6, "tea": 6, "ivory": 6}, "regions": [
    {"id": "a", "good": "fur", "discovered": true, "adjacent": []},
    {"id": "b", "good": "fur", "adjacent": []}]})");
  expect_names(complaint([&] { static_cast<void>(rich.on(full)); }), {"sets", "more than $127"});
}

TEST(TweakJson, RulesetJsonNamesTheTweakInItsErrors) {
  const auto why_not = [](std::string_view tweak) {
    return complaint([&] {
      static_cast<void>(read_ruleset(R"({"edition": "aoe3", "players": 2, "modules": [],
          "variants": [], "tweak": )" +
                                     std::string(tweak) + '}'));
    });
  };
  EXPECT_EQ(why_not(R"({"name": "x", "start": {"money": 3}})"), "");
  expect_names(why_not("3"), {"\"tweak\"", "object"});
  expect_names(why_not(R"({"name": "x", "strat": {}})"), {"\"tweak\"", "'strat'", "'start'"});
}

TEST(TweakJson, ARecordCarriesItsTweak) {
  const Ruleset rules = tweaked(Ruleset::make("aoe3", 2), kCheapMint).on(islands());
  std::string text;
  RecordWriter writer(text, RecordHeader{rules, {"random", "random"}, 0, 0, ""}, /*trace=*/true);
  Random random(3, 3);
  State s = start(rules);
  while (!is_over(s)) {
    const State before = s;
    const Action action = random_action(s, legal(s), random);
    apply(s, action);
    writer.event(before, action, s);
  }
  writer.finish(result(s));
  const auto read = [](const std::string& record) {
    std::istringstream in(record);
    RecordReader reader(in, "tweaked.jsonl");
    if (!reader.next_game()) throw InputError("no game");
    while (reader.next_event()) {
    }
    return std::pair(reader.header().rules, reader.state());
  };
  const auto [again, end] = read(text);
  EXPECT_EQ(again, rules);
  EXPECT_TRUE(end == s);
  const auto altered = [&](std::string_view from, std::string_view to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return complaint([&] { static_cast<void>(read(changed)); });
  };
  expect_names(altered("\"money\": 12", "\"money\": 13"), {"tweaked.jsonl:"});
  expect_names(altered("\"tweak\"", "\"twaek\""), {"tweaked.jsonl:"});
  expect_names(altered("\"money\": 12", "\"money\": 912"), {"tweaked.jsonl:1", "\"tweak\"", "912"});
}

TEST(TweakJson, PositionsCarryTheirTweakAsBytesAndAsTraces) {
  const Ruleset rules = tweaked(Ruleset::make("aoe3", 3), kCheapMint);
  State s = start(rules);
  Random random(5, 1);
  while (!is_over(s)) {
    const FrozenState frozen = freeze(s, std::nullopt);
    ASSERT_TRUE(frozen.board.empty());
    ASSERT_TRUE(thaw(frozen.bytes, "", frozen.tweak).state == s);
    expect_names(complaint([&] { static_cast<void>(thaw(frozen.bytes, "")); }), {"damaged"});
    if (!is_chance(s) && random.below(8) == 0) {
      std::string trace;
      append_state(trace, s);
      try {
        ASSERT_EQ(trace_of(read_state(rules, trace, options(s), random)), trace_of(s));
      } catch (const InputError& error) {
        expect_names(error.what(), {"a trace does not say"});
      }
    }
    apply(s, random_action(s, legal(s), random));
  }
}

TEST(TweakJson, ForgottenTweaksAreReadAgain) {
  const RulesId id = tweaked(Ruleset::make("aoe3", 2), kCheapMint).id();
  EXPECT_TRUE(is_known(id));
  forget_custom_rules();
  EXPECT_FALSE(is_known(id));
  EXPECT_EQ(tweaked(Ruleset::make("aoe3", 2), kCheapMint).to_string(), "aoe3-2~cheap-mint");
}

}  // namespace
}  // namespace carrack::testing
