// Reports as JSON, tables and pages.
#include "experiments/report/game_report.hpp"

#include <nlohmann/json.hpp>

#include "core/game/catalogue.hpp"
#include "tests/experiments/report/games.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kEvilName = "</script><script>alert(1)//<!--'\"&amp;{{data}}\x1b[31m";

GameReport report_of(const RecordedGame& game, const std::optional<JudgePlan>& plan) {
  std::atomic<bool> stop = false;
  auto report = make_report(game, linear_value(), plan, stop);
  EXPECT_TRUE(report);
  return *report;
}

const JudgePlan kShort{.agent = "mcts:iterations=100", .seed = 1, .threads = 1};

Json data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"game\">";
  const std::size_t from = page.find(start) + start.size();
  return Json::parse(page.substr(from, page.find("</script", from) - from));
}

TEST(GameReport, JsonHasThePartsOfEveryPlayerAndSumsToTheResult) {
  for (const std::optional<JudgePlan>& plan : {std::optional<JudgePlan>(), std::optional(kShort)}) {
    const RecordedGame game = random_game(Ruleset::make("aoe3", 3), 2);
    const GameReport report = report_of(game, plan);
    const Json json = Json::parse(report_json(game, report));
    EXPECT_EQ(json["ruleset"], "aoe3-3");
    EXPECT_EQ(json["agent"].is_null(), !plan);
    ASSERT_EQ(json["players"].size(), 3U);
    double results = 0;
    for (const Json& player : json["players"]) {
      const auto part = [&](const char* key) { return player.at(key).get<double>(); };
      EXPECT_NEAR(part("own") + part("others") + part("luck"), part("result") - part("start"),
                  1e-9);
      results += part("result");
      EXPECT_EQ(player.contains("accuracy"), plan.has_value());
    }
    EXPECT_NEAR(results, 1, 1e-12);
    ASSERT_EQ(json["events"].size(), game.events.size());
    for (const Json& event : json["events"]) {
      EXPECT_EQ(event.contains("luck"), event["actor"] == "chance");
      EXPECT_EQ(event.contains("loss"), plan && event["actor"] != "chance");
    }
  }
}

TEST(GameReport, AccuracyIsThatOfTheDecisionsByPlayerAndPhase) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  const Json json = Json::parse(report_json(game, report_of(game, kShort)));
  for (const Json& player : json["players"]) {
    double lost = 0;
    u64 decisions = 0;
    std::map<std::string, u64> marks;
    for (const Json& event : json["events"]) {
      if (event["actor"] != player["player"]) continue;
      lost += event["loss"].get<double>();
      ++decisions;
      ++marks[event["mark"]];
    }
    EXPECT_NEAR(player["lost"].get<double>(), lost, 1e-9);
    EXPECT_EQ(player["decisions"], decisions);
    EXPECT_GT(marks["blunder"] + marks["mistake"] + marks["inaccuracy"] + marks["doubtful"], 0U);
    for (const auto& [mark, count] : player["marks"].items()) EXPECT_EQ(count, marks[mark]) << mark;
    u64 in_phases = 0;
    double lost_in_phases = 0;
    for (const auto& [phase, accuracy] : player["phases"].items()) {
      in_phases += accuracy["decisions"].get<u64>();
      lost_in_phases += accuracy["lost"].get<double>();
    }
    EXPECT_EQ(in_phases, decisions);
    EXPECT_NEAR(lost_in_phases, lost, 1e-9);
    EXPECT_TRUE(player["phases"].contains("placement"));
  }
}

TEST(GameReport, TextExplainsItsColumns) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  const std::string quick = report_text(game, report_of(game, std::nullopt));
  for (const std::string_view word :
       {"start", "own", "others", "luck", "result", "errors", "linear evaluation", "key moment"}) {
    EXPECT_NE(quick.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(quick.find("accuracy"), std::string::npos);
  EXPECT_EQ(quick.find("jump"), std::string::npos);
  const GameReport by_network = assemble_report(game, named_value("default"), std::nullopt);
  EXPECT_NE(report_text(game, by_network).find("read own + others"), std::string::npos);
  const std::string whole = report_text(game, report_of(game, kShort));
  for (const std::string_view word :
       {"accuracy", "blunder", "placement", "mcts:iterations=100", "95 % interval"}) {
    EXPECT_NE(whole.find(word), std::string::npos) << word;
  }
}

TEST(GameReport, PageHasTheValueOfEveryStepAndTheMoments) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 3), 2);
  const GameReport report = report_of(game, kShort);
  const std::string page = report_page(game, report);
  EXPECT_NE(page.find("<svg id='shares'"), std::string::npos);
  EXPECT_NE(page.find("id=\"moments\""), std::string::npos);
  const Json data = data_of(page)["report"];
  ASSERT_EQ(data["shares"].size(), game.events.size() + 1);
  ASSERT_EQ(data["marks"].size(), game.events.size());
  for (unsigned p = 0; p < 3; ++p) {
    EXPECT_EQ(data["shares"][0][p], report.parts.start[p]);
    EXPECT_EQ(data["shares"][40][p], report.parts.events[39].value[p]);
    EXPECT_EQ(data["rows"][p].size(), data["columns"].size());
  }
  EXPECT_EQ(data["columns"].back(), "accuracy");
  ASSERT_EQ(data["moments"].size(), report.moments.size());
  ASSERT_GT(report.moments.size(), 0U);
  for (std::size_t i = 0; i < report.moments.size(); ++i) {
    EXPECT_EQ(data["moments"][i]["step"], report.moments[i].ply + 1);
    EXPECT_TRUE(data["moments"][i]["text"].get<std::string>().ends_with(" %"));
  }
  EXPECT_NE(data["note"].get<std::string>().find("2 % (doubtful), 5 % (inaccuracy), "
                                                 "10 % (mistake), 20 % (blunder)"),
            std::string::npos);
  const Json quick = data_of(report_page(game, report_of(game, std::nullopt)))["report"];
  EXPECT_EQ(quick["columns"].back(), "result %");
  EXPECT_EQ(quick["note"].get<std::string>().find("blunder"), std::string::npos);
}

TEST(GameReport, NamesOfAgentsBreakNothing) {
  RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  game.header.agents[0] = kEvilName;
  const GameReport report = report_of(game, std::nullopt);
  const std::string text = report_text(game, report);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  const std::string page = report_page(game, report);
  EXPECT_EQ(page.find("</script><script>alert"), std::string::npos);
  EXPECT_EQ(data_of(page)["agents"][0], kEvilName);
  EXPECT_EQ(Json::parse(report_json(game, report))["players"][0]["agent"], kEvilName);
}

TEST(GameReport, IsEmptyWhenStopped) {
  const RecordedGame game = random_game(Ruleset::make("aoe3", 2), 3);
  std::atomic<bool> stop = true;
  EXPECT_FALSE(make_report(game, linear_value(), kShort, stop));
}

}  // namespace
}  // namespace carrack::testing
