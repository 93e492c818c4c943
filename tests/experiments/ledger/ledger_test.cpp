// The ledger: storage and refusals.
#include "experiments/ledger/ledger.hpp"

#include <sstream>

#include "experiments/tournament/standings.hpp"
#include "experiments/tournament/tournament.hpp"
#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

TEST_F(Ledgers, KeepsAllThatWasPlayed) {
  EXPECT_EQ(play(file(), 4), 12U);
  Ledger ledger(file(), Database::Mode::read);
  const LedgerTournament t = ledger.tournament("");
  EXPECT_EQ(t.name, "main");
  EXPECT_EQ(t.games, 12U);
  EXPECT_EQ(t.blocks, 4U);
  EXPECT_EQ(t.agents[2].name, "random #2");
  EXPECT_EQ(t.agents[1].configuration, R"({"agent":"scripted","variant":"balanced"})");

  const std::vector<BlockGame> games = ledger.games(t.id);
  std::vector<BlockGame> played;
  const Schedule schedule(plan(), 4);
  std::atomic<bool> stop{false};
  play_schedule(
      schedule, {}, [&](const BlockGame& game) { played.push_back(game); }, stop);
  ASSERT_EQ(games.size(), played.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].block, played[i].block);
    EXPECT_EQ(games[i].permutation, played[i].permutation);
    for (unsigned seat = 0; seat < 3; ++seat) {
      EXPECT_EQ(games[i].seats[seat].agent, played[i].seats[seat].agent);
      EXPECT_EQ(games[i].seats[seat].vp, played[i].seats[seat].vp);
      EXPECT_EQ(games[i].seats[seat].rank, played[i].seats[seat].rank);
      EXPECT_EQ(games[i].seats[seat].win_share, played[i].seats[seat].win_share);
    }
  }
  std::string records;
  ledger.for_each_record(t.id, [&](std::string_view record) { records += record; });
  std::string some;
  ledger.for_each_record(t.id, [&](std::string_view record) { some += record; },
                         {.first = 1, .end = 3, .permutations = 2});
  std::istringstream in_some(some);
  RecordReader of_range(in_some, "range");
  std::vector<u64> numbers;
  while (of_range.next_game()) {
    numbers.push_back(of_range.header().game);
    while (of_range.next_event()) {
    }
  }
  EXPECT_EQ(numbers, (std::vector<u64>{3, 4, 6, 7}));  // three a block
  std::istringstream in(records);
  RecordReader reader(in, "records");
  while (reader.next_game()) {
    while (reader.next_event()) {
    }
  }
  EXPECT_EQ(reader.games(), 12U);
}

TEST_F(Ledgers, GoesOnWhereItStoppedAndAnythingElseIsTheSame) {
  EXPECT_EQ(play(file("pieces"), 2, 1), 6U);
  EXPECT_EQ(play(file("pieces"), 5, 3), 9U);  // prolonged
  EXPECT_EQ(play(file("pieces"), 5, 1), 0U);
  EXPECT_EQ(play(file("whole"), 5, 1), 15U);
  EXPECT_EQ(csv(file("pieces")), csv(file("whole")));
}

TEST_F(Ledgers, AGameIsKeptOnce) {
  play(file(), 1);
  const std::string before = csv(file());
  Ledger ledger(file(), Database::Mode::write);
  FinishedGame game;
  game.fixture = Schedule(plan(), 1).fixture(0, 1);
  EXPECT_FALSE(ledger.keep(ledger.tournament("main").id, 1, 3, game));
  EXPECT_EQ(csv(file()), before);
}

TEST_F(Ledgers, AnotherConfigurationOfTheNameIsRefusedAndSaysWhatDiffers) {
  play(file(), 1);
  EXPECT_EQ(refusal(file(), Schedule(plan(), 2)), "");
  const std::string seed = refusal(file(), Schedule(plan(2), 1));
  EXPECT_NE(seed.find("seed is 1 there, 2 here"), std::string::npos) << seed;
  TournamentPlan other = plan();
  other.agents[0] = "greedy";
  EXPECT_NE(refusal(file(), Schedule(other, 1)).find("greedy"), std::string::npos);
  Ledger ledger(file(), Database::Mode::write);
  ledger.enter("beside", Schedule(plan(2), 1), false);
  EXPECT_EQ(ledger.tournaments().size(), 2U);
  EXPECT_THROW(static_cast<void>(ledger.tournament("")), InputError);
  EXPECT_THROW(static_cast<void>(ledger.tournament("man")), InputError);
}

TEST_F(Ledgers, OtherRulesAreRefusedUnlessAsked) {
  play(file(), 1);
  forge(file(), "UPDATE tournaments SET signature = '0123456789abcdef'");
  const std::string said = refusal(file(), Schedule(plan(), 1));
  EXPECT_NE(said.find("other rules"), std::string::npos) << said;
  EXPECT_NE(said.find("--ignore-signature"), std::string::npos);
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_EQ(ledger.enter("main", Schedule(plan(), 1), true).games, 3U);
}

TEST_F(Ledgers, ForfeitsAreKeptWithTheirReasons) {
  TournamentPlan bad = plan();
  bad.agents[0] = "process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes";
  const Schedule schedule(bad, 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  std::atomic<bool> stop{false};
  play_missing_games(
      ledger, t, schedule, {}, [](const BlockGame&) {}, stop);
  Standings standings({"bad", "scripted", "random"}, 3);
  for (const BlockGame& game : ledger.games(t.id)) standings.add(game);
  EXPECT_EQ(standings.lines()[0].forfeits[index(FailureKind::crashed)], 3U);
  EXPECT_EQ(standings.lines()[0].seats.rank(3).mean, 3);
  EXPECT_EQ(standings.lines()[1].all_forfeits(), 0U);
  EXPECT_EQ(standings.lines()[0].reason, "python3 has ended with status 3");
  EXPECT_NE(csv(file()).find(",python3 has ended with status 3"), std::string::npos);
  const auto footers = [&](Ledger& from) {
    u64 found = 0;
    from.for_each_record(t.id, [&](std::string_view record) {
      std::istringstream in{std::string(record)};
      RecordReader reader(in, "record");
      EXPECT_TRUE(reader.next_game());
      while (reader.next_event()) {
      }
      found += reader.forfeits().size();
      for (const Forfeit& forfeit : reader.forfeits()) {
        EXPECT_EQ(forfeit.kind, FailureKind::crashed);
        EXPECT_EQ(forfeit.what, "python3 has ended with status 3");
        EXPECT_EQ(reader.final_result().rank[forfeit.seat], 3);
      }
    });
    return found;
  };
  EXPECT_EQ(footers(ledger), 3U);
}

TEST_F(Ledgers, ATournamentHasANameThatCanBeShown) {
  Ledger ledger(file(), Database::Mode::create);
  for (const std::string name : {"", "a\nb", "\xFF"}) {
    EXPECT_THROW(ledger.enter(name, Schedule(plan(), 1), false), InputError);
  }
}

TEST_F(Ledgers, ANewNameIsShortAndAnOlderOneIsStillKnown) {
  const std::string longest = "\u00e9" + std::string(kLongestPlanName - 1, 'x');
  {
    Ledger ledger(file(), Database::Mode::create);
    const auto said = [&](const std::string& name) {
      return complaint([&] { ledger.enter(name, Schedule(plan(), 1), false); });
    };
    EXPECT_NE(said(longest + 'x').find("expected at most 100 characters, not 101"),
              std::string::npos);
    for (const std::string name : {" a", "a ", " "}) {
      EXPECT_EQ(said(name),
                "the name of a tournament is '" + name + "', expected no space at either end");
    }
    EXPECT_EQ(said(longest), "");
    EXPECT_EQ(ledger.tournaments().size(), 1U);
  }
  const std::string older = ' ' + longest + longest;
  tamper(file(), "UPDATE tournaments SET name = '" + older + "'");
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_EQ(ledger.enter(older, Schedule(plan(), 2), false).blocks, 2U);
}

TEST_F(Ledgers, TooManyBlocksAreRefusedBeforeTheyAreLaidOut) {
  Ledger ledger(file(), Database::Mode::create);
  for (const u64 blocks : {kMostBlocks + 1, u64{1'000'000'000}}) {
    EXPECT_EQ(complaint([&] { ledger.enter("main", Schedule(plan(), blocks), false); }),
              "ledger " + file() + ": a tournament to block " + std::to_string(blocks) +
                  ", expected at most 10000000 blocks, which may be extended later");
  }
  EXPECT_TRUE(ledger.tournaments().empty());
  const std::vector<u64> share{kMostBlocks - 1};
  EXPECT_EQ(ledger.enter("main", Schedule(plan(), kMostBlocks), false, share).blocks, 1U);
}

/// Validation refuses it, but the file may be changed by another process later.
TEST_F(Ledgers, AForfeitWithoutAReasonCanBeRead) {
  play(file(), 1);
  Ledger ledger(file(), Database::Mode::read);
  tamper(file(), "UPDATE seats SET forfeit = 'crashed' WHERE seat = 2");
  for (const BlockGame& game : ledger.games(ledger.tournament("main").id)) {
    EXPECT_EQ(game.seats[1].forfeit, FailureKind::crashed);
    EXPECT_EQ(game.seats[1].reason, "");
  }
}

/// The file may be changed by another process after it was validated.
TEST_F(Ledgers, WhatIsChangedWhileTheLedgerIsOpenIsCheckedWhenItIsRead) {
  play(file("whole"), 1);
  for (const char* sql : {"UPDATE seats SET agent = 99", "UPDATE seats SET agent = -1",
                          "UPDATE seats SET rank = 9", "UPDATE seats SET vp = 99999",
                          "UPDATE seats SET forfeit = 'bored'", "DELETE FROM seats WHERE seat = 3",
                          "DELETE FROM seats WHERE seat = 1", "DELETE FROM tournaments"}) {
    fs::remove(file());
    fs::copy_file(file("whole"), file());
    Ledger ledger(file(), Database::Mode::read);
    const i64 id = ledger.tournament("main").id;
    EXPECT_EQ(ledger.games(id).size(), 3U);
    tamper(file(), sql);
    EXPECT_THROW(static_cast<void>(ledger.games(id)), InputError) << sql;
  }
}

}  // namespace
}  // namespace carrack
