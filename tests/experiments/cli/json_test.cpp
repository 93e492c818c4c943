// What the JSON of commands says about games, searches and forfeits.
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

class JsonOutput : public CommandLine {
 protected:
  [[nodiscard]] nlohmann::json json(const std::string& arguments) const {
    const CommandOutcome run = carrack(arguments + " --json");
    EXPECT_EQ(run.status, 0) << arguments << ": " << run.err;
    return nlohmann::json::parse(run.out);
  }
  void play(const std::string& more) const {
    ASSERT_EQ(carrack("play --players 2 --record " + path("g") + ' ' + more).status, 0);
  }
};

const std::string kBadAgent =
    " --agent 'process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes'";

TEST_F(JsonOutput, OfASearchSaysWhatItIsOf) {
  play("--agent random --games 2");
  const auto analysed =
      json("analyse " + path("g") + " --game 2 --ply 30 --agent uct:iterations=50 --seed 7");
  EXPECT_EQ(analysed["ruleset"], "aoe3-2");
  EXPECT_TRUE(analysed["agent"].get<std::string>().starts_with("uct:")) << analysed["agent"];
  EXPECT_NE(analysed["agent"].get<std::string>().find("iterations=50"), std::string::npos);
  EXPECT_EQ(analysed["seed"], 7);
  EXPECT_EQ(analysed["game"], 2);
  EXPECT_GE(analysed["ply"], 30);
  EXPECT_EQ(analysed["interrupted"], false);
  EXPECT_EQ(analysed["iterations"], 50);
}

TEST_F(JsonOutput, OfASolutionSaysWhatItIsOf) {
  play("--agent random --games 1 --seed 2");
  const auto ply = std::ranges::count(content(path("g")), '\n') - 2 - 6;  // near the end
  const auto solved = json("solve " + path("g") + " --ply " + std::to_string(ply));
  EXPECT_EQ(solved["ruleset"], "aoe3-2");
  EXPECT_EQ(solved["game"], 1);
  EXPECT_GE(solved["ply"], ply);
  EXPECT_TRUE(solved["seed"].is_null());
  EXPECT_TRUE(solved["agent"].get<std::string>().starts_with("mcts:"));
}

TEST_F(JsonOutput, OfTreesHasWhatTheTextHas) {
  play("--agent random --games 1");
  const auto search = [&](const std::string& spec, const std::string& file) {
    return carrack("analyse " + path("g") + " --ply 30 --agent " + spec + " --tree " + path(file))
        .status;
  };
  ASSERT_EQ(search("uct:iterations=100", "a"), 0);
  ASSERT_EQ(search("uct:iterations=300,c=2", "b"), 0);
  const auto one = json("tree " + path("a"));
  EXPECT_TRUE(one["nodes"][0]["prior"].is_null()) << "the root has none";
  const auto both = json("tree " + path("a") + " --against " + path("b") + " --rows 1000");
  EXPECT_TRUE(both["first"]["agent"].get<std::string>().starts_with("uct:"));
  EXPECT_NE(both["first"]["agent"], both["second"]["agent"]);
  EXPECT_EQ(both["second"]["seed"], 1);
  bool any_absent = false;
  ASSERT_FALSE(both["nodes"].empty());
  for (const auto& row : both["nodes"]) {
    ASSERT_EQ(row["visits"].size(), 2U);
    ASSERT_EQ(row["values"].size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(row["visits"][i].is_null(), row["values"][i].is_null());
      any_absent |= row["visits"][i].is_null();
    }
  }
  EXPECT_TRUE(any_absent) << "300 iterations find more";
}

TEST_F(JsonOutput, HasTheFirstReasonOfForfeits) {
  const std::string reason = "python3 has ended with status 3";
  const auto played = json("play --players 2 --games 2 --agent random" + kBadAgent);
  EXPECT_NE(played["first_forfeit"].get<std::string>().find(reason), std::string::npos);
  EXPECT_TRUE(json("play --players 2 --games 1 --agent random").at("first_forfeit").is_null());
  const auto matched = json("match --players 2 --max-blocks 1 --agent random" + kBadAgent);
  EXPECT_TRUE(matched["first_forfeit"][0].is_null());
  EXPECT_NE(matched["first_forfeit"][1].get<std::string>().find(reason), std::string::npos);
}

TEST_F(JsonOutput, OfAMergeHasTheNumberOfNewGames) {
  const std::string command = "tournament --players 2 --agent random --ledger ";
  ASSERT_EQ(carrack(command + path("a") + " --games 4").status, 0);
  ASSERT_EQ(carrack(command + path("b") + " --games 6").status, 0);
  const auto merged = json("ledger " + path("a") + " --merge " + path("b") + ' ' + path("b"));
  EXPECT_EQ(merged["merged"][0]["file"], path("b"));
  EXPECT_EQ(merged["merged"][0]["new_games"], 2);
  EXPECT_EQ(merged["merged"][1]["new_games"], 0);
  EXPECT_EQ(merged["ledger"][0]["games"], 6);
  EXPECT_EQ(json("ledger " + path("a")).dump(), merged["ledger"].dump());
}

TEST_F(JsonOutput, OfBenchHasTheSignatureOfEachEdition) {
  if (testing::kSanitized) GTEST_SKIP() << "takes half a minute";
  const std::string text = carrack("bench --seconds 0.001").out;
  const auto bench = json("bench --seconds 0.001");
  for (const std::string edition : {"aoe3", "empires"}) {
    const std::string signature = bench["signature_" + edition];
    EXPECT_NE(text.find(edition + ' ' + signature), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace carrack
