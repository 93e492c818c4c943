// `carrack agents` and `carrack tiles`: the lists, and single rows of them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

TEST_F(CommandLine, AgentsShowsTheMenu) {
  const CommandOutcome run = carrack("agents");
  EXPECT_EQ(run.status, 0);
  for (const std::string_view word : {"mcts", "greedy", "warlord", "selection", "puct", "rave"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
  const auto json = nlohmann::json::parse(carrack("agents --json").out);
  EXPECT_GE(json["agents"].size(), 6U);
  EXPECT_GT(json["search"].size(), 30U);
  for (const auto& parameter : json["search"]) {
    EXPECT_TRUE(parameter.contains("mcts") && parameter.contains("help")) << parameter["key"];
  }
  const CommandOutcome some = carrack("agents rollout adapt");
  EXPECT_NE(some.out.find("adapt"), std::string::npos);
  EXPECT_EQ(some.out.find("warlord"), std::string::npos);
  EXPECT_EQ(some.out.find("puct"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(carrack("agents rollout --json").out)["search"].size(), 1U);
  expect_refused("agents rolout", {"key: unknown key 'rolout'; did you mean 'rollout'?"});
}

TEST_F(CommandLine, AgentsShowsWhatIsKnownOfANetwork) {
  const std::string file = CARRACK_TESTS "/../agents/learned/default.net";
  const CommandOutcome run = carrack("agents --net " + file);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.err.empty()) << run.err;
  const auto json = nlohmann::json::parse(carrack("agents --net default --json").out);
  const auto hash = json["hash"].get<std::string>();
  EXPECT_EQ(json["net"], "default@" + hash);
  EXPECT_EQ(json["bytes"], fs::file_size(file));
  EXPECT_EQ(json["policy"]["layers"].size(), 2U);
  EXPECT_TRUE(json["training"].contains("plan"));
  for (const std::string& words :
       {std::string("default"), hash, std::string(" inputs, layers of 128, 64"),
        std::string("training.plan.self_play.rounds "), "policy:net=" + file + '@' + hash}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << run.out << " lacks " << words;
  }
}

TEST_F(CommandLine, AgentsRefusesWhatIsNoNetwork) {
  write("text", "no network");
  expect_refused("agents --net " + path("missing"), {"--net: network", "missing", "carrack learn"});
  expect_refused("agents --net " + path("text"), {"--net: network", "not a network file"});
  expect_refused("agents --net default@0000000000000000", {"has the hash", "0000000000000000"});
  expect_refused("agents rollout --net default", {"--net", "key"});
  expect_refused("agents --nte default", {"'--nte'", "--net"});
}

TEST_F(CommandLine, TilesShowsWhatTheTilesCostAndDo) {
  const CommandOutcome all = carrack("tiles");
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(std::ranges::count(all.out, '\n'), 2 + 70 + 1);
  EXPECT_NE(all.out.find("settlers (2)"), std::string::npos);
  EXPECT_NE(all.out.find("empires + builder"), std::string::npos);
  const CommandOutcome some = carrack("tiles --edition aoe3 --age III");
  EXPECT_EQ(std::ranges::count(some.out, '\n'), 2 + 10 + 1);
  EXPECT_NE(some.out.find("At the end, 4 VP for each own ship."), std::string::npos) << some.out;
  EXPECT_EQ(some.out.find("plague_3"), std::string::npos);
  const CommandOutcome two = carrack("tiles navy monastery");
  EXPECT_EQ(std::ranges::count(two.out, '\n'), 2 + 2 + 1);
  expect_refused("tiles nayv", {"tile: unknown tile 'nayv'; did you mean 'navy'?"});

  const auto json = nlohmann::json::parse(carrack("tiles --json").out);
  ASSERT_EQ(json.size(), 70U);
  for (const auto& tile : json) EXPECT_FALSE(tile["text"].get<std::string>().empty()) << tile;
  EXPECT_EQ(json[0]["copies"], 2);
  EXPECT_EQ(json[0]["editions"], (nlohmann::json{"aoe3", "empires"}));
  EXPECT_TRUE(json[0]["module"].is_null());
  const auto age_two = nlohmann::json::parse(carrack("tiles --edition empires --age 2 --json").out);
  EXPECT_GT(age_two.size(), 5U);
  for (const auto& tile : age_two) EXPECT_EQ(tile["age"], 2) << tile;
}

TEST_F(CommandLine, TilesRefusesUnknownEditionsAndAges) {
  expect_refused("tiles --edition empire", {"--edition", "'empire'", "did you mean 'empires'?"});
  expect_refused("tiles --edition ''", {"--edition", "expected a value"});
  expect_refused("tiles --age IV", {"--age: unknown age 'IV' (known: 1, 2, 3, I, II, III, all)"});
  expect_refused("tiles --editoin aoe3", {"did you mean '--edition'?"});
}

}  // namespace
}  // namespace carrack
