// The report of a search as JSON.
#include "experiments/studies/search_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/game/game.hpp"

namespace carrack {
namespace {

nlohmann::json json_of(const Report& report) {
  Random random(1, 0);
  State s = start(Ruleset::make("aoe3", 2));
  while (is_chance(s)) apply(s, draw_chance(s, random));
  return nlohmann::json::parse(search_json(s, report, legal(s)[0]));
}

TEST(SearchJson, HasEveryListAlsoWithoutASearch) {
  const nlohmann::json json = json_of({});
  for (const char* const list : {"options", "line", "line_actors", "anytime"}) {
    EXPECT_EQ(json.at(list), nlohmann::json::array()) << list;
  }
  EXPECT_TRUE(json.at("chosen").is_string());
}

TEST(SearchJson, ListsTheOptionsTheLineAndTheChoices) {
  Report report;
  report.options.resize(2);
  report.principal_variation.resize(3);
  report.principal_movers = {0, kChanceMover, 1};
  report.anytime.resize(4);
  const nlohmann::json json = json_of(report);
  EXPECT_EQ(json["options"].size(), 2U);
  EXPECT_EQ(json["line"].size(), 3U);
  EXPECT_EQ(json["line_actors"], nlohmann::json::parse(R"(["p1", "chance", "p2"])"));
  EXPECT_EQ(json["anytime"].size(), 4U);
}

}  // namespace
}  // namespace carrack
