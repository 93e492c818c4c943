// `carrack trial` from end to end.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/core/islands.hpp"
#include "tests/experiments/cli/command_line.hpp"
#include "tests/experiments/ledger/comes_true.hpp"

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
  const auto& effect = monastery["offered"]["vs_other"]["win_share"];
  EXPECT_GT(effect["simultaneous_half_width"], effect["half_width"]);
  EXPECT_EQ(monastery["observed"]["bought"], monastery["bought"]["forks"]);
  EXPECT_LE(monastery["bought"]["forks"], monastery["offered"]["forks"]);
}

TEST_F(TrialCommand, CsvHasALineATileAndOccasionAndDoesNotDependOnTheThreads) {
  const std::string arguments = "--agent scripted --age I --games 8 --csv /dev/stdout --threads ";
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
  EXPECT_NE(run.err.find("effect"), std::string::npos) << "the tables are in the standard error";
}

TEST_F(TrialCommand, TheCsvIsAFileBesideTheTables) {
  const std::string arguments = "--agent scripted --tile navy --players 2 --games 3 ";
  const CommandOutcome run = trial(arguments + "--json --csv " + path("t.csv"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, trial(arguments + "--json").out);
  EXPECT_EQ(content(path("t.csv")), trial(arguments + "--csv /dev/stdout").out);
  expect_refused("trial " + arguments + "--csv " + path("t.csv"), {"exists", "--force"});
  EXPECT_EQ(trial(arguments + "--force --csv " + path("t.csv")).status, 0);
}

TEST_F(TrialCommand, AnInterruptedTrialWritesNoCsv) {
  const std::string csv = path("t.csv");
  const CommandOutcome stopped = interrupted(
      "trial --agent scripted --on place --games 10000000 --ledger " + path("l") + " --csv " + csv,
      [this] { return is_true(path("l"), "SELECT count(*) FROM trial_games"); });
  EXPECT_EQ(stopped.status, 130);
  EXPECT_NE(stopped.err.find(csv + " is not written: games are missing"), std::string::npos)
      << stopped.err;
  EXPECT_FALSE(std::filesystem::exists(csv));
}

TEST_F(TrialCommand, CsvHasTheColumnsOfTheFrameAndTheSimultaneousInterval) {
  const std::string arguments =
      "--agent scripted --age I --denial --discount 3 6 --games 20 --csv /dev/stdout";
  std::istringstream lines(trial(arguments).out);
  std::string line;
  const auto cells = [&] {
    std::getline(lines, line);
    std::istringstream text(line);
    std::vector<std::string> found;
    for (std::string cell; std::getline(text, cell, ',');) found.push_back(cell);
    return found;
  };
  const std::vector<std::string> header = cells();
  const auto place = [&](const std::string& column) {
    const auto found = std::ranges::find(header, column);
    EXPECT_NE(found, header.end()) << column;
    return static_cast<std::size_t>(found - header.begin());
  };
  for (const std::string figure :
       {"win_share_vs_other", "rank_vs_other", "vp_vs_other", "win_share_vs_nothing",
        "win_share_own_use", "vp_denial", "win_share_of_discount_3", "vp_of_discount_6", "seen",
        "seen_adjusted"}) {
    for (const char* const end : {"", "_half_width", "_low", "_high"}) place(figure + end);
  }
  const std::vector<std::string> row = cells();
  const auto number = [&](const std::string& column) { return std::stod(row.at(place(column))); };
  const std::string all = "win_share_vs_other_simultaneous";
  EXPECT_GT(number(all + "_half_width"), number("win_share_vs_other_half_width"));
  EXPECT_LE(number(all + "_low"), number("win_share_vs_other_low"));
  EXPECT_GE(number(all + "_high"), number("win_share_vs_other_high"));
}

TEST_F(TrialCommand, LowerPricesHaveATableAndAPartOfTheJson) {
  const std::string arguments = "--agent scripted --players 2 --age I --games 6 --discount 2 30";
  const std::string text = trial(arguments).out;
  EXPECT_NE(text.find("What a lower price brings to the buyer"), std::string::npos) << text;
  EXPECT_NE(text.find("$30 less"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(trial(arguments + " --json").out);
  const auto& run = json.at("trials").at(0);
  EXPECT_EQ(run.at("discounts"), nlohmann::json::parse("[2, 30]"));
  const auto& together = json.at("simultaneous_intervals");
  for (const char* const occasion : {"offered", "bought"}) {
    const auto intervals = std::ranges::count_if(
        run.at("tiles"), [&](const auto& tile) { return tile.at(occasion).at("forks") > 1; });
    EXPECT_EQ(together.at(occasion), intervals);
  }
  for (const auto& tile : run.at("tiles")) {
    const auto& gains = tile.at("offered").at("of_discounts");
    ASSERT_EQ(gains.size(), 2U);
    EXPECT_EQ(gains.at(1).at("discount"), 30);
    EXPECT_EQ(gains.at(1).at("forks"), tile.at("offered").at("forks"));
  }
}

TEST_F(TrialCommand, OneOccasionIsShownAlone) {
  const std::string arguments = "--agent scripted --players 2 --age I --games 6 --occasion ";
  const std::string offered = trial(arguments + "offered").out;
  EXPECT_NE(offered.find("only the occasion offered\n"), std::string::npos) << offered;
  EXPECT_NE(offered.find("the first time a player can"), std::string::npos);
  EXPECT_EQ(offered.find("effect vs"), std::string::npos) << offered;
  const std::string bought = trial(arguments + "bought").out;
  EXPECT_NE(bought.find("the first time an agent chose to"), std::string::npos) << bought;
  EXPECT_NE(bought.find("effect vs nothing"), std::string::npos);

  const auto json = nlohmann::json::parse(trial(arguments + "bought --json").out);
  EXPECT_FALSE(json.at("simultaneous_intervals").contains("offered"));
  const auto& run = json.at("trials").at(0);
  EXPECT_EQ(run.at("occasion"), "bought");
  for (const auto& tile : run.at("tiles")) {
    EXPECT_TRUE(tile.contains("bought") && !tile.contains("offered"));
  }
  const std::string csv = trial(arguments + "offered --csv /dev/stdout").out;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 11);
  EXPECT_EQ(csv.find(",bought,2"), std::string::npos);
  const CommandOutcome unknown = trial(arguments + "open");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("'open' (known: offered, bought)"), std::string::npos) << unknown.err;
}

TEST_F(TrialCommand, TheHeaderSaysWhoPlaysAndWhichPurchasesCount) {
  const std::string arguments = "--players 2 --tile navy --games 1 ";
  const std::string text =
      trial(arguments + "--agent random --turn 8 --seat p2 --agent scripted").out;
  EXPECT_NE(text.find("random, scripted; only in turn 8; only of p2\n"), std::string::npos) << text;
  EXPECT_NE(trial(arguments + "--agent random").out.find("\nrandom at every seat\n"),
            std::string::npos);
}

TEST_F(TrialCommand, ANetworkOnATweakedRulesetIsNoted) {
  write("cheap.json", R"({"name": "cheap", "tiles": {"navy": {"cost": 12}}})");
  const std::string arguments =
      "--players 2 --tile navy --games 1 --tweak " + path("cheap.json") + " --agent ";
  const std::string_view told = "Networks have no input for the figures of a tweak";
  EXPECT_NE(trial(arguments + "policy").out.find(told), std::string::npos);
  EXPECT_EQ(trial(arguments + "scripted").out.find(told), std::string::npos);
}

TEST_F(TrialCommand, WithoutForksItHasNoIntervals) {
  const CommandOutcome run =
      trial("--agent random --players 2 --tile navy --turn 8 --seat p1 --games 1");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("there are no intervals"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("of 0 such intervals"), std::string::npos) << run.out;
}

TEST_F(TrialCommand, OnPlacementsTheTablesAreOfBoxes) {
  const CommandOutcome run = trial("--agent scripted --players 3 --on place --games 10");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const std::string_view word : {"aoe3-3: 10 games", "\nbox ", "discovery", "all 12", "placed",
                                      "the box is not open", "on the placement"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  }
  EXPECT_EQ(run.out.find("nothing"), std::string::npos) << run.out;
}

TEST_F(TrialCommand, OnPlacementsJsonAndCsvHaveEveryFigure) {
  const std::string arguments =
      "--agent scripted --players 3 --on place:discovery --on place:dock --games 20 --turn 2 ";
  const auto json = nlohmann::json::parse(trial(arguments + "--json").out);
  const auto& trial_of = json["trials"][0];
  EXPECT_EQ(trial_of["turn"], 2);
  EXPECT_FALSE(trial_of.contains("tiles"));
  ASSERT_EQ(trial_of["placements"].size(), 2U);
  const auto& dock = trial_of["placements"][0];
  EXPECT_EQ(dock["box"], "dock");
  EXPECT_EQ(dock["open"]["forks"], 20);
  EXPECT_FALSE(dock["open"].contains("vs_nothing"));
  EXPECT_EQ(dock["observed"]["placed"], dock["placed"]["forks"]);
  const auto& effect = dock["open"]["vs_other"]["win_share"];
  EXPECT_GT(effect["simultaneous_half_width"], effect["half_width"]);

  std::istringstream lines(trial(arguments + "--csv /dev/stdout").out);
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("ruleset,players,box,occasion,games,forks,win_share_vs_other,"));
  const auto columns = std::ranges::count(line, ',');
  std::vector<std::string> occasions;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::ranges::count(line, ','), columns);
    occasions.push_back(line.substr(0, line.find(",20,")));
  }
  EXPECT_EQ(occasions,
            (std::vector<std::string>{"aoe3-3,3,dock,open", "aoe3-3,3,dock,placed",
                                      "aoe3-3,3,discovery,open", "aoe3-3,3,discovery,placed"}));
}

TEST_F(TrialCommand, OnPurchasesIsTheSameAsTheTiles) {
  const std::string common = "--agent scripted --games 6 --csv /dev/stdout ";
  EXPECT_EQ(trial(common + "--on buy:monastery buy:navy").out,
            trial(common + "--tile navy monastery").out);
  EXPECT_EQ(trial(common + "--on buy --age I").out, trial(common + "--age I").out);
}

TEST_F(TrialCommand, WithALedgerItGoesOnToTheSameTables) {
  const std::string common =
      "--agent scripted --players 2 3 --on place --seed 3 --csv /dev/stdout --games ";
  const std::string ledger = " --ledger " + path("trials.db") + " --name boxes";
  EXPECT_EQ(trial(common + "5" + ledger).status, 0);
  const CommandOutcome longer = trial(common + "9 --threads 2" + ledger);
  EXPECT_EQ(longer.status, 0);
  EXPECT_EQ(longer.err.find("going on after 10 games of 'boxes' in "), 0U) << longer.err;
  EXPECT_EQ(longer.out, trial(common + "9").out);
  const CommandOutcome again = trial(common + "9" + ledger);
  EXPECT_EQ(again.err.find("all 18 games of 'boxes' are in "), 0U) << again.err;
  EXPECT_EQ(again.out, longer.out);

  const CommandOutcome listed = carrack("ledger " + path("trials.db"));
  for (const std::string_view word :
       {"boxes/aoe3-2", "boxes/aoe3-3", "12 boxes", "as now", "scripted"}) {
    EXPECT_NE(listed.out.find(word), std::string::npos) << word << " in\n" << listed.out;
  }
  const auto json = nlohmann::json::parse(carrack("ledger --json " + path("trials.db")).out);
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[1]["trial"], "boxes/aoe3-3");
  EXPECT_EQ(json[1]["games"], 9);

  expect_refused("trial --agent scripted --players 2 3 --on place:dock --seed 4" + ledger,
                 {"trial 'boxes/aoe3-2' was begun with other settings.", "seed is 3 there, 4 here",
                  "on has 12 (place:initiative,", " more) there, 1 (nothing more) here"});
}

TEST_F(TrialCommand, TheLedgerShowsItsTablesAgain) {
  const std::string ledger = path("trials.db");
  const std::string command =
      "--agent scripted:balanced --players 2 --on place --games 6 --ledger " + ledger;
  const CommandOutcome run = trial(command + " --name boxes");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(carrack("ledger " + ledger + " --name boxes").out, run.out);
  const auto shown = carrack("ledger " + ledger + " --name boxes --json");
  EXPECT_TRUE(shown.out == trial(command + " --name boxes --json").out) << shown.out << shown.err;
  expect_refused("ledger " + ledger + " --name boxs",
                 {"no tournament in it; it has the trial 'boxes'"});
  expect_refused("rate " + ledger, {"it has the trial 'boxes'"});

  ASSERT_EQ(
      carrack("tournament --players 2 --agent random --blocks 1 --name boxes --ledger " + ledger)
          .status,
      0);
  const CommandOutcome both = carrack("ledger " + ledger + " --name boxes");
  EXPECT_NE(both.out.find("mean rank"), std::string::npos) << both.out;
  EXPECT_TRUE(both.out.ends_with(run.out)) << both.out;
}

TEST_F(TrialCommand, InterruptedAndKilledItGoesOnToWhatItWouldHaveBeen) {
  const std::string common =
      "trial --agent scripted --on place --csv /dev/stdout --threads 2 --games ";
  const std::string ledger = " --ledger " + path("trials.db");
  const std::string endless = common + "10000000" + ledger;
  const CommandOutcome stopped = interrupted(
      endless, [this] { return is_true(path("trials.db"), "SELECT count(*) FROM trial_games"); });
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_NE(stopped.err.find("run the same command again to continue"), std::string::npos);
  EXPECT_NE(carrack(endless, "timeout -s KILL 1 ").status, 0);  // whatever it does just then
  const auto kept = nlohmann::json::parse(carrack("ledger --json " + path("trials.db")).out);
  EXPECT_GT(kept[0]["games"], 0);
  const CommandOutcome finished = carrack(common + "60" + ledger);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, carrack(common + "60").out);
}

TEST_F(TrialCommand, WritesOneGameAndItsBranchesAsRecords) {
  const std::string arguments = "--agent scripted --age I --players 3 --denial --game 5 --record ";
  const CommandOutcome run = trial(arguments + path("forks.jsonl"));
  ASSERT_EQ(run.status, 0) << run.err;
  for (const std::string_view word : {"occasion", "with", "nothing", "denied", "offered",
                                      "other action", "the first is game 5 itself"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  }
  const CommandOutcome checked = carrack("verify " + path("forks.jsonl"));
  EXPECT_EQ(checked.status, 0) << checked.err;
  const std::string records = checked.out.substr(0, checked.out.find(' '));
  EXPECT_NE(run.out.find("\n" + records + " records of aoe3-3"), std::string::npos) << run.out;
  EXPECT_EQ(trial(arguments + path("forks.jsonl")).status, 1);
  EXPECT_EQ(trial(arguments + path("forks.jsonl") + " --force").out, run.out);

  const CommandOutcome none = trial(
      "--agent random --players 2 --tile navy --turn 8 --seat p1 --game 0 --record " + path("n"));
  EXPECT_EQ(none.status, 0);
  EXPECT_NE(none.out.find("game 0 has no fork\n1 record of aoe3-2"), std::string::npos) << none.out;

  for (const char* const wrong : {"--agent random --game 5", "--agent random --record x.jsonl",
                                  "--agent random --game 5 --record x.jsonl --json",
                                  "--agent random --game 5 --record x.jsonl --games 9",
                                  "--agent random --game 5 --record x.jsonl --csv x.csv",
                                  "--agent random --game 5 --record x.jsonl --ledger x.db"}) {
    EXPECT_EQ(trial(wrong).status, 2) << wrong;
  }
  const CommandOutcome several = trial("--agent random --players 2 3 --game 5 --record x.jsonl");
  EXPECT_EQ(several.status, 2);
  EXPECT_NE(several.err.find("the command has 2 trials"), std::string::npos) << several.err;
}

TEST_F(TrialCommand, RefusesInOneLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "--agent"},
      {"--agent scripted --age IV", "--age: unknown age 'IV' (known: 1, 2, 3, I, II, III, all)"},
      {"--agent scripted --age 4", "--age: unknown age '4' (known:"},
      {"--agent scripted --age 1 --tile navy", "is of age I: navy is of age III"},
      {"--agent scripted --turn 1 --tile navy", "turn 1: navy is of age III"},
      {"--agent scripted --json x.json",
       "'x.json' after --json, which takes no value and prints to the "
       "standard output: --json > x.json"},
      {"--agent scripted --tile nayv", "did you mean 'navy'"},
      {"--agent scripted --tile mint", "mint cannot be bought in aoe3-4"},
      {"--agent scripted --turn 9", "1 to 8"},
      {"--agent scripted --seat 5", "--seat: seat is '5', expected p1 to p4"},
      {"--agent scripted --seat p0", "seat is 'p0'"},
      {"--agent scripted --agent random", "2 agents for the 4 seats"},
      {"--agent scripted --games 0", "--games: expected a whole number from 1"},
      {"--agent scripted --continuations 0", "--continuations"},
      {"--agent scripted --threads 0", "--threads: expected a whole number from 1"},
      {"--agent scripted --on place:discvery", "--on: unknown box 'discvery'; did you mean 'disc"},
      {"--agent scripted --on plac", "did you mean 'place'"},
      {"--agent scripted --on dock", "as in place:discovery or buy:navy"},
      {"--agent scripted --on place:builder", "none of the boxes of this trial is in aoe3-4"},
      {"--agent scripted --on place:dock buy:navy", "not of both: buy:navy and place:dock"},
      {"--agent scripted --on place:dock --tile navy", "excludes"},
      {"--agent scripted --on place:dock --age I", "--age: is for tiles; --turn"},
      {"--agent scripted --name x", "--name requires --ledger"},
      {"--agent scripted --ledger " + path("no/folder/t.db"), "no/folder"},
      {"--agent scriptd", "did you mean 'scripted'"}};
  for (const auto& [arguments, words] : wrong) expect_refused("trial " + arguments, {words});
  expect_refused("trial --agent scripted --players 4 4", {"--players", "twice", "aoe3-4"});
  expect_refused("trial --agent scripted --players 3 --tile monastery smuggler",
                 {"--tile", "smuggler", "aoe3-3"});
  expect_refused("trial --agent scripted --players 3 --age II --tile monastery university",
                 {"monastery", "age II: monastery is of age I"});
}

TEST_F(TrialCommand, ItsRecordDoesNotReplaceWhatItReads) {
  for (const std::string option : {"board", "tweak"}) {
    const std::string text(option == "board"
                               ? testing::kIslands
                               : R"({"name": "dear", "tiles": {"navy": {"cost": 19}}})");
    write("read.json", text);
    expect_refused("trial --agent scripted --players 2 --game 1 --force --" + option + " " +
                       path("read.json") + " --record " + path("read.json"),
                   {"read.json"});
    EXPECT_EQ(content(path("read.json")), text);
  }
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
