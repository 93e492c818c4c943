// `carrack trial` from end to end.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/core/islands.hpp"
#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class TrialCommand : public CommandLine {
 protected:
  [[nodiscard]] CommandOutcome trial(const std::string& arguments) const {
    return carrack("trial " + arguments);
  }
};

TEST_F(TrialCommand, EndsInTwoTables) {
  const CommandOutcome run = trial("--agent scripted --age I --players 2 3 --games 10");
  EXPECT_EQ(run.status, 0);
  for (const std::string_view word :
       {"aoe3-2: 10 games", "aoe3-3: 10 games", "monastery", "win share vs other", "all 20",
        "seen, adjusted", "Bonferroni", "20 games, "}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  }
}

TEST_F(TrialCommand, JsonHasEveryFigure) {
  const CommandOutcome run = trial(
      "--agent scripted --edition aoe3 empires --players 3 --tile monastery plague_1 --games 20 "
      "--continuations 2 --turn 1 --json");
  EXPECT_EQ(run.status, 0);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_FALSE(json["interrupted"]);
  ASSERT_EQ(json["trials"].size(), 2U);
  EXPECT_EQ(json["trials"][0]["tiles"].size(), 1U);
  const auto& empires = json["trials"][1];
  EXPECT_EQ(empires["ruleset"], "empires-3");
  EXPECT_EQ(empires["turn"], 1);
  ASSERT_EQ(empires["tiles"].size(), 2U);
  const auto& monastery = empires["tiles"][0];
  EXPECT_EQ(monastery["tile"], "monastery");
  const auto& effect = monastery["offered"]["versus_other"]["win_share"];
  EXPECT_GT(effect["simultaneous_interval"], effect["interval"]);
  EXPECT_EQ(monastery["observed"]["bought"], monastery["bought"]["forks"]);
  EXPECT_LE(monastery["bought"]["forks"], monastery["offered"]["forks"]);
}

TEST_F(TrialCommand, CsvHasALineATileAndOccasionAndDoesNotDependOnTheThreads) {
  const std::string arguments = "--agent scripted --age I --games 8 --csv --threads ";
  const CommandOutcome run = trial(arguments + "1");
  EXPECT_EQ(run.status, 0);
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  const auto columns = std::ranges::count(line, ',');
  unsigned rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_EQ(std::ranges::count(line, ','), columns);
  EXPECT_EQ(rows, 20U);
  EXPECT_EQ(trial(arguments + "3").out, run.out);
}

TEST_F(TrialCommand, RefusesInOneLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "--agent"},
      {"--agent scripted --age IV", "--age: unknown age 'IV'"},
      {"--agent scripted --tile nayv", "did you mean 'navy'"},
      {"--agent scripted --tile mint", "none of the tiles"},
      {"--agent scripted --turn 9", "1 to 8"},
      {"--agent scripted --seat 5", "--seat: seat is '5', expected p1 to p4"},
      {"--agent scripted --seat p0", "seat is 'p0'"},
      {"--agent scripted --agent random", "2 agents for the 4 seats"},
      {"--agent scripted --games 0", "--games: expected a whole number from 1"},
      {"--agent scripted --continuations 0", "--continuations"},
      {"--agent scripted --threads 0", "--threads: expected a whole number from 1"},
      {"--agent scripted --json --csv", "excludes"},
      {"--agent scriptd", "did you mean 'scripted'"}};
  for (const auto& [arguments, words] : wrong) expect_refused("trial " + arguments, {words});
}

TEST_F(TrialCommand, IsPlayedOnTheBoardOfAFile) {
  write("islands.json", std::string(testing::kIslands));
  const std::string common = "--agent scripted --tile monastery --players 2 --games 4 --json";
  const CommandOutcome run = trial(common + " --board " + path("islands.json"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["trials"][0]["ruleset"], "aoe3-2@islands");
  expect_refused("trial " + common + " --board " + path("none.json"), {"none.json"});
}

}  // namespace
}  // namespace carrack
