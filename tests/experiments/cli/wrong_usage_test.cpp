// Wrong words, values and combinations of options end with status 2, before anything is written.
#include <utility>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class WrongUsage : public CommandLine {
 protected:
  void expect_wrong_usage(const std::string& arguments,
                          std::initializer_list<std::string_view> words) const {
    expect_refused(arguments, words);
    EXPECT_EQ(carrack(arguments).status, 2) << arguments;
  }
};

TEST_F(WrongUsage, OfTrials) {
  const std::string trial = "trial --agent scripted --games 1 ";
  expect_wrong_usage(trial + "--tile bogus", {"--tile: unknown tile 'bogus'"});
  expect_wrong_usage(trial + "--denial --on place:dock", {"--denial: is for tiles"});
  expect_wrong_usage(trial + "--discount 3 --on place:dock", {"--discount: is for tiles"});
  expect_wrong_usage(trial + "--discount 0", {"--discount: expected a whole number from 1 to 100"});
  expect_wrong_usage(trial + "--discount 6 3", {"--discount: the discount $3 follows $6"});
  expect_wrong_usage(trial + "--discount 1 2 3 4 5 6 7 8 9 10 11",
                     {"--discount: a trial has 11 discounts, expected at most 10"});
  expect_wrong_usage(trial + "--on place:dock buy:navy", {"--on: ", "not of both"});
  expect_wrong_usage(trial + "--on place:builder", {"--on: ", "none of the boxes"});
  expect_wrong_usage(trial + "--age I --turn 5", {"--age: ", "turn 5"});
  expect_wrong_usage(trial + "--agent random", {"--agent: 2 agents for the 4 seats"});
  expect_wrong_usage(trial + "--edition both", {"--edition: unknown edition 'both'"});
  expect_wrong_usage(trial + "--edition aoe3 aoe3",
                     {"carrack: --edition and --players ask twice for a trial of aoe3-4"});
  expect_wrong_usage(trial + "--tile xxxxxxxx",
                     {"--tile: unknown tile 'xxxxxxxx'; carrack tiles lists them"});
  expect_wrong_usage(trial + "--on buy:xxxxxxxx",
                     {"--on: unknown tile 'xxxxxxxx'; carrack tiles lists them"});
}

TEST_F(WrongUsage, OfValuesNamesTheOption) {
  const std::string play = "play --games 1 ";
  expect_wrong_usage(play + "--agent random --edition x", {"--edition: unknown edition 'x'"});
  expect_wrong_usage(play + "--agent random --players 6", {"--players: edition 'aoe3' is for 2"});
  expect_wrong_usage(play + "--agent random --module x", {"--module: unknown module 'x'"});
  expect_wrong_usage(play + "--agent random --module builder", {"--module: module 'builder'"});
  expect_wrong_usage(play + "--agent random --edition empires --variant buy_vp",
                     {"--variant: variant 'buy_vp' needs module 'builder'"});
  expect_wrong_usage(play + "--agent rnadom", {"--agent: unknown agent 'rnadom'; did you mean"});
  expect_wrong_usage("match --agent random --agent rnadom", {"--agent: unknown agent 'rnadom'"});
  expect_wrong_usage("trial --agent rnadom", {"--agent: unknown agent 'rnadom'"});
  expect_wrong_usage("fit --agent rnadom", {"--agent: unknown agent 'rnadom'"});
  expect_wrong_usage("agent rnadom < /dev/null", {"spec: unknown agent 'rnadom'"});
  expect_wrong_usage("tiles --edition x", {"--edition: unknown edition 'x'"});
  ASSERT_EQ(carrack("play --players 2 --agent random --games 1 --record " + path("g")).status, 0);
  expect_wrong_usage("analyse " + path("g") + " --agent rnadom", {"--agent: unknown agent"});
  expect_wrong_usage("analyse " + path("g") + " --agent random", {"--agent: 'random' has no"});
  expect_wrong_usage("solve " + path("g") + " --agent random",
                     {"--agent: the agent gives the reward"});
  expect_wrong_usage("report " + path("g") + " --agent random", {"--agent: "});
  expect_wrong_usage("rate " + path("g") + " --elo-anchor greedy",
                     {"--elo-anchor: no agent 'greedy' in these games", "random"});
}

TEST_F(WrongUsage, AnOptionIsNoValueOfTheOneBeforeIt) {
  expect_wrong_usage("play --agent --games 3",
                     {"carrack: --agent: expected a value before --games"});
  expect_wrong_usage("play --agent random --record --json=true",
                     {"--record: expected a value before --json"});
  expect_wrong_usage("ledger a.db --merge --json", {"--merge: expected a value before --json"});
  expect_wrong_usage("trial --agent random --players --games 2",
                     {"--players: expected a value before --games"});
  expect_wrong_usage("play --agent random --seed -h", {"--seed: expected a value before -h"});
  EXPECT_EQ(
      carrack("match --players 2 --agent random --agent random --max-blocks 1 --elo0 -5").status,
      0);
}

TEST_F(WrongUsage, UnknownWordsLeadToTheHelp) {
  expect_wrong_usage("xxxxxxxx", {"carrack: unknown command 'xxxxxxxx'; see carrack --help"});
  expect_wrong_usage("match --xxxxxxxxxxxx",
                     {"carrack: unknown option '--xxxxxxxxxxxx'; see carrack match --help"});
  expect_wrong_usage("--xxxxxxxx", {"carrack: unknown option '--xxxxxxxx'"});
  expect_wrong_usage("play --agent random --json=xyz",
                     {"carrack: --json: takes no value, not 'xyz'"});
  expect_wrong_usage("play --agent random --games 1 -- foo", {"carrack: unexpected 'foo'"});
}

TEST_F(WrongUsage, WhatIsMissingIsNamed) {
  expect_wrong_usage("rate",
                     {"carrack: expected a FILE: ledgers, or records", "; see carrack rate"});
  expect_wrong_usage("calibrate", {"expected a FILE: records; see carrack calibrate --help"});
  expect_wrong_usage("solve", {"expected a FILE: a record or trace; see carrack solve --help"});
  expect_wrong_usage("agent",
                     {"expected a SPEC: the agent, as in play --agent; see carrack agent"});
  expect_wrong_usage("ledger", {"expected a LEDGER: file of carrack tournament"});
  expect_wrong_usage("play", {"expected --agent: random, scripted:balanced"});
}

TEST_F(WrongUsage, SearchValuesNeedASearch) {
  for (const std::string command : {"play", "tournament"}) {
    expect_wrong_usage(
        command + " --players 2 --agent random --games 2 --search-values --record " + path("f"),
        {"--search-values: none of the agents searches; expected mcts"});
  }
  EXPECT_FALSE(fs::exists(path("f")));
}

TEST_F(WrongUsage, ANamedSubjectThatCannotBeTriedIsNotLeftOut) {
  const std::string trial = "trial --agent scripted --games 1 ";
  expect_wrong_usage(trial + "--age I --on buy:navy buy:monastery",
                     {"--on: navy cannot be bought in aoe3-4, age I: navy is of age III"});
  expect_wrong_usage(trial + "--turn 2 --on buy:monastery --on buy:navy",
                     {"--on: navy cannot be bought in aoe3-4, turn 2: navy is of age III"});
  expect_wrong_usage(trial + "--turn 2 --tile navy monastery",
                     {"--tile: navy cannot be bought in aoe3-4, turn 2: navy is of age III"});
  expect_wrong_usage(trial + "--on place:builder place:dock",
                     {"--on: builder is not a box of aoe3-4 (known: initiative, dock"});
  expect_wrong_usage(trial + "--players 2 3 --on place:dock place:builder",
                     {"builder is not a box of aoe3-2, aoe3-3"});
  // One of several rulesets is enough, and a word for all leaves out what does not exist.
  EXPECT_EQ(
      carrack(trial + "--edition aoe3 empires --players 2 --on buy:monastery buy:plague_1").status,
      0);
  EXPECT_EQ(carrack(trial + "--players 2 --on place").status, 0);
  EXPECT_EQ(carrack(trial + "--players 2 --age I --on buy").status, 0);
}

TEST_F(WrongUsage, OfOneGameOfATrial) {
  const std::string game = "trial --agent scripted --tile navy --game 5 --record " + path("f");
  expect_wrong_usage(game + " --games 3", {"--games", "excludes", "--game"});
  expect_wrong_usage(game + " --threads 2", {"--threads", "excludes", "--game"});
  expect_wrong_usage(game + " --players 2 3", {"--game: the command has 2 trials"});
  EXPECT_FALSE(fs::exists(path("f")));
}

TEST_F(WrongUsage, OfTournaments) {
  const std::string tournament = "tournament --players 2 --agent random --games 2 ";
  expect_wrong_usage(tournament + "--trace", {"--trace: needs --record FILE"});
  expect_wrong_usage(tournament + "--trace --ledger " + path("l"), {"a ledger stores no traces"});
  expect_wrong_usage(tournament + "--search-values", {"--search-values: needs --record FILE or"});
  expect_wrong_usage(tournament + "--record r --ledger " + path("l"), {"--record: ", "export"});
  expect_wrong_usage("play --agent random --trace", {"--trace: needs --record FILE"});
  expect_wrong_usage("play --players 2 --agent random scripted",
                     {"unexpected 'scripted': --agent is given once for each value: "
                      "--agent random --agent scripted"});
  expect_wrong_usage("play --agent random --agent random", {"--agent: 2 agents for the 4 seats"});
  EXPECT_FALSE(fs::exists(path("l")));
}

TEST_F(WrongUsage, OfMatchesLeavesNoFile) {
  const std::string match = "match --players 2 --agent scripted --keep " + path("kept");
  const std::string two = match + " --agent scripted ";
  expect_wrong_usage(match, {"--agent: is given 1 time; expected 2 times"});
  expect_wrong_usage(two + "--elo0 50 --elo1 0", {"--elo0 should be below --elo1"});
  expect_wrong_usage(two + "--alpha 0", {"--alpha should be above 0"});
  expect_wrong_usage(two + "--beta 0.5", {"--beta should be above 0 and below 0.5"});
  EXPECT_FALSE(fs::exists(path("kept")));
}

TEST_F(WrongUsage, OfExportAndManual) {
  ASSERT_EQ(carrack("tournament --players 2 --agent random --games 2 --ledger " + path("l")).status,
            0);
  expect_wrong_usage("export " + path("l"), {"export: no output given"});
  expect_wrong_usage("manual play --out " + path("man1"), {"--output: writes all pages", "'play'"});
}

TEST_F(WrongUsage, ForceNeedsAnOutputToOverwrite) {
  for (const auto& [command, output] : std::vector<std::pair<std::string, std::string>>{
           {"tournament --agent random --games 4", "--record, --csv"},
           {"play --agent random --games 1", "--record"},
           {"match --agent random --agent random --max-blocks 1", "--record"},
           {"trial --agent random --games 1", "--csv, --record"},
           {"export results.db", "--csv, --records, --parquet"},
           {"replay games.jsonl", "--html, --svg"},
           {"report games.jsonl", "--html"},
           {"analyse games.jsonl", "--tree"},
           {"calibrate games.jsonl", "--output"},
           {"fit --games 1", "--output"},
           {"manual play", "--output"}}) {
    expect_wrong_usage(command + " --force",
                       {"--force: needs an output file to overwrite: " + output});
  }
}

TEST_F(WrongUsage, ForceDoesNotGoOnWithAKeptMatch) {
  const std::string match =
      "match --players 2 --agent random --agent random --max-blocks 2 --keep " + path("kept");
  ASSERT_EQ(carrack(match).status, 0);
  const std::string before = content(path("kept"));
  expect_wrong_usage(match + " --force", {"--keep", "excludes", "--force"});
  EXPECT_EQ(content(path("kept")), before);
}

}  // namespace
}  // namespace carrack
