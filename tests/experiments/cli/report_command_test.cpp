// `carrack report`: the report of a recorded game, its files, and what is refused.
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

TEST_F(CommandLine, ReportExplainsTheResultOfAGame) {
  const std::string play = "play --players 3 --agent random --games 2 --seed 3 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::string report = "report " + path("g") + " --game 2";
  const CommandOutcome quick = carrack(report + " --quick");
  ASSERT_EQ(quick.status, 0) << quick.err;
  EXPECT_TRUE(quick.out.starts_with("game 2: aoe3-3, seed 3\n")) << quick.out;
  const CommandOutcome searched = carrack(report + " --agent mcts:iterations=100 --threads 2");
  ASSERT_EQ(searched.status, 0) << searched.err;
  EXPECT_NE(searched.out.find("blunder"), std::string::npos) << searched.out;
  EXPECT_NE(searched.out.find("[low, high]: its 95 % interval"), std::string::npos) << searched.out;
  EXPECT_NE(carrack("report --help").out.find("at least 100"), std::string::npos);
  EXPECT_EQ(searched.out, carrack(report + " --agent mcts:iterations=100").out);
  EXPECT_NE(searched.out, carrack(report + " --agent mcts:iterations=100 --seed 2").out);

  const auto json = nlohmann::json::parse(carrack(report + " --quick --json").out);
  EXPECT_EQ(json["game"], 2);
  for (const auto& player : json["players"]) {
    const auto part = [&](const char* key) { return player.at(key).get<double>(); };
    EXPECT_NEAR(part("own") + part("others") + part("luck"), part("result") - part("start"), 1e-9);
  }
}

TEST_F(CommandLine, ReportWritesAPageAndProtectsFiles) {
  const std::string play = "play --players 2 --agent random --games 1 --seed 3 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::string report = "report " + path("g") + " --quick --html ";
  ASSERT_EQ(carrack(report + path("page.html")).status, 0);
  const std::string page = content(path("page.html"));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("<svg id='shares'"), std::string::npos);
  expect_refused(report + path("page.html"), {"page.html", "--force"});
  EXPECT_EQ(carrack(report + path("page.html") + " --force").status, 0);
  expect_refused(report + path("g") + " --force", {path("g")});
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, ReportSumsUpAllGamesByAgent) {
  ASSERT_EQ(carrack("tournament --players 2 --agent random --agent greedy --blocks 2 --record " +
                    path("g"))
                .status,
            0);
  const std::string report = "report " + path("g") + " --all";
  const CommandOutcome searched = carrack(report + " --agent mcts:iterations=100 --threads 2");
  ASSERT_EQ(searched.status, 0) << searched.err;
  EXPECT_TRUE(searched.out.starts_with("4 games of aoe3-2 in 2 blocks\n")) << searched.out;
  EXPECT_EQ(searched.out, carrack(report + " --agent mcts:iterations=100").out);
  const CommandOutcome quick = carrack(report + " --quick --json");
  ASSERT_EQ(quick.status, 0) << quick.err;
  const auto json = nlohmann::json::parse(quick.out);
  EXPECT_EQ(json["games"], 4);
  EXPECT_EQ(json["blocks"], 2);
  EXPECT_TRUE(json["agent"].is_null());
  ASSERT_EQ(json["agents"].size(), 2U);
  for (const auto& agent : json["agents"]) {
    const auto part = [&](const char* key) { return agent.at(key).template get<double>(); };
    EXPECT_NEAR(part("start") + part("own") + part("others") + part("luck"), part("result"), 1e-9);
    EXPECT_LT(part("luck_low"), part("luck_high"));
    EXPECT_FALSE(agent.contains("accuracy"));
  }
  expect_refused(report + " --game 2", {"--game", "--all"});
  expect_refused(report + " --html " + path("page.html"), {"--html", "--all"});
  write("empty", "");
  expect_refused("report " + path("empty") + " --all",
                 {"empty:1: the file is empty; expected a game record"});
}

TEST_F(CommandLine, ReportRefusesWrongInput) {
  const std::string play = "play --players 2 --agent random --games 1 --seed 3 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const std::string report = "report " + path("g");
  expect_refused(report + " --game 2", {"has 1 game;", "--game 2"});
  expect_refused(report + " --agent random", {"random", "mcts or uct"});
  expect_refused(report + " --agent mcts:time=1", {"mcts:time=1", "iterations"});
  expect_refused(report + " --agent mcts:iterations=50", {"at least 100"});
  expect_refused(report + " --quick --agent mcts", {"--quick", "--agent"});
  expect_refused(report + " --threads 0", {"--threads", "0"});
  expect_refused("report " + path("none"), {"none"});
  const std::string record = content(path("g"));
  write("cut", record.substr(0, record.size() / 2));
  expect_refused("report " + path("cut") + " --quick", {"cut:"});
}

TEST_F(CommandLine, ReportStopsOnCtrlC) {
  const std::string play = "play --players 4 --agent random --games 1 --seed 3 --record ";
  ASSERT_EQ(carrack(play + path("g")).status, 0);
  const CommandOutcome run =
      carrack("report " + path("g") + " --agent mcts:iterations=100000 --html " + path("page"),
              "timeout --preserve-status --signal INT 2 ");
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_NE(run.err.find("carrack: interrupted; stopping\n"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(fs::exists(path("page")));
  EXPECT_TRUE(leftovers().empty());
}

}  // namespace
}  // namespace carrack
