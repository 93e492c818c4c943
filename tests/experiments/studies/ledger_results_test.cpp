// Results from ledgers: games of several plans, empty tournaments, forfeits.
#include "experiments/studies/ledger_results.hpp"

#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/missing_games.hpp"
#include "experiments/studies/rating_report.hpp"
#include "tests/experiments/ledger/is_locked.hpp"
#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

class LedgerResults : public StudyFiles {
 protected:
  [[nodiscard]] static TournamentPlan plan(TournamentKind kind, u64 seed = 1) {
    return {.rules = Ruleset::make("aoe3", 2),
            .agents = {"random", "scripted"},
            .kind = kind,
            .seatings = SeatingSet::rotations,
            .seed = seed};
  }
  /// Adds a tournament to a file and plays it.
  std::string tournament(const std::string& file, const TournamentPlan& plan, u64 blocks,
                         const std::string& name = "main") const {
    const Schedule schedule = enter(file, plan, blocks, name);
    Ledger ledger(path(file), Database::Mode::write);
    std::atomic<bool> stop{false};
    play_missing_games(
        ledger, ledger.tournament(name), schedule, {}, [](const BlockGame&) {}, stop);
    return path(file);
  }
  /// Adds a tournament without games to a file.
  Schedule enter(const std::string& file, const TournamentPlan& plan, u64 blocks,
                 const std::string& name = "main") const {
    Schedule schedule(plan, blocks);
    Ledger ledger(path(file), Database::Mode::create);
    static_cast<void>(ledger.enter(name, schedule, false));
    return schedule;
  }
};

TEST_F(LedgerResults, AGameOfTwoPlansCountsOnce) {
  // Of two agents and two seats, both kinds have the same tables.
  const std::string fixed = tournament("fixed", plan(TournamentKind::fixed), 3);
  const std::string robin = tournament("robin", plan(TournamentKind::round_robin), 4);
  const Results both = read_ledger_results({fixed, robin}).results;
  EXPECT_EQ(both.games.size(), 8U);
  EXPECT_EQ(both.duplicates, 6U);
  EXPECT_EQ(by_block(both.games).size(), 4U);
  const Results thrice = read_ledger_results({fixed, robin, fixed}).results;
  EXPECT_EQ(thrice.games.size(), 8U);
  EXPECT_EQ(thrice.duplicates, 12U);
}

TEST_F(LedgerResults, BlocksThatLackGamesAreCounted) {
  tournament("cut", plan(TournamentKind::fixed), 3);
  {
    Database db(path("cut"), Database::Mode::write);
    for (const std::string table :
         {"records", "searches", "purchases", "turns", "seats", "games"}) {
      db.execute("DELETE FROM " + table +
                 " WHERE game IN (SELECT game FROM games WHERE block = 2 OR (block = 1 AND "
                 "permutation = 1))");
    }
    db.execute("UPDATE blocks SET done = 2 - block WHERE block > 0");
  }
  const Results cut = read_ledger_results({path("cut")}).results;
  ASSERT_EQ(cut.games.size(), 3U);
  EXPECT_EQ(cut.unfinished_blocks, 1U);
  const std::string whole = tournament("whole", plan(TournamentKind::fixed), 3);
  EXPECT_EQ(read_ledger_results({whole}).results.unfinished_blocks, 0U);
  EXPECT_EQ(read_ledger_results({path("cut"), whole}).results.unfinished_blocks, 0U);
}

TEST_F(LedgerResults, GamesOfOtherSeedsOrAgentsAllCount) {
  TournamentPlan others = plan(TournamentKind::fixed);
  others.agents[1] = "greedy";
  const Results all =
      read_ledger_results({tournament("a", plan(TournamentKind::fixed), 2),
                           tournament("b", plan(TournamentKind::fixed, /*seed=*/2), 2),
                           tournament("c", others, 2)})
          .results;
  EXPECT_EQ(all.games.size(), 12U);
  EXPECT_EQ(all.duplicates, 0U);
  EXPECT_EQ(by_block(all.games).size(), 4U) << "the first and the last have the same chance";
}

TEST_F(LedgerResults, ATournamentWithoutGamesIsRefusedWhereverItStands) {
  const std::string games = tournament("games", plan(TournamentKind::fixed), 1);
  static_cast<void>(enter("empty", plan(TournamentKind::fixed, /*seed=*/2), 1));
  for (const std::vector<std::string>& files :
       {std::vector{path("empty"), games}, std::vector{games, path("empty")}}) {
    EXPECT_EQ(complaint([&] { static_cast<void>(read_ledger_results(files)); }),
              "no games of 'main' in " + path("empty"));
  }
}

TEST_F(LedgerResults, OfSeveralTournamentsOneIsToBeNamed) {
  tournament("several", plan(TournamentKind::fixed), 1, "first");
  const std::string file = tournament("several", plan(TournamentKind::fixed), 2, "second");
  const std::string said = complaint([&] { static_cast<void>(read_ledger_results({file})); });
  EXPECT_NE(said.find("2 tournaments; use --name, in Python name= (known: first, second)"),
            std::string::npos)
      << said;
  EXPECT_EQ(read_ledger_results({file}, {"second"}).results.games.size(), 4U);
}

TEST_F(LedgerResults, TournamentsOfOneFileArePooledByTheirNames) {
  tournament("several", plan(TournamentKind::fixed), 1, "first");
  tournament("several", plan(TournamentKind::fixed, /*seed=*/2), 2, "second");
  const std::string file = tournament("several", plan(TournamentKind::fixed), 3, "third");
  const Results different = read_ledger_results({file}, {"first", "second"}).results;
  EXPECT_EQ(different.games.size(), 6U);
  EXPECT_EQ(different.duplicates, 0U);
  const Results longer = read_ledger_results({file}, {"first", "third"}).results;
  EXPECT_EQ(longer.games.size(), 6U) << "the first block of both is the same";
  EXPECT_EQ(longer.duplicates, 2U);
  EXPECT_NE(complaint([&] {
              static_cast<void>(read_ledger_results({file}, {"first", "fourth"}));
            }).find("fourth"),
            std::string::npos);
  EXPECT_EQ(complaint([&] {
              static_cast<void>(
                  rate({.files = {file}, .tournaments = {"first", "second"}, .luck = true}));
            }),
            "--luck needs one tournament, got 2 names");
}

/// Gives the tournaments of a file another signature of the rules.
void sign(const std::string& file, const std::string& signature) {
  const std::string configuration =
      Ledger(file, Database::Mode::read).tournament("main").configuration;
  Database(file, Database::Mode::write)
      .execute("UPDATE tournaments SET signature = '" + signature + "', hash = '" +
               configuration_hash(configuration, signature) + "'");
}

TEST_F(LedgerResults, GamesOfOtherRulesAreNotPooled) {
  const std::string old = tournament("old", plan(TournamentKind::fixed), 2);
  const std::string now = tournament("now", plan(TournamentKind::fixed, /*seed=*/2), 2);
  const std::string signature = Ledger(now, Database::Mode::read).tournament("main").signature;
  EXPECT_EQ(read_ledger_results({now, old}).other_signature, "");
  sign(old, "0123456789abcdef");
  EXPECT_EQ(complaint([&] {
              static_cast<void>(read_ledger_results({now, old}));
            }),
            "ledger " + now + " and ledger " + old +
                " contradict each other: tournament 'main': the signature of the rules is " +
                signature + " in the first and 0123456789abcdef in the second");
  EXPECT_EQ(read_ledger_results({old}).other_signature, "0123456789abcdef");
  EXPECT_EQ(rate({.files = {old}}).other_signature, "0123456789abcdef");
  EXPECT_EQ(rate({.files = {now}}).other_signature, "");
  sign(now, "0123456789abcdef");
  const PooledResults both = read_ledger_results({now, old});
  EXPECT_EQ(both.results.games.size(), 8U);
  EXPECT_EQ(both.other_signature, "0123456789abcdef");
}

/// A process that plays into a ledger may rate it meanwhile.
TEST_F(LedgerResults, ALedgerThatIsRatedKeepsItsLocks) {
  const std::string file = tournament("t", plan(TournamentKind::fixed), 2);
  const Ledger playing(file, Database::Mode::write);
  ASSERT_TRUE(testing::is_locked(file));
  EXPECT_TRUE(is_ledger(file));
  EXPECT_EQ(rate({.files = {file, file}}).results.games.size(), 4U);
  EXPECT_TRUE(testing::is_locked(file));
}

TEST_F(LedgerResults, ForfeitsAreCountedByEntrant) {
  TournamentPlan failing = plan(TournamentKind::fixed);
  failing.agents[1] = "process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes";
  const Results results = read_ledger_results({tournament("t", failing, 2)}).results;
  EXPECT_EQ(results.forfeits_of(0), 0U);
  EXPECT_EQ(results.forfeits_of(1), 4U);
}

}  // namespace
}  // namespace carrack
