// Commands that are repeated with a ledger: what is there already, and under which name.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class LedgerGoesOn : public CommandLine {
 protected:
  [[nodiscard]] CommandOutcome trial(const std::string& more) const {
    return carrack("trial --agent scripted --on place --ledger " + path("t.db") + ' ' + more);
  }
  /// "main:5 main/aoe3-3:9": the trials of the ledger and their games.
  [[nodiscard]] std::string trials() const {
    std::string text;
    for (const auto& one : nlohmann::json::parse(carrack("ledger --json " + path("t.db")).out)) {
      text +=
          (text.empty() ? "" : " ") + one["trial"].get<std::string>() + ':' + one["games"].dump();
    }
    return text;
  }
};

TEST_F(LedgerGoesOn, ATrialOfOneRulesetIsPartOfOneOfSeveral) {
  ASSERT_EQ(trial("--players 2 --games 4").status, 0);
  const CommandOutcome more = trial("--players 2 3 --games 5");
  EXPECT_TRUE(more.err.starts_with("going on after 4 games of 'main'")) << more.err;
  EXPECT_EQ(trials(), "main:5 main/aoe3-3:5");
  const CommandOutcome other = trial("--players 3 --games 6 --name main");
  EXPECT_EQ(other.status, 1) << "main is the trial of two players";
  ASSERT_EQ(trial("--players 2 3 --games 2 --name pair").status, 0);
  EXPECT_TRUE(trial("--players 3 --games 3 --name pair").err.starts_with("going on after 2 games"));
  EXPECT_EQ(trials(), "main:5 main/aoe3-3:5 pair/aoe3-2:2 pair/aoe3-3:3");
  // Another plan does not go on.
  ASSERT_EQ(trial("--players 2 3 --games 2 --seed 9 --name main2").status, 0);
  ASSERT_EQ(trial("--players 2 --games 1 --seed 8 --name main2").status, 0);
  EXPECT_NE(trials().find("main2:1"), std::string::npos) << trials();
}

TEST_F(LedgerGoesOn, TheLedgerShowsEveryTrialOfAName) {
  const std::string command = "trial --agent scripted:balanced --on place --players 2 3 --games 4 ";
  const std::string ledger = "--ledger " + path("t.db");
  ASSERT_EQ(carrack(command + ledger).status, 0);
  const std::string shown = carrack("ledger " + path("t.db") + " --name main").out;
  EXPECT_EQ(shown, carrack(command + ledger).out);
  const auto json =
      nlohmann::json::parse(carrack("ledger " + path("t.db") + " --name main --json").out);
  ASSERT_EQ(json["trials"].size(), 2U);
  EXPECT_EQ(json["trials"][1]["ruleset"], "aoe3-3");
  const std::string one = carrack("ledger " + path("t.db") + " --name main/aoe3-3").out;
  EXPECT_EQ(one.find("== aoe3-2"), std::string::npos) << one;
  ASSERT_EQ(carrack("trial --agent scripted --tile navy --players 4 --games 1 --name main/tiles " +
                    ledger)
                .status,
            0);
  expect_refused("ledger " + path("t.db") + " --name main",
                 {"trials of tiles and of boxes", "main/aoe3-2", "main/tiles"});
}

TEST_F(LedgerGoesOn, AFinishedTournamentSaysThatItIs) {
  const std::string command =
      "tournament --players 2 --agent random --games 4 --ledger " + path("l");
  const CommandOutcome first = carrack(command);
  EXPECT_NE(first.out.find(" games/s"), std::string::npos) << first.out;
  const CommandOutcome again = carrack(command);
  EXPECT_TRUE(again.out.starts_with("all 4 games of 'main' are in " + path("l") + '\n'))
      << again.out;
  EXPECT_EQ(again.out.find("games/s"), std::string::npos) << again.out;
  const CommandOutcome more = carrack(command + " --blocks 3");
  EXPECT_EQ(more.status, 2);
}

TEST_F(LedgerGoesOn, ATournamentThatHasMoreThanAskedForSaysSo) {
  const std::string command =
      "tournament --players 2 --agent random --ledger " + path("l") + " --games ";
  ASSERT_EQ(carrack(command + "8").status, 0);
  const CommandOutcome fewer = carrack(command + "4");
  EXPECT_TRUE(fewer.out.starts_with(
      path("l") +
      " has 8 of 8 planned games of 'main', more than the 4 asked for; all whole blocks are "
      "shown\n"))
      << fewer.out;
  EXPECT_NE(fewer.out.find("\n8 games of aoe3-2 in 4 whole blocks"), std::string::npos)
      << fewer.out;
}

TEST_F(LedgerGoesOn, OfSeveralTournamentsTheOptionThatNamesOneIsSaid) {
  const std::string command =
      "tournament --players 2 --agent random --games 2 --ledger " + path("l") + " --name ";
  ASSERT_EQ(carrack(command + "first").status, 0);
  ASSERT_EQ(carrack(command + "second").status, 0);
  expect_refused("export " + path("l") + " --csv " + path("x"),
                 {" has 2 tournaments; use --name, in Python name= (known: first, second)\n"});
  expect_refused(command + "first --seed 2",
                 {"tournament 'first' was begun with other settings. --name NEW begins another",
                  "; the settings differ: seed is 1 there, 2 here\n"});
}

TEST_F(LedgerGoesOn, AnInterruptedMatchNamesItsFiles) {
  const std::string match =
      "match --players 2 --agent random --agent random --elo1 0.1 --max-blocks 10000000 ";
  const CommandOutcome recorded =
      interrupted(match + "--record " + path("r"), [this] { return unfinished_bytes() > 100'000; });
  EXPECT_NE(recorded.out.find(" of at most 10000000 blocks are in " + path("r") + '\n'),
            std::string::npos)
      << recorded.out;
  const CommandOutcome kept = interrupted(match + "--keep " + path("k"),
                                          [this] { return content(path("k")).size() > 1000; });
  EXPECT_NE(
      kept.out.find(" blocks are in " + path("k") + "; run the same command again to continue\n"),
      std::string::npos)
      << kept.out;
}

TEST_F(LedgerGoesOn, AnAgentThatCannotBeginTakesNoName) {
  const std::string ledger = " --ledger " + path("t.db");
  for (const std::string& command : {"tournament --players 2 --games 2" + ledger,
                                     "trial --players 2 --tile navy --games 1" + ledger,
                                     "match --players 2 --max-blocks 2 --keep " + path("kept")}) {
    expect_refused(command + " --agent process:nosuch --agent random", {"process:nosuch"});
    expect_refused(command + " --agent mcts:virtual=loss --agent random", {"virtual=loss"});
    EXPECT_FALSE(std::filesystem::exists(path("kept")));
    EXPECT_EQ(carrack(command + " --agent random --agent greedy").status, 0) << command;
  }
  EXPECT_EQ(nlohmann::json::parse(carrack("ledger --json " + path("t.db")).out).size(), 2U);
}

TEST_F(LedgerGoesOn, TheCsvOfATrialIsExact) {
  const std::string command = "trial --agent scripted --players 2 --on place:dock --games 7 ";
  const auto json = nlohmann::json::parse(carrack(command + "--json").out);
  const std::string mean =
      json["trials"][0]["placements"][0]["open"]["vs_other"]["vp"]["low"].dump();
  EXPECT_GT(mean.size(), 9U) << mean;
  const std::string csv = carrack(command + "--csv /dev/stdout").out;
  EXPECT_NE(csv.find(',' + mean + ','), std::string::npos) << mean << " is not in\n" << csv;
}

TEST_F(LedgerGoesOn, SlowRatesHaveDecimals) {
  const CommandOutcome run =
      carrack("play --players 2 --agent uct:iterations=3000 --agent random --games 1");
  const std::size_t at = run.out.find(" games/s");
  ASSERT_NE(at, std::string::npos) << run.out;
  const std::size_t begin = run.out.rfind(' ', at - 1) + 1;
  const std::string rate = run.out.substr(begin, at - begin);
  EXPECT_NE(rate.find('.'), std::string::npos) << rate;
}

}  // namespace
}  // namespace carrack
