// `carrack play` and `carrack tournament` from end to end: tables and records.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

TEST_F(CommandLine, PlayEndsInATableBySeat) {
  const CommandOutcome run = carrack("play --players 3 --agent random --games 20 --seed 7");
  EXPECT_EQ(run.status, 0);
  for (const std::string_view word :
       {"seat", "mean VP", "win share", "p3", "20 games of aoe3-3", "games/s", "decisions/game"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << run.out;
  }
}

TEST_F(CommandLine, PlayRecordsAndVerifyAgreesWithOrWithoutTrace) {
  for (const std::string& module : {std::string(), std::string(" --module auction")}) {
    for (const std::string& trace : {std::string(), std::string(" --trace")}) {
      const CommandOutcome run =
          carrack("play --players 5 --agent random --games 3 --seed 7 --force --record " +
                  path("t.jsonl") + module + trace);
      EXPECT_EQ(run.status, 0) << run.err;
      const CommandOutcome verified = carrack("verify " + path("t.jsonl"));
      EXPECT_EQ(verified.status, 0) << verified.err;
      EXPECT_TRUE(verified.out.starts_with("3 games, ")) << verified.out;
      EXPECT_TRUE(verified.out.ends_with(" events: ok\n"));
    }
  }
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, ABuildPlaysAgainstAnotherOne) {
  const CommandOutcome run =
      carrack("tournament --players 3 --games 6 --seed 4 --agent 'process:" CARRACK_BINARY
              " agent scripted prefer=navy+prosperity colonies=1.2,time=60' --agent random --agent "
              "uct:iterations=3 --pool --record " +
              path("t.jsonl"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.find("forfeit"), std::string::npos) << run.out;
  EXPECT_EQ(carrack("verify " + path("t.jsonl")).status, 0);
}

TEST_F(CommandLine, AnAgentRefusesWhatIsNoLineOfTheProtocol) {
  expect_refused("agent mtcs < /dev/null", {"mtcs", "mcts"});
  expect_refused("agent mcts iterations=x < /dev/null", {"iterations=x"});
  expect_refused("agent random < /dev/zero", {"standard input", "4194304"});
  write("lines", "{\"type\": \"weather\"}\nhello\n");
  expect_refused("agent random < " + path("lines"), {"standard input:2", "JSON"});
}

TEST_F(CommandLine, RecordsDoNotDependOnTheThreads) {
  for (const std::string& threads : {std::string("1"), std::string("3")}) {
    const CommandOutcome run = carrack(
        "tournament --players 3 --agent random --agent scripted --agent mcts:iterations=5 "
        "--games 6 --record " +
        path(threads) + " --threads " + threads);
    ASSERT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(content(path("1")), content(path("3")));
  EXPECT_FALSE(content(path("1")).empty());
}

TEST_F(CommandLine, PlaysRecordsAndVerifiesThe2015Edition) {
  for (const std::string& rules :
       {std::string("--players 6 --module builder --module national --module auction"),
        std::string("--players 2 --module builder --variant two_player_captains --variant buy_vp"),
        std::string("--players 3 --variant scouting --variant no_survivors "
                    "--variant reduced_luck")}) {
    const CommandOutcome played =
        carrack("play --edition empires " + rules +
                " --agent random --games 5 --trace --force --record " + path("g"));
    ASSERT_EQ(played.status, 0) << played.err;
    const CommandOutcome verified = carrack("verify " + path("g"));
    EXPECT_EQ(verified.status, 0) << verified.err;
    EXPECT_TRUE(verified.out.starts_with("5 games, ")) << verified.out;
    const CommandOutcome told = carrack("replay " + path("g"));
    EXPECT_EQ(told.status, 0);
    EXPECT_NE(told.out.find("game 1: empires-"), std::string::npos);
  }
}

TEST_F(CommandLine, TheWorldMapNeedsTheBuilderModule) {
  expect_refused("play --edition empires --module world --agent random",
                 {"'world'", "'builder'", "tiles"});
}

TEST_F(CommandLine, PlaysOnABoardFromAFileAndTheRecordCarriesIt) {
  const std::string board =
      std::string(CARRACK_TESTS) + "/../experiments/studies/boards/shuffled.json";
  const std::string rules = " --edition empires --module builder --module world --module national";
  const CommandOutcome played = carrack("play" + rules + " --board " + board +
                                        " --agent random --games 3 --trace --record " + path("g"));
  ASSERT_EQ(played.status, 0) << played.err;
  EXPECT_NE(played.out.find("world@shuffled"), std::string::npos) << played.out;
  const CommandOutcome verified = carrack("verify " + path("g"));
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_EQ(carrack("replay " + path("g")).status, 0);
  EXPECT_EQ(carrack("perft --depth 2" + rules + " --board " + board).status, 0);

  const std::string good = content(board);
  const auto refused = [&](std::string_view from, std::string_view to,
                           std::initializer_list<std::string_view> words) {
    std::string broken = good;
    broken.replace(broken.find(from), from.size(), to);
    write("broken.json", broken);
    expect_refused("play --agent random" + rules + " --board " + path("broken.json"), words);
  };
  refused("\"silk\"", "\"slik\"", {"broken.json", "'slik'", "did you mean 'silk'"});
  refused("\"id\": \"peru\"", "\"id\": \"china\"", {"broken.json", "'china'", "twice"});
  refused("\"tea\": 3", "\"tea\": 0", {"broken.json", "'tea'", "the box has 0"});
  refused("\"discovered\": true, ", "", {"broken.json", "discovered from the start"});
  refused("\"adjacent\"", "\"adjacent", {"broken.json", "JSON", "line 4"});
  refused("new_spain", "neu_spain", {"broken.json"});
  expect_refused("play --agent random --board " + path("none.json"), {"none.json"});
  expect_refused("play --agent random --board " + path(""), {"cannot read", "directory"});
}

TEST_F(CommandLine, PlaysByATweakAndTheRecordCarriesIt) {
  write("cheap.json", R"({"name": "cheap-start", "start": {"money": 3}, "sets": {"three_any": 2},
    "tiles": {"inca_conquest": {"cost": 3, "money": 30}}})");
  const std::string tweak = " --tweak " + path("cheap.json");
  const CommandOutcome played = carrack(
      "play --players 3" + tweak + " --agent scripted --games 3 --trace --record " + path("g"));
  ASSERT_EQ(played.status, 0) << played.err;
  EXPECT_NE(played.out.find("aoe3-3~cheap-start"), std::string::npos) << played.out;
  const CommandOutcome verified = carrack("verify " + path("g"));
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_EQ(carrack("replay " + path("g")).status, 0);
  EXPECT_EQ(carrack("perft --depth 2" + tweak).status, 0);
  EXPECT_EQ(
      carrack("trial --agent scripted --players 2 3 --games 4 --tile inca_conquest" + tweak).status,
      0);
  std::string altered = content(path("g"));
  altered.replace(altered.find("\"three_any\": 2"), 14, "\"three_any\": 3");
  write("altered", altered);
  EXPECT_EQ(carrack("verify " + path("altered")).status, 1);
  expect_refused("play --agent random" + tweak + " --force --record " + path("cheap.json"),
                 {"cheap.json"});

  write("same.json", R"({"name": "same", "tiles": {"inca_conquest": {"cost": 10}}})");
  const CommandOutcome same = carrack("play --agent random --tweak " + path("same.json"));
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_NE(same.err.find("same.json changes nothing in aoe3-4: "), std::string::npos) << same.err;

  write("wrong.json", R"({"name": "x", "tiles": {"navy": {"prize": 3}}})");
  expect_refused("play --agent random --tweak " + path("wrong.json"),
                 {"wrong.json", "tiles: navy: ", "'prize'"});
  expect_refused("play --agent random --tweak " + path("none.json"), {"none.json"});
}

TEST_F(CommandLine, ALedgerHasGamesOfOneTweakAlone) {
  write("a.json", R"({"name": "a", "tiles": {"navy": {"cost": 17}}})");
  write("b.json", R"({"name": "a", "tiles": {"navy": {"cost": 18}}})");
  const auto command = [&](const std::string& tweak) {
    return "tournament --players 2 --agent random --agent random --games 4 --ledger " +
           path("results.db") + tweak;
  };
  ASSERT_EQ(carrack(command(" --tweak " + path("a.json"))).status, 0);
  EXPECT_EQ(carrack(command(" --tweak " + path("a.json"))).status, 0);
  expect_refused(command(" --tweak " + path("b.json")), {"ruleset"});
  expect_refused(command(""), {"ruleset"});
  ASSERT_EQ(carrack("tournament --players 2 --agent random --agent random --games 4 --ledger " +
                    path("other.db") + " --tweak " + path("b.json"))
                .status,
            0);
  expect_refused("rate " + path("results.db") + ' ' + path("other.db"), {"aoe3-2~a", "differs"});
  expect_refused("ledger " + path("results.db") + " --merge " + path("other.db"), {"ruleset"});
  EXPECT_EQ(carrack("export " + path("results.db") + " --records " + path("records")).status, 0);
  EXPECT_EQ(carrack("verify " + path("records")).status, 0);
}

TEST_F(CommandLine, TournamentShowsShareRankAndIntervals) {
  const CommandOutcome run =
      carrack("tournament --players 2 --agent scripted --agent random --games 9 --seed 2 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 10);  // whole blocks
  EXPECT_EQ(json["blocks"], 5);
  EXPECT_EQ(json["kind"], "fixed");
  EXPECT_EQ(json["even_win_share"], 0.5);
  EXPECT_GT(json["entrants"][0]["win_share"], 0.9);
  EXPECT_TRUE(json["entrants"][0].contains("mean_vp_half_width"));
  // 10 of 10 games: neither width 0 nor a bound beyond 1.
  const auto& first = json["entrants"][0];
  EXPECT_LT(first["win_share_low"], 0.9);
  EXPECT_EQ(first["win_share_high"], 1);
  EXPECT_GT(first["win_share_half_width"], 0.05);
  EXPECT_EQ(json["entrants"][1]["win_share_low"], 0);
  EXPECT_EQ(json["entrants"][1]["mean_rank_high"], 2);
  const CommandOutcome table = carrack("tournament --players 2 --agent random --games 4");
  EXPECT_NE(table.out.find("random #2"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("vs 1/2"), std::string::npos);
}

TEST_F(CommandLine, TablesHaveNoIntervalOfWidthZeroAndNoneBeyondItsRange) {
  const std::string agents = " --players 2 --agent scripted --agent random --games 20";
  const CommandOutcome tournament = carrack("tournament" + agents + " --csv " + path("csv"));
  EXPECT_NE(tournament.out.find("1.000 [0."), std::string::npos) << tournament.out;
  EXPECT_NE(tournament.out.find("2.00 [1."), std::string::npos) << tournament.out;
  const CommandOutcome play = carrack("play" + agents + " --record " + path("records"));
  EXPECT_NE(play.out.find(", 1.000]"), std::string::npos) << play.out;
  const CommandOutcome rate = carrack("rate --bootstrap 200 " + path("records"));
  EXPECT_NE(rate.out.find(", 1.000]"), std::string::npos) << rate.out;
  for (const CommandOutcome& shown : {tournament, play, rate}) {
    EXPECT_EQ(shown.out.find(" ± 0.0"), std::string::npos) << shown.out;
    EXPECT_EQ(shown.out.find("[1.000, 1.000]"), std::string::npos) << shown.out;
  }
  EXPECT_NE(
      content(path("csv")).find("win_share,win_share_half_width,win_share_low,win_share_high"),
      std::string::npos);
}

TEST_F(CommandLine, TournamentPoolsEntrantsOfOneSpec) {
  const CommandOutcome run = carrack(
      "tournament --players 4 --agent scripted --agent random --agent scripted --agent random "
      "--games 16 --seatings rotations --pool --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["blocks"], 4);
  ASSERT_EQ(json["entrants"].size(), 2U);
  EXPECT_DOUBLE_EQ(json["entrants"][0]["win_share"], 0.5);  // each of the two, on average
  EXPECT_EQ(json["entrants"][1]["win_share"], 0);
}

TEST_F(CommandLine, ATournamentOfManyTablesSaysWhichItPlays) {
  const std::string agents =
      "tournament --players 2 --kind round-robin --agent random --agent greedy --agent scripted ";
  const CommandOutcome few = carrack(agents + "--blocks 2");
  EXPECT_NE(few.out.find("only the first 2 of 3 tables of agents are played; all are played "
                         "equally often if --blocks is a multiple of 3; --kind mixed"),
            std::string::npos)
      << few.out;
  // The table of the second and the third agent is not played.
  EXPECT_EQ(few.out.find("nan"), std::string::npos) << few.out;
  const CommandOutcome one = carrack(agents + "--blocks 1");
  EXPECT_NE(one.out.find("scripted      0          -"), std::string::npos) << one.out;
  const CommandOutcome more = carrack(agents + "--blocks 4");
  EXPECT_NE(
      more.out.find("the first 1 of 3 tables of agents is played once more than the others; all"),
      std::string::npos)
      << more.out;
  EXPECT_EQ(carrack(agents + "--blocks 3").out.find("tables of agents"), std::string::npos);
}

TEST_F(CommandLine, SearchValuesAreNotAddedToStoredGames) {
  const std::string command =
      "tournament --players 2 --agent uct:iterations=3 --agent random --ledger " + path("l") +
      " --games ";
  ASSERT_EQ(carrack(command + "2").status, 0);
  expect_refused(command + "4 --search-values",
                 {"the 2 games of 'main' are stored without search values", "another name"});
  ASSERT_EQ(carrack(command + "2 --name new --search-values").status, 0);
  EXPECT_EQ(carrack(command + "4 --name new --search-values").status, 0);
  expect_refused(command + "6 --name new",
                 {"the 4 games of 'new' are stored with search values; --search-values"});
  EXPECT_EQ(carrack(command + "4 --name new").status, 0) << "no game is missing";
}

TEST_F(CommandLine, SearchValuesGoOnAfterGamesWithoutASearch) {
  const std::string command =
      "tournament --players 2 --kind round-robin --agent random --agent greedy "
      "--agent uct:iterations=3 --search-values --ledger " +
      path("l") + " --blocks ";
  ASSERT_EQ(carrack(command + "1").status, 0) << "only random against greedy";
  ASSERT_EQ(carrack(command + "3").status, 0);
  EXPECT_EQ(carrack(command + "6").status, 0);
}

TEST_F(CommandLine, TournamentPoolsSpecsThatAreWrittenInTwoWays) {
  const CommandOutcome run = carrack(
      "tournament --players 3 --agent scripted --agent RANDOM --agent scripted:balanced --blocks 2 "
      "--pool --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  ASSERT_EQ(json["entrants"].size(), 2U);
  EXPECT_EQ(json["entrants"][0]["agent"], "scripted");
  EXPECT_EQ(json["entrants"][0]["games"], 6);
}

}  // namespace
}  // namespace carrack
