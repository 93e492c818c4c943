// `carrack trial` from end to end.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

namespace carrack {
namespace {

struct Outcome {
  int status;
  std::string out;
};

/// Runs `carrack trial arguments`; both outputs together with `also_errors`.
Outcome trial(const std::string& arguments, bool also_errors = false) {
  const std::string command =
      CARRACK_BINARY " trial " + arguments + (also_errors ? " 2>&1" : " 2> /dev/null");
  std::FILE* const pipe = popen(command.c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) != 0;) {
    out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out};
}

TEST(TrialCommand, EndsInTwoTables) {
  const Outcome run = trial("--agent scripted --age I --players 2 3 --games 10");
  EXPECT_EQ(run.status, 0);
  for (const std::string_view word :
       {"aoe3-2: 10 games", "aoe3-3: 10 games", "monastery", "win share vs other", "all 20",
        "seen, adjusted", "Bonferroni", "20 games, "}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  }
}

TEST(TrialCommand, JsonHasEveryFigure) {
  const Outcome run = trial(
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

TEST(TrialCommand, CsvHasALineATileAndOccasionAndDoesNotDependOnTheThreads) {
  const std::string arguments = "--agent scripted --age I --games 8 --csv --threads ";
  const Outcome run = trial(arguments + "1");
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

TEST(TrialCommand, RefusesInOneLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "--agent"},
      {"--agent scripted --age IV", "unknown age 'IV'"},
      {"--agent scripted --tile nayv", "did you mean 'navy'"},
      {"--agent scripted --tile mint", "none of the tiles"},
      {"--agent scripted --turn 9", "1 to 8"},
      {"--agent scripted --seat 5", "seat 5"},
      {"--agent scripted --agent random", "2 times"},
      {"--agent scripted --games 0", "at least 1"},
      {"--agent scripted --continuations 0", "--continuations"},
      {"--agent scripted --threads 0", "--threads"},
      {"--agent scripted --json --csv", "excludes"},
      {"--agent scriptd", "did you mean 'scripted'"}};
  for (const auto& [arguments, words] : wrong) {
    const Outcome run = trial(arguments, /*also_errors=*/true);
    EXPECT_TRUE(run.status == 1 || run.status == 2) << arguments;
    EXPECT_NE(run.out.find(words), std::string::npos) << arguments << ": " << run.out;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1) << run.out;
  }
}

}  // namespace
}  // namespace carrack
