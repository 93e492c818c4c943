// Rulesets as JSON: round trips and refusals.
#include "core/notation/ruleset_json.hpp"

#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::string json_of(Ruleset rules) {
  std::string text;
  append_ruleset(text, rules);
  return text;
}

TEST(RulesetJson, WhatIsWrittenReadsBack) {
  for (const Ruleset rules : all_rulesets()) EXPECT_EQ(read_ruleset(json_of(rules)), rules);
  EXPECT_EQ(json_of(Ruleset::make("empires", 5, {"national"})),
            R"({"edition": "empires", "players": 5, "modules": ["national"], "variants": []})");
}

TEST(RulesetJson, CarriesTheWholeOfABoardThatIsNotPrinted) {
  const Ruleset rules = Ruleset::make("aoe3", 3).on(islands());
  EXPECT_EQ(read_ruleset(json_of(rules)), rules);
  EXPECT_NE(json_of(rules).find("\"tortuga\""), std::string::npos);
  EXPECT_EQ(json_of(Ruleset::make("aoe3", 3)).find("board"), std::string::npos);
}

TEST(RulesetJson, SaysWhatIsWrong) {
  const auto says = [](std::string_view json) {
    return complaint([&] { static_cast<void>(read_ruleset(json)); });
  };
  expect_names(says("[]"), {"a JSON object"});
  expect_names(says("{"), {"not JSON: it ends too early"});
  expect_names(says(R"({"edition": "aoe3", "players": 2, "players": 3})"),
               {"duplicate key 'players'"});
  expect_names(says(R"({"players": 3, "modules": [], "variants": []})"),
               {"\"edition\" is missing"});
  expect_names(says(R"({"edition": "aoe3", "players": -3, "modules": [], "variants": []})"),
               {"\"players\"", "whole number"});
  expect_names(says(R"({"edition": "aoe3", "players": 4294967299, "modules": [], "variants": []})"),
               {"players"});
  expect_names(says(R"({"edition": "aoe3", "players": 100000, "modules": [], "variants": []})"),
               {"for 2 to 5 players, not 100000"});
  expect_names(says(R"({"edition": "aoe4", "players": 3, "modules": [], "variants": []})"),
               {"aoe4", "aoe3"});
  expect_names(says(R"({"edition": "aoe3", "players": 3, "modules": [1], "variants": []})"),
               {"\"modules\"", "list of strings"});
  expect_names(
      says(R"({"edition": "aoe3", "players": 3, "modules": [], "variants": [], "board": 1})"),
      {"\"board\""});
}

}  // namespace
}  // namespace carrack::testing
