// `rate` and `match` from end to end.
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class RateCommand : public CommandLine {
 protected:
  /// 120 games in 30 blocks.
  void tournament(const std::string& target, const std::string& third = "greedy",
                  const std::string& last = "random") const {
    const CommandOutcome run = carrack(
        "tournament --players 4 --agent scripted:balanced --agent scripted:trader --agent " +
        third + " --agent " + last + " --games 120 --seatings rotations " + target);
    ASSERT_EQ(run.status, 0) << run.err;
  }
  [[nodiscard]] nlohmann::json rate(const std::string& arguments) const {
    const CommandOutcome run = carrack("rate --json " + arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.status == 0 ? nlohmann::json::parse(run.out) : nlohmann::json();
  }
};

TEST_F(RateCommand, FindsTheBlocksOfRecordsAndRatesAllAgents) {
  tournament("--record " + path("games"));
  const auto json = rate(path("games") + " --alpha-rank --luck --bootstrap 200");
  EXPECT_EQ(json["games"], 120);
  EXPECT_EQ(json["blocks"], 30);
  EXPECT_EQ(json["ruleset"], "aoe3-4");
  ASSERT_EQ(json["entrants"].size(), 4U);
  EXPECT_EQ(json["entrants"][0]["agent"], "scripted:balanced");
  EXPECT_EQ(json["entrants"][3]["agent"], "random");
  double elo = 0;
  double share = 0;
  double mass = 0;
  for (const auto& entrant : json["entrants"]) {
    elo += entrant["elo"].get<double>();
    share += entrant["win_share"].get<double>();
    mass += entrant["alpha_rank"].get<double>();
    EXPECT_GT(entrant["elo_half_width"], 0);
    EXPECT_EQ(entrant["by_seat"].size(), 4U);
    EXPECT_EQ(entrant["games"], 120);
    EXPECT_LT(entrant["win_share_low"], entrant["win_share_high"]) << entrant;
    EXPECT_GE(entrant["win_share_low"], 0);
    EXPECT_LE(entrant["win_share_high"], 1);
    EXPECT_TRUE(entrant.contains("win_share_less_luck"));
    EXPECT_TRUE(entrant.contains("variance_ratio"));
  }
  EXPECT_NEAR(elo, 0, 1e-6);
  EXPECT_NEAR(share, 1, 1e-9);
  EXPECT_NEAR(mass, 1, 1e-9);
  EXPECT_EQ(json["seats"].size(), 4U);
  EXPECT_FALSE(json.contains("pairs"));
  // Bootstrap intervals are shown in the place of the others.
  EXPECT_EQ(json["bootstrap"], 200);
  const auto plain = rate(path("games"));
  EXPECT_EQ(plain["bootstrap"], 0);
  EXPECT_EQ(plain["entrants"][0]["win_share"], json["entrants"][0]["win_share"]);
  EXPECT_NE(plain["entrants"][0]["win_share_low"], json["entrants"][0]["win_share_low"]);
}

TEST_F(RateCommand, ShowsWhoBeatsWhom) {
  tournament("--record " + path("games"));
  const auto json = rate(path("games") + " --pairs");
  ASSERT_EQ(json["pairs"].size(), 6U) << "every two of four agents, once";
  const auto& entrants = json["entrants"];
  EXPECT_EQ(json["pairs"][0]["agent"], entrants[0]["agent"]) << "the better one first";
  EXPECT_EQ(json["pairs"][2]["other"], entrants[3]["agent"]);
  for (const auto& pair : json["pairs"]) {
    EXPECT_EQ(pair["games"], 120);
    EXPECT_EQ(pair["blocks"], 30);
    EXPECT_LT(pair["ahead_low"], pair["ahead_high"]);
    EXPECT_GE(pair["p"], 0);
    EXPECT_LE(pair["p"], 1);
    EXPECT_LT(pair["vp_difference_low"], pair["vp_difference_high"]);
  }
  // Elo and pairs agree on the best agent: it is ahead of random nearly always.
  EXPECT_GT(json["pairs"][2]["ahead"], 0.9);
  const CommandOutcome table = carrack("rate --pairs " + path("games"));
  EXPECT_NE(table.out.find("VP difference"), std::string::npos) << table.out;
}

TEST_F(RateCommand, ALedgerAndItsRecordsRateTheSame) {
  tournament("--ledger " + path("ledger"));
  ASSERT_EQ(carrack("export " + path("ledger") + " --records " + path("games")).status, 0);
  auto of_ledger = rate(path("ledger") + " --luck");
  auto of_records = rate(path("games") + " --luck");
  EXPECT_EQ(of_ledger["games"], 120);
  for (const char* const key : {"log_likelihood", "blocks", "seats", "ties"}) {
    EXPECT_EQ(of_ledger[key].dump(), of_records[key].dump()) << key;
  }
  for (std::size_t e = 0; e < 4; ++e) {
    for (const char* const key : {"elo", "win_share_less_luck"}) {
      EXPECT_EQ(of_ledger["entrants"][e][key], of_records["entrants"][e][key]) << key;
    }
  }
  expect_refused("rate " + path("ledger") + " --name other", {"other", "main"});
  expect_refused("rate " + path("ledger") + " " + path("games"), {"cannot be rated together"});
  expect_refused("rate " + path("ledger") + " " + path("none"), {"none", "No such file"});
}

TEST_F(RateCommand, AGameThatComesTwiceCountsOnce) {
  tournament("--record " + path("games"));
  tournament("--ledger " + path("ledger"));
  write("double", content(path("games")) + content(path("games")));
  const std::string traces = "play --players 4 --agent random --games 3 --seed 9 --record ";
  ASSERT_EQ(carrack(traces + path("plain")).status, 0);
  ASSERT_EQ(carrack(traces + path("trace") + " --trace").status, 0);
  EXPECT_EQ(rate(path("plain") + " " + path("trace"))["duplicates"], 3);
  auto once = rate(path("games"));
  EXPECT_EQ(once["duplicates"], 0);
  for (const std::string& files : {path("games") + " " + path("games"), path("double"),
                                   path("ledger") + " " + path("ledger")}) {
    auto twice = rate(files);
    EXPECT_EQ(twice["duplicates"], 120) << files;
    EXPECT_EQ(twice["games"], 120) << files;
    EXPECT_EQ(twice["log_likelihood"].dump(), once["log_likelihood"].dump()) << files;
  }
  const CommandOutcome told = carrack("rate " + path("double"));
  EXPECT_NE(told.out.find("duplicates, counted once: 120 games"), std::string::npos);
}

TEST_F(RateCommand, PartsOfATournamentAreRatedAndMergedAsTheWhole) {
  const std::string agents =
      "tournament --players 3 --agent random --agent scripted --agent greedy ";
  const auto play = [&](const std::string& more) {
    const CommandOutcome run = carrack(agents + more);
    ASSERT_EQ(run.status, 0) << run.err;
  };
  play("--blocks 6 --ledger " + path("whole"));
  play("--block-range 0:4 --ledger " + path("a"));
  play("--block-range 3:6 --ledger " + path("b"));
  const auto whole = rate(path("whole"));
  const auto parts = rate(path("a") + " " + path("b"));
  EXPECT_EQ(parts["games"], 18);
  EXPECT_EQ(parts["duplicates"], 3);
  EXPECT_EQ(parts["blocks"], 6);
  EXPECT_EQ(parts["entrants"].dump(), whole["entrants"].dump());
  // The blocks of the other machine are neither created nor played.
  const CommandOutcome more = carrack(agents + "--block-range 0:4 --json --ledger " + path("a"));
  EXPECT_EQ(nlohmann::json::parse(more.out)["played"], 0);
  EXPECT_EQ(nlohmann::json::parse(carrack("ledger --json " + path("a")).out)[0]["blocks"], 4);
  ASSERT_EQ(carrack("ledger " + path("all") + " --merge " + path("a") + " " + path("b")).status, 0);
  EXPECT_EQ(rate(path("all"))["entrants"].dump(), whole["entrants"].dump());
  play("--blocks 6 --record " + path("whole.jsonl"));
  play("--block-range 0:3 --record " + path("a.jsonl"));
  play("--block-range 3:6 --record " + path("b.jsonl"));
  EXPECT_EQ(content(path("a.jsonl")) + content(path("b.jsonl")), content(path("whole.jsonl")));
  for (const char* const wrong : {"5", "5:5", "5:3", "-1:3", "a:b", "0:3:4"}) {
    expect_refused(agents + "--block-range " + wrong, {"--block-range"});
  }
  expect_refused(agents + "--block-range 0:3 --blocks 3", {"--block"});
}

TEST_F(RateCommand, TournamentsOfALedgerAreRatedTogether) {
  const std::string plan = "tournament --players 2 --agent random --agent scripted --ledger ";
  ASSERT_EQ(carrack(plan + path("l") + " --blocks 2 --seed 1 --name first").status, 0);
  ASSERT_EQ(carrack(plan + path("l") + " --blocks 3 --seed 2 --name second").status, 0);
  EXPECT_EQ(rate(path("l") + " --name first --name second")["games"], 10);
  EXPECT_EQ(rate("--name second " + path("l"))["games"], 6);
  expect_refused("rate " + path("l") + " --name first --name sceond", {"did you mean 'second'"});
}

TEST_F(RateCommand, BlocksOfOneSeedOfChanceAreOneBlock) {
  const std::string same = "tournament --players 2 --blocks 5 --agent random --ledger ";
  ASSERT_EQ(carrack(same + path("a") + " --agent scripted").status, 0);
  ASSERT_EQ(carrack(same + path("b") + " --agent greedy").status, 0);
  ASSERT_EQ(carrack(same + path("c") + " --agent greedy --seed 2").status, 0);
  const auto both = rate(path("a") + " " + path("b"));
  EXPECT_EQ(both["blocks"], 5);
  EXPECT_EQ(both["games"], 20);
  EXPECT_EQ(both["entrants"].size(), 3U);
  EXPECT_EQ(rate(path("b") + " " + path("c"))["blocks"], 10);
}

TEST_F(RateCommand, ForfeitsAreLastInRecordsAsInTheLedger) {
  const std::string bad =
      "'process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes'";
  const std::string command = "tournament --players 2 --blocks 4 --agent random --agent " + bad;
  ASSERT_EQ(carrack(command + " --record " + path("games")).status, 0);
  const CommandOutcome run = carrack(command + " --ledger " + path("ledger"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find(" forfeited 8 seats; the first reason: python3 has ended with status 3"),
            std::string::npos)
      << run.out;
  ASSERT_EQ(carrack("export " + path("ledger") + " --records " + path("exported")).status, 0);
  for (const char* const file : {"games", "exported", "ledger"}) {
    const auto json = rate(path(file));
    EXPECT_EQ(json["entrants"][0]["agent"], "random") << file;
    EXPECT_EQ(json["entrants"][0]["win_share"], 1) << file;
    EXPECT_EQ(json["forfeits"], 8) << file;
    EXPECT_EQ(json["entrants"][0]["forfeits"], 0) << file;
    EXPECT_EQ(json["entrants"][1]["forfeits"], 8) << file;
    const CommandOutcome table = carrack("rate " + path(file));
    EXPECT_NE(table.out.find("\nforfeited and ranked last: 8 seats of process:"), std::string::npos)
        << table.out;
  }
  EXPECT_EQ(carrack("verify " + path("games")).status, 0);
  const CommandOutcome told = carrack("replay " + path("games"));
  EXPECT_NE(told.out.find("forfeited (crashed): python3 has ended with status 3"),
            std::string::npos);
}

TEST_F(RateCommand, AProgramThatCannotStartStopsEverythingAtOnce) {
  const std::string agents = " --players 2 --agent process:nosuch --agent random";
  for (const char* const command : {"tournament", "play", "match"}) {
    expect_refused(command + agents, {"process:nosuch", "no program of this name on PATH"});
  }
}

TEST_F(RateCommand, TheSameGameOfPlayAndATournamentCountsOnce) {
  const std::string agents = " --players 2 --agent random --agent scripted --seed 4";
  ASSERT_EQ(carrack("play --games 3 --record " + path("play") + agents).status, 0);
  ASSERT_EQ(carrack("tournament --blocks 3 --record " + path("blocks") + agents).status, 0);
  const auto both = rate(path("play") + " " + path("blocks"));
  EXPECT_EQ(both["games"], 6);  // each block also has the other seating
  EXPECT_EQ(both["duplicates"], 3);
  EXPECT_EQ(both["blocks"], 3);
}

TEST_F(RateCommand, WhatIsUnknownHasNoInterval) {
  ASSERT_EQ(
      carrack("play --players 2 --agent scripted --agent random --games 1 --record " + path("one"))
          .status,
      0);
  const CommandOutcome table = carrack("rate --alpha-rank --luck " + path("one"));
  ASSERT_EQ(table.status, 0) << table.err;
  EXPECT_EQ(table.out.find("1.00 [1.00, 1.00]"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("; -: fewer than 5 blocks"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("nan"), std::string::npos) << table.out;
  const auto json = rate("--alpha-rank --luck " + path("one"));
  EXPECT_TRUE(json["entrants"][0]["alpha_rank_low"].is_null());
  EXPECT_TRUE(json["entrants"][0]["win_share_less_luck"].is_null());
}

TEST_F(RateCommand, TheTableSaysWhatItsIntervalsAre) {
  tournament("--record " + path("games"), "scripted:settler", "scripted:builder");
  const CommandOutcome run = carrack(
      "rate " + path("games") + " --elo-anchor scripted:settler --by-seat --alpha-rank --luck");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const std::string_view word :
       {"agent", "Elo", "win share", "less luck", "margin", "alpha-Rank", "seat", "p4",
        "120 games of aoe3-4 in 30 blocks", "Elo 0: scripted:settler", "sandwich", "0 ± 0"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " is not in\n" << run.out;
  }
  ASSERT_EQ(
      carrack("play --players 2 --agent scripted --agent random --games 30 --record " + path("won"))
          .status,
      0);
  const CommandOutcome won = carrack("rate " + path("won"));  // by the same agent, each time
  EXPECT_NE(won.out.find("the wider interval"), std::string::npos) << won.out;
}

TEST_F(RateCommand, TablesHaveShortSpecsAndTheAnchorIsFoundByEither) {
  ASSERT_EQ(carrack("play --players 2 --agent uct:iterations=2 --agent mcts:iterations=2,c=0.5 "
                    "--games 3 --record " +
                    path("g"))
                .status,
            0);
  const CommandOutcome table = carrack("rate --by-seat " + path("g"));
  EXPECT_NE(table.out.find("\nmcts:iterations=2,c=0.5  "), std::string::npos) << table.out;
  for (std::size_t from = 0; from < table.out.size();) {
    const std::size_t end = table.out.find('\n', from);
    EXPECT_LT(end - from, 160U) << table.out.substr(from, end - from);
    from = end + 1;
  }
  const auto json = rate(path("g"));
  const std::string whole = json["entrants"][0]["name_in_file"];
  EXPECT_NE(whole.find(",memory=256,"), std::string::npos) << whole;
  const std::string name = json["entrants"][0]["agent"];
  EXPECT_LT(name.size(), 40U);
  for (const std::string& anchor : {whole, name}) {
    const auto rated = rate(path("g") + " --elo-anchor " + anchor);
    EXPECT_EQ(rated["entrants"][0]["elo"], 0) << anchor;
    EXPECT_EQ(rated["elo_anchor"], anchor);
  }
  expect_refused("rate " + path("g") + " --elo-anchor uct:iterations=3", {"uct:iterations=2'?"});
  const CommandOutcome told = carrack("replay " + path("g"));
  EXPECT_NE(told.out.find("p1: uct:iterations=2\n"), std::string::npos) << told.out;
  EXPECT_EQ(told.out.find("memory=256"), std::string::npos);
}

TEST_F(RateCommand, GamesWithFixedSeatsAreBlocksOfOne) {
  ASSERT_EQ(carrack("play --players 2 --agent scripted --games 40 --record " + path("g")).status,
            0);
  const auto json = rate(path("g"));
  EXPECT_EQ(json["blocks"], 40);
  ASSERT_EQ(json["entrants"].size(), 1U);  // one agent against itself
  EXPECT_NEAR(json["entrants"][0]["elo"], 0, 1e-9);
}

TEST_F(RateCommand, WrongInputGetsOneLine) {
  tournament("--record " + path("games"));
  ASSERT_EQ(carrack("play --players 2 --agent random --games 2 --record " + path("two")).status, 0);
  expect_refused("rate " + path("missing"), {"missing", "No such file"});
  expect_refused("rate " + folder_.string(), {"directory"});
  expect_refused("rate " + path("games") + " " + path("two"), {"aoe3-2", "aoe3-4"});
  expect_refused("rate " + path("games") + " --elo-anchor greddy", {"greddy", "'greedy'"});
  expect_refused("rate " + path("games") + " --prior-sd 0", {"--prior-sd"});
  expect_refused("rate " + path("games") + " --name main", {"--name", "ledger"});
  expect_refused("rate " + path("missing") + " --name main", {"missing", "No such file"});
  expect_refused("rate " + path("games") + " --elo-anchor script", {"'scripted:"});
  write("empty", "");
  expect_refused("rate " + path("empty"), {"empty"});
}

using MatchCommand = CommandLine;

TEST_F(MatchCommand, AnAgentAgainstItselfIsH0AndAgainstAWeakOneH1) {
  const std::string rules = "match --players 3 --json --agent scripted:balanced --agent ";
  const auto equal = nlohmann::json::parse(carrack(rules + "scripted:balanced --elo1 80").out);
  EXPECT_EQ(equal["verdict"], "H0");
  EXPECT_LE(equal["llr"], equal["llr_bounds"][0]);
  const auto better = nlohmann::json::parse(carrack(rules + "random --elo1 300").out);
  EXPECT_EQ(better["verdict"], "H1");
  EXPECT_GE(better["llr"], better["llr_bounds"][1]);
  EXPECT_GT(better["win_share"], 0.9);
  EXPECT_EQ(better["games"].get<int>(), 2 * better["blocks"].get<int>());
  EXPECT_EQ(better["forfeits"], nlohmann::json::parse("[0, 0]"));
}

TEST_F(MatchCommand, TheVerdictAndTheRecordsDoNotDependOnTheThreads) {
  std::vector<nlohmann::json> results;
  for (const std::string& threads : {std::string("1"), std::string("4")}) {
    const CommandOutcome run = carrack(
        "match --players 5 --agent scripted:trader --agent scripted:balanced --elo1 80 "
        "--json --seed 3 --record " +
        path(threads) + " --threads " + threads);
    ASSERT_EQ(run.status, 0) << run.err;
    results.push_back(nlohmann::json::parse(run.out));
    results.back().erase("games_per_second");
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_NE(results[0]["verdict"], "undecided");
  EXPECT_EQ(content(path("1")), content(path("4")));
  const CommandOutcome verified = carrack("verify " + path("1"));
  EXPECT_TRUE(verified.out.starts_with(results[0]["games"].dump() + " games, ")) << verified.out;
}

TEST_F(MatchCommand, EndsUndecidedAtTheMostBlocks) {
  const CommandOutcome run =
      carrack("match --players 2 --agent random --agent random --elo1 5 --max-blocks 20");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const std::string_view word :
       {"no more blocks: undecided", "40 games of aoe3-2 in 20 blocks", "log-likelihood ratio"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << run.out;
  }
}

TEST_F(MatchCommand, AnInterruptShowsWhatIsKnown) {
  const CommandOutcome run = interrupted(
      "match --players 2 --agent mcts:iterations=3 --agent mcts:iterations=3 --elo1 1 "
      "--max-blocks 1000000 --record " +
          path("kept"),
      [this] { return unfinished_bytes() > 100'000; });
  EXPECT_NE(run.out.find("interrupted: undecided"), std::string::npos) << run.out << run.err;
  EXPECT_EQ(carrack("verify " + path("kept")).status, 0);
}

TEST_F(MatchCommand, APerfectScoreIsAtLeastSoMuchElo) {
  const std::string words = "match --players 2 --agent scripted --agent random --elo1 200";
  const CommandOutcome run = carrack(words);
  EXPECT_EQ(run.out.find("inf"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("at least "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(" or more"), std::string::npos) << run.out;
  const auto json = nlohmann::json::parse(carrack(words + " --json").out);
  EXPECT_EQ(json["win_share"], 1);
  EXPECT_TRUE(json["elo"].is_null());
  EXPECT_GT(json["elo_low"], 100);
  EXPECT_TRUE(json["elo_high"].is_null());
  EXPECT_LT(json["win_share_low"], 1);
  EXPECT_EQ(json["win_share_high"], 1);
  const CommandOutcome lost =
      carrack("match --players 2 --agent random --agent scripted --elo1 200");
  EXPECT_NE(lost.out.find("at most -"), std::string::npos) << lost.out;
  EXPECT_NE(lost.out.find(" or less"), std::string::npos) << lost.out;
}

TEST_F(MatchCommand, WrongInputGetsOneLine) {
  expect_refused("match --agent random", {"1 time;", "2"});
  expect_refused("match --agent random --agent randm", {"randm", "random"});
  expect_refused("match --agent random --agent greedy --elo0 20 --elo1 10", {"--elo0", "--elo1"});
  expect_refused("match --agent random --agent greedy --alpha 0.6", {"--alpha"});
  expect_refused("match --agent random --agent greedy --max-blocks 0", {"--max-blocks"});
  expect_refused("match --agent random --agent greedy --threads 0", {"--threads", "1 to 1024"});
}

}  // namespace
}  // namespace carrack
