// Results from ledgers: games of several plans, empty tournaments, forfeits.
#include "experiments/studies/ledger_results.hpp"

#include "experiments/ledger/missing_games.hpp"
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
  const Results both = read_ledger_results({fixed, robin}, "");
  EXPECT_EQ(both.games.size(), 8U);
  EXPECT_EQ(both.duplicates, 6U);
  EXPECT_EQ(by_block(both.games).size(), 4U);
  const Results thrice = read_ledger_results({fixed, robin, fixed}, "");
  EXPECT_EQ(thrice.games.size(), 8U);
  EXPECT_EQ(thrice.duplicates, 12U);
}

TEST_F(LedgerResults, GamesOfOtherSeedsOrAgentsAllCount) {
  TournamentPlan others = plan(TournamentKind::fixed);
  others.agents[1] = "greedy";
  const Results all = read_ledger_results(
      {tournament("a", plan(TournamentKind::fixed), 2),
       tournament("b", plan(TournamentKind::fixed, /*seed=*/2), 2), tournament("c", others, 2)},
      "");
  EXPECT_EQ(all.games.size(), 12U);
  EXPECT_EQ(all.duplicates, 0U);
  EXPECT_EQ(by_block(all.games).size(), 4U) << "the first and the last have the same chance";
}

TEST_F(LedgerResults, ATournamentWithoutGamesIsRefusedWhereverItStands) {
  const std::string games = tournament("games", plan(TournamentKind::fixed), 1);
  static_cast<void>(enter("empty", plan(TournamentKind::fixed, /*seed=*/2), 1));
  for (const std::vector<std::string>& files :
       {std::vector{path("empty"), games}, std::vector{games, path("empty")}}) {
    EXPECT_EQ(complaint([&] { static_cast<void>(read_ledger_results(files, "")); }),
              "no games of 'main' in " + path("empty"));
  }
}

TEST_F(LedgerResults, OfSeveralTournamentsOneIsToBeNamed) {
  tournament("several", plan(TournamentKind::fixed), 1, "first");
  const std::string file = tournament("several", plan(TournamentKind::fixed), 2, "second");
  const std::string said = complaint([&] { static_cast<void>(read_ledger_results({file}, "")); });
  EXPECT_NE(said.find("2 tournaments; use --name (known: first, second)"), std::string::npos)
      << said;
  EXPECT_EQ(read_ledger_results({file}, "second").games.size(), 4U);
}

TEST_F(LedgerResults, ForfeitsAreCountedByEntrant) {
  TournamentPlan failing = plan(TournamentKind::fixed);
  failing.agents[1] = "process:python3 " CARRACK_TESTS "/agents/external/bad_agent.py crashes";
  const Results results = read_ledger_results({tournament("t", failing, 2)}, "");
  EXPECT_EQ(results.forfeits_of(0), 0U);
  EXPECT_EQ(results.forfeits_of(1), 4U);
}

}  // namespace
}  // namespace carrack
