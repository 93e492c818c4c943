// `calibrate` and `fit` from end to end.
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

using CalibrateCommand = CommandLine;
using FitCommand = CommandLine;

TEST_F(CalibrateCommand, SaysWhatItLeftOutAndPrintsDashesForTheUnknown) {
  const std::string bad =
      "'process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes'";
  ASSERT_EQ(carrack("play --players 2 --agent random --agent " + bad + " --games 2 --record " +
                    path("bad"))
                .status,
            0);
  expect_refused("calibrate " + path("bad"), {"no game without a forfeit in"});
  ASSERT_EQ(carrack("play --players 2 --agent random --games 4 --record " + path("good")).status,
            0);
  const std::string files = path("good") + " " + path("bad");
  const CommandOutcome table = carrack("calibrate " + files);
  ASSERT_EQ(table.status, 0) << table.err;
  EXPECT_NE(table.out.find("left out because of a forfeit: 2 games\n4 games in 4 blocks"),
            std::string::npos)
      << table.out;
  EXPECT_EQ(table.out.find("nan"), std::string::npos) << table.out;
  const auto json = nlohmann::json::parse(carrack("calibrate --json " + files).out);
  EXPECT_EQ(json["games_left_out"], 2);
  EXPECT_EQ(json["duplicates"], 0);
  EXPECT_EQ(nlohmann::json::parse(
                carrack("calibrate --json " + path("good") + ' ' + path("good")).out)["duplicates"],
            4);
  EXPECT_EQ(json["games"], 4);
}

TEST_F(CalibrateCommand, ByPlayersAddsLinesForEachNumber) {
  for (const std::string players : {"2", "3"}) {
    ASSERT_EQ(
        carrack("play --players " + players + " --agent random --games 3 --record " + path(players))
            .status,
        0);
  }
  const std::string files = path("2") + " " + path("3");
  const auto lines = [&](const std::string& more) {
    return nlohmann::json::parse(carrack("calibrate --json " + files + more).out)["lines"];
  };
  const auto all = lines("");
  const auto each = lines(" --by-players");
  ASSERT_EQ(all.size(), 8U);
  ASSERT_EQ(each.size(), 24U);
  EXPECT_TRUE(each[7]["players"].is_null());
  EXPECT_EQ(each[8]["players"], 2);
  EXPECT_EQ(each[23]["players"], 3);
  EXPECT_EQ(each[8]["games"], 3);
  const CommandOutcome table = carrack("calibrate --by-players " + files);
  EXPECT_NE(table.out.find("\n3           8      3 "), std::string::npos) << table.out;
}

TEST_F(CalibrateCommand, WritesNoScalesThatAreNotFitted) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 3 --record " + path("few")).status, 0);
  write("kept", "good scales");
  for (const std::string& output : {path("new"), path("kept") + " --force"}) {
    expect_refused("calibrate " + path("few") + " --output " + output,
                   {"no number of players has the 50 blocks", "there are 3 blocks"});
  }
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_EQ(content(path("kept")), "good scales");
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CalibrateCommand, TheScalesNameTheNumbersOfPlayersWithoutAFit) {
  ASSERT_EQ(carrack("play --players 3 --agent scripted --games 60 --record " + path("many")).status,
            0);
  const CommandOutcome run = carrack("calibrate " + path("many") + " --output " + path("scales"));
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string scales = content(path("scales"));
  EXPECT_NE(scales.find("\n// Not fitted, with fewer than 50 blocks: 2, 4, 5 and 6 players."),
            std::string::npos)
      << scales;
}

TEST_F(FitCommand, WritesNoWeightsWithoutPositionsOfEveryKind) {
  write("kept", "good weights");
  for (const std::string& output : {path("new"), path("kept") + " --force"}) {
    expect_refused("fit --games 1 --output " + output,
                   {"aoe3 with 3 players has no positions (starts)", "more games than 1"});
  }
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_EQ(content(path("kept")), "good weights");
  EXPECT_TRUE(leftovers().empty());
  EXPECT_EQ(carrack("fit --games 1").status, 0) << "the table alone needs no more";
}

TEST_F(FitCommand, SaysWhatItLeftOutAndPrintsDashesForTheUnknown) {
  const CommandOutcome run =
      carrack("fit --games 12 --noise 0.97 --agent 'process:python3 " + std::string(CARRACK_TESTS) +
              "/agents/external/bad_agent.py crashes'");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("left out because of a forfeit: "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("reason: python3 has ended with status 3"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("nan"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace carrack
