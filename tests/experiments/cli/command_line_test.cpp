// End-to-end tests of the binary: every command, and invalid input.
#include "tests/experiments/cli/command_line.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/studies/tree_file.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

TEST_F(CommandLine, HelpOfACommandCanBeAskedForInTwoWays) {
  for (const std::string command : {"", "play", "trial"}) {
    const CommandOutcome help = carrack("help " + command);
    EXPECT_EQ(help.status, 0) << help.err;
    EXPECT_EQ(help.out, carrack(command + " --help").out);
  }
  expect_refused("help plya", {"unknown command 'plya'; did you mean 'play'?"});
}

TEST_F(CommandLine, AnalyseTellsWhatASearchFindsOut) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 2 --record " + path("g")).status, 0);
  const std::string search = " --agent uct:iterations=200 --game 2 --ply 30";
  const CommandOutcome run = carrack("analyse " + path("g") + search + " --tree " + path("tree"));
  ASSERT_EQ(run.status, 0) << run.err;
  for (const std::string_view word :
       {"to decide", "visits", "line: ", "chosen after:", "chosen: "}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
  const auto line_from = [&](std::string_view beginning) {
    const std::size_t from = run.out.find(beginning);
    return run.out.substr(from, run.out.find('\n', from) - from);
  };
  EXPECT_TRUE(line_from("line: ").starts_with("line: p")) << line_from("line: ");
  const std::string choices = line_from("chosen after: 1 ");
  EXPECT_FALSE(choices.ends_with(';')) << choices;
  std::string last;  // only changes are listed
  for (std::size_t from = choices.find(": ") + 2; from < choices.size();) {
    const std::size_t end = std::min(choices.find("; ", from), choices.size());
    const std::string choice = choices.substr(from, end - from);
    EXPECT_NE(choice.substr(choice.find(' ')), last) << choices;
    last = choice.substr(choice.find(' '));
    from = end + 2;
  }
  EXPECT_EQ(read_tree(content(path("tree")), "tree").nodes.at(0).visits, 200U);
  const auto json = nlohmann::json::parse(carrack("analyse " + path("g") + search + " --json").out);
  EXPECT_EQ(json["iterations"], 200);
  EXPECT_EQ(json["options"][0]["event"], json["chosen"]);
  EXPECT_EQ(json["line_actors"].size(), json["line"].size());
  EXPECT_EQ(json["line_actors"][0], json["player"]);
  expect_refused("analyse " + path("g") + " --game 9", {"2 games", "9"});
  expect_refused("analyse " + path("g") + " --ply 99999", {"99999"});
  expect_refused("analyse " + path("g") + " --agent random --tree x",
                 {"random", "mcts, uct or flat"});
  expect_refused("analyse " + path("g") + " --agent flat:iterations=9 --tree x",
                 {"--tree", "tree search", "flat"});
  expect_refused("analyse " + path("g") + search + " --tree /dev/full", {"No space left"});
  for (const std::string option : {"--depth", "--min-visits"}) {
    expect_refused("analyse " + path("g") + search + ' ' + option + " 2", {option, "--tree"});
  }
}

TEST_F(CommandLine, TreeLooksIntoASearchAndComparesTwo) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + path("g")).status, 0);
  const auto search = [&](const std::string& spec, const std::string& file) {
    return carrack("analyse " + path("g") + " --ply 30 --agent " + spec + " --tree " + path(file));
  };
  for (const char* threads : {"1", "2", "3", "8", "32"}) {
    const std::string spec = "mcts:iterations=300,parallel=batch,threads=" + std::string(threads);
    ASSERT_EQ(search(spec, threads).status, 0);
    EXPECT_EQ(content(path(threads)), content(path("1"))) << threads;
  }
  ASSERT_EQ(search("uct:iterations=300", "b").status, 0);
  const CommandOutcome all = carrack("tree " + path("1") + " --depth 2 --min-visits 5");
  ASSERT_EQ(all.status, 0) << all.err;
  const auto json = nlohmann::json::parse(carrack("tree " + path("1") + " --json").out);
  const std::string event = json["nodes"][1]["event"];
  EXPECT_EQ(json["nodes"][1]["parent"], 0);
  EXPECT_TRUE(json["path"].empty());
  for (std::size_t i = 2; i < json["nodes"].size(); ++i) {
    EXPECT_LE(json["nodes"][i]["visits"], json["nodes"][i - 1]["visits"]) << i;
  }
  EXPECT_NE(all.out.find("  " + event), std::string::npos);
  const CommandOutcome below = carrack("tree " + path("1") + " --path '" + event + "' --depth 0");
  EXPECT_NE(below.out.find("\n" + event), std::string::npos);
  const CommandOutcome both = carrack("tree " + path("1") + " --against " + path("b"));
  ASSERT_EQ(both.status, 0) << both.err;
  EXPECT_NE(both.out.find("nodes are in both trees"), std::string::npos);
  EXPECT_NE(carrack("tree " + path("1") + " --against " + path("2")).out.find("differs at 0"),
            std::string::npos);
  const auto deeper = nlohmann::json::parse(carrack("tree " + path("1") + " --depth 2 --json").out);
  const std::string next = deeper["nodes"][2]["event"];  // below the first child
  const CommandOutcome pasted =
      carrack("tree " + path("1") + " --path '" + event + ", " + next + "' --depth 0");
  EXPECT_NE(pasted.out.find("\n" + event + ", " + next + ' '), std::string::npos) << pasted.out;
  EXPECT_EQ(
      carrack("tree " + path("1") + " --path '" + event + "' --path '" + next + "' --depth 0").out,
      pasted.out);
  expect_refused("tree " + path("1") + " --path 'buy nothing'", {"unknown event 'buy nothing'"});
  expect_refused("tree " + path("1") + " --path pass --against " + path("b"), {"--path"});
  expect_refused("tree " + path("1") + " --depth 2 --against " + path("b"), {"--depth"});
  expect_refused("tree " + path("1") + " --rows 2", {"--rows", "--against"});
  expect_refused("tree " + path("g"), {":1: no tree of a search"});
  expect_refused("tree " + path("missing"), {"cannot read"});
  ASSERT_EQ(
      carrack("tournament --players 2 --agent random --blocks 1 --ledger " + path("l")).status, 0);
  expect_refused("tree " + path("l"), {"cannot read ", "it is a ledger"});
}

TEST_F(CommandLine, TreeComparesWhatBothFilesHaveAndNamesTheKeysThatDiffer) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + path("g")).status, 0);
  const auto search = [&](const std::string& rest) {
    return carrack("analyse " + path("g") + " --ply 30 --agent uct:iterations=" + rest).status;
  };
  ASSERT_EQ(search("100,c=0.5 --depth 1 --tree " + path("a")), 0);
  ASSERT_EQ(search("100,c=0.5 --tree " + path("deep")), 0);
  ASSERT_EQ(search("200 --seed 2 --tree " + path("b")), 0);
  const CommandOutcome shown = carrack("tree " + path("a"));
  EXPECT_TRUE(shown.out.starts_with("uct:iterations=100,c=0.5, seed 1\n")) << shown.out;

  const CommandOutcome same = carrack("tree " + path("a") + " --against " + path("deep"));
  for (const std::string_view words :
       {"A has nodes down to depth 1, of at least 1 visit; B down to depth 3, of at least 1 visit.",
        "Compared down to depth 1 and nodes of at least 1 visit.", " 0 only in A, 0 only in B;"}) {
    EXPECT_NE(same.out.find(words), std::string::npos) << same.out << words;
  }
  const auto json =
      nlohmann::json::parse(carrack("tree " + path("deep") + " --json --against " + path("a")).out);
  EXPECT_EQ(json["depth"], 1);
  EXPECT_EQ(json["min_visits"], 1);
  EXPECT_EQ(json["only_first"], 0);

  const CommandOutcome other = carrack("tree " + path("deep") + " --against " + path("b"));
  EXPECT_TRUE(
      other.out.starts_with("A: uct:iterations=100,c=0.5, seed 1\nB: uct:iterations=200, seed "
                            "2\nkeys that differ (A, B): "
                            "c 0.5, "))
      << other.out;
  EXPECT_NE(other.out.find("; iterations 100, 200\n"), std::string::npos) << other.out;
  EXPECT_EQ(other.out.find("Compared down to"), std::string::npos) << other.out;
}

TEST_F(CommandLine, TreePrintsNoControlCharactersOfAFile) {
  SavedTree tree;
  tree.agent = "mcts:\x1b[2J=\x1b[31m";
  tree.players = 2;
  tree.depth = 1;
  tree.nodes = {{0, 0, "", kNoActor, 9, 0, {0.5, 0.5}}, {0, 1, "pass\x1b[2J", 0, 5, 0, {0.5, 0.5}}};
  write("a", tree_text(tree));
  tree.agent = "mcts:\x1b[2J=2";
  tree.nodes[1].visits = 4;
  write("b", tree_text(tree));
  for (const std::string& rest : {std::string(), " --against " + path("b")}) {
    const CommandOutcome run = carrack("tree " + path("a") + rest);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("mcts:?[2J"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << run.out;
  }
}

TEST_F(CommandLine, AFlatSearchHasNoTreeButItsLists) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + path("g")).status, 0);
  const auto json = nlohmann::json::parse(
      carrack("analyse " + path("g") + " --ply 30 --agent flat:iterations=50 --json").out);
  EXPECT_FALSE(json.at("options").empty());
  EXPECT_TRUE(json.at("line").is_array());
  EXPECT_TRUE(json.at("anytime").is_array());
}

TEST_F(CommandLine, FitShowsHowWellTheEvaluationPredicts) {
  const CommandOutcome run = carrack("fit --games 40 --threads 2 --output " + path("weights"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("variance of leads"), std::string::npos);
  EXPECT_NE(run.out.find("empires        6    others"), std::string::npos);
  const auto weights = nlohmann::json::parse(content(path("weights")));
  EXPECT_EQ(weights["command"], "carrack fit --games 40 --seed 1 --noise 0.1");
  EXPECT_EQ(weights["rows"].size(), 144U);
  expect_refused("fit --games 0", {"--games"});
  expect_refused("fit --noise 2", {"--noise"});
  expect_refused("fit --games 20 --output /dev/full", {"/dev/full", "No space left"});
  expect_refused("fit --games 20 --output " + folder_.string(), {"directory"});
  write("kept", "good weights");
  EXPECT_NE(carrack("fit --games 20 --noise 2 --output " + path("kept")).status, 0);
  EXPECT_EQ(content(path("kept")), "good weights");
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, ReplayTellsTheGameTurnByTurn) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 2 --record " + path("g")).status, 0);
  const CommandOutcome run = carrack("replay " + path("g") + " --game 2");
  EXPECT_EQ(run.status, 0);
  for (const std::string_view word :
       {"game 2: aoe3-2", "=== Turn 1, age 1 ===", "=== Turn 8, age 3 ===", "-- placement --",
        "places a colonist", "caribbean", "on show:", "=== End ===", "colonies"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
  expect_refused("replay " + path("g") + " --game 3", {"2 games", "3"});
  expect_refused("replay " + path("g") + " --game 0", {"--game"});
}

TEST_F(CommandLine, ReplayDrawsPagesAndPictures) {
  const std::string record = path("g");
  ASSERT_EQ(carrack("play --players 2 --agent uct:iterations=5 --agent random --games 2 "
                    "--search-values --record " +
                    record)
                .status,
            0);
  EXPECT_EQ(carrack("verify " + record).status, 0);
  const CommandOutcome page = carrack("replay " + record + " --game 2 --html " + path("page"));
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_EQ(page.out, "");
  const std::string html = content(path("page"));
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  for (const std::string_view word : {"Game 2, seed 1", "id='region-8'", "\"search\":{"}) {
    EXPECT_NE(html.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(carrack("replay " + record + " --svg " + path("board") + " --ply 40").status, 0);
  EXPECT_TRUE(content(path("board")).starts_with("<svg "));

  const std::string good = content(record);
  write("cut", good.substr(0, good.size() / 3));
  write("kept", "keep me");
  expect_refused("replay " + path("cut") + " --force --html " + path("kept"), {"cut:"});
  EXPECT_EQ(content(path("kept")), "keep me");
  expect_refused("replay " + record + " --game 3 --force --html " + path("kept"), {"2 games", "3"});
  EXPECT_EQ(content(path("kept")), "keep me");
  expect_refused("replay " + record + " --html " + folder_.string(), {"directory"});
  expect_refused("replay " + record + " --html /dev/full", {"No space left"});
  expect_refused("replay " + record + " --html " + path("no/folder"), {"No such file"});
  expect_refused("replay " + record + " --svg x --ply 99999", {"99999"});
  expect_refused("replay " + record + " --ply 99999", {"--ply 99999 is beyond the end"});
  expect_refused("replay " + record + " --ply 4 --html x", {"--ply", "--html"});
  expect_refused("replay " + record + " --svg x --html y", {"--svg", "--html"});
  expect_refused("play --agent random --search-values", {"--record"});
  EXPECT_EQ(carrack("play --agent random --search-values").err.find("ledger"), std::string::npos);
  expect_refused("tournament --agent random --search-values", {"--record FILE or --ledger FILE"});
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, PerftCountsAndDivides) {
  const CommandOutcome run = carrack("perft --edition aoe3 --players 4 --depth 3 --json");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["depths"][0]["leaves"], 12);
  EXPECT_EQ(json["depths"][1]["leaves"], 139);
  EXPECT_EQ(json["depths"][2]["leaves"], 1558);
  const CommandOutcome divided = carrack("perft --players 4 --depth 3 --divide");
  EXPECT_NE(divided.out.find("place colonist dock"), std::string::npos);
  EXPECT_NE(divided.out.find("1558"), std::string::npos);
  EXPECT_EQ(carrack("perft --players 2 --depth 2 --seed 5").status, 0);
}

TEST_F(CommandLine, BenchShowsTheSignatureAndRates) {
  // The games of the signature and the searches have tests of their own under sanitizers.
  if (testing::kSanitized) GTEST_SKIP() << "takes half a minute";
  const CommandOutcome run = carrack("bench --seconds 0.01 --json");
  EXPECT_EQ(run.status, 0);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["signature"], json["signature_expected"]);
  EXPECT_EQ(json["rates"].size(), 19U);  // aoe3 for 2 to 5, empires thrice for 2 to 6
  EXPECT_TRUE(json["level"] == "v2" || json["level"] == "v3") << json["level"];
  EXPECT_EQ(json["interrupted"], false);
}

TEST_F(CommandLine, BenchMeasuresSomeRulesets) {
  if (testing::kSanitized) GTEST_SKIP() << "takes half a minute";
  const auto rates = [&](const std::string& words) {
    return nlohmann::json::parse(carrack("bench --seconds 0.001 --json" + words).out)["rates"];
  };
  EXPECT_EQ(rates(" --edition aoe3 --players 4").size(), 1U);
  EXPECT_EQ(rates(" --players 6").size(), 3U);
  expect_refused("bench --edition aoe3 --players 6", {"--players", "aoe3", "2 to 5"});
  expect_refused("bench --edition aoe4", {"aoe4"});
}

TEST_F(CommandLine, VersionNamesTheCommit) {
  const CommandOutcome run = carrack("--version");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.out.starts_with("carrack " CARRACK_VERSION " (")) << run.out;
}

TEST_F(CommandLine, WrongWordsGetOneLineAndTheNearestRightOne) {
  expect_refused("play --edition aoe4 --agent random", {"aoe4", "aoe3"});
  expect_refused("play --module auctoin --agent random", {"auctoin", "auction"});
  expect_refused("play --agent randm", {"randm", "random"});
  expect_refused("play --agent mcts:iteration=5", {"iteration", "iterations"});
  expect_refused("play --players 6 --agent random", {"2 to 5", "6"});
  expect_refused("play --edition empires --players 7 --agent random", {"2 to 6", "7"});
  expect_refused("play --module builder --agent random", {"'builder'", "'empires'", "'aoe3'"});
  expect_refused("play --edition empires --module auction --agent random",
                 {"'auction'", "'national'"});
  expect_refused("perft --edition empires --variant scoutin",
                 {"scoutin", "did you mean 'scouting'"});
  expect_refused(
      "play --edition empires --agent random --variant open_counters --variant no_survivors",
      {"'open_counters'", "'no_survivors'"});
  expect_refused("tournament --edition empires --variant buy_vp --agent random",
                 {"'buy_vp'", "'builder'"});
  expect_refused("play --agent random --games 0", {"--games"});
  expect_refused("play --agent random --threads 0", {"--threads", "1 to 1024", "'0'"});
  expect_refused("play --agent random --trace", {"--record"});
  expect_refused("play --agent random --agent random", {"2 agents for the 4 seats", "or 1"});
  expect_refused("play", {"--agent"});
  expect_refused("play --agnet random", {"--agnet", "--agent"});
  expect_refused("plya", {"plya", "play"});
  expect_refused("tournamnet --help", {"tournamnet", "did you mean 'tournament'"});
  expect_refused("tournamnet --players 3 --help", {"tournamnet", "did you mean 'tournament'"});
  expect_refused("--help tournamnet", {"tournamnet", "did you mean 'tournament'"});
  expect_refused("tournamnet --version", {"tournamnet", "did you mean 'tournament'"});
  expect_refused("play --plyers 3 --help", {"--plyers", "did you mean '--players'"});
  expect_refused("play --help -q", {"-q"});
  expect_refused("play three --help", {"three"});
  expect_refused("play --agent random --seed 1 --seed 2",
                 {"--seed is given 2 times, expected once"});
  expect_refused("play --agent random --seed", {"--seed: expected a value"});
  expect_refused("play --agent random scripted", {"unexpected 'scripted'"});
  expect_refused("play --agent random --trace x", {"unexpected 'x' after --trace, which takes no"});
  EXPECT_EQ(carrack("play --players 3 --help").status, 0);
  EXPECT_EQ(carrack("--help").status, 0);
  expect_refused("", {""});
  expect_refused("perft --depth 0", {"--depth"});
  expect_refused("bench --seconds 0", {"--seconds"});
}

TEST_F(CommandLine, WrongFilesGetOneLine) {
  ASSERT_EQ(carrack("play --players 2 --agent random --games 2 --record " + path("good")).status,
            0);
  const std::string good = content(path("good"));
  expect_refused("verify " + path("missing"), {"missing", "No such file"});
  expect_refused("verify " + folder_.string(), {"directory"});
  write("binary", std::string("\x7f"
                              "ELF\0\1\2",
                              7) +
                      good);
  expect_refused("verify " + path("binary"), {"binary:1"});
  write("cut", good.substr(0, good.size() / 3));
  expect_refused("verify " + path("cut"), {"cut:"});
  write("empty", "");
  expect_refused("verify " + path("empty"), {"empty:1"});
  std::string edited = good;
  edited.replace(edited.find("\"vp\": ["), 7, "\"vp\": [9");
  write("edited", edited);
  expect_refused("verify " + path("edited"), {"result/vp/0", "expected"});
  std::string illegal = good;
  illegal.replace(illegal.find("place colonist"), 14, "place soldier ");
  write("illegal", illegal);
  expect_refused("verify " + path("illegal"), {"illegal:"});
}

TEST_F(CommandLine, VerifyGoesOnAfterAFileWithAFault) {
  const std::string good = path("good");
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + good).status, 0);
  write("bad", "{}\n");
  const CommandOutcome run = carrack("verify " + path("bad") + ' ' + good + ' ' + path("missing"));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find(good + ": 1 game, "), std::string::npos) << run.out;
  for (const std::string word : {"bad:1", "missing", "2 of 3 files cannot be verified"}) {
    EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
  }
}

TEST_F(CommandLine, WhatCannotBeWrittenIsSaidAndNothingIsLost) {
  expect_refused("play --agent random --games 1 --record " + folder_.string(), {"directory"});
  expect_refused("play --agent random --games 1 --record " + path("no/folder"), {"No such file"});
  expect_refused("play --agent random --games 50 --record /dev/full", {"No space left"});
  write("good", "keep me");
  EXPECT_NE(carrack("play --agent random --games 1 --agent nobody --record " + path("good")).status,
            0);
  EXPECT_EQ(content(path("good")), "keep me");
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, AnInterruptKeepsTheFinishedGames) {
  const CommandOutcome run = interrupted(
      "tournament --players 2 --agent mcts:iterations=30 --agent random --games "
      "1000000 --record " +
          path("kept"),
      [this] { return unfinished_bytes() > 100'000; });
  EXPECT_NE(run.out.find("interrupted: "), std::string::npos) << run.out << run.err;
  EXPECT_NE(run.out.find(" are in " + path("kept")), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("mean rank"), std::string::npos);
  const CommandOutcome verified = carrack("verify " + path("kept"));
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_TRUE(leftovers().empty());
}

}  // namespace
}  // namespace carrack
