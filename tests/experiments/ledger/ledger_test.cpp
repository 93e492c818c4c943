// The ledger: its schema and migrations, what it keeps and refuses, how claims share the work.
#include "experiments/ledger/ledger.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/error.hpp"
#include "experiments/ledger/claims.hpp"
#include "experiments/ledger/compression.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/schema.hpp"
#include "experiments/standings.hpp"
#include "experiments/tournament.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;

class Ledgers : public ::testing::Test {
 protected:
  Ledgers() : folder_(fs::temp_directory_path() / ("carrack-ledger-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Ledgers() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string file(const std::string& name = "ledger") const {
    return (folder_ / name).string();
  }
  static TournamentPlan plan(u64 seed = 1) {
    TournamentPlan p;
    p.rules = Ruleset::make("aoe3", 3);
    p.agents = {"random", "scripted", "random"};
    p.seed = seed;
    return p;
  }
  /// Plays what the file lacks of some blocks; returns how many games that was.
  static u64 play(const std::string& path, u64 blocks, unsigned threads = 2) {
    const Schedule schedule(plan(), blocks);
    Ledger ledger(path, Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false);
    MatchOptions options;
    options.threads = threads;
    std::atomic<bool> stop{false};
    return play_schedule(
        ledger, t, schedule, options, [](const LedgerGame&) {}, stop);
  }
  static std::string csv(const std::string& path) {
    Ledger ledger(path, Database::Mode::read);
    std::string all;
    for (const ExportTable& table : export_tables()) {
      if (table.name == "searches") continue;  // their seconds differ
      ledger.export_csv(ledger.tournament("main").id, table,
                        [&](std::string_view line) { all += line; });
    }
    return all;
  }
  /// What enter() says against a schedule.
  static std::string refusal(const std::string& path, const Schedule& schedule) {
    Ledger ledger(path, Database::Mode::write);
    try {
      ledger.enter("main", schedule, false);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(Ledgers, KeepsAllThatWasPlayed) {
  EXPECT_EQ(play(file(), 4), 12U);
  Ledger ledger(file(), Database::Mode::read);
  const LedgerTournament t = ledger.tournament("");
  EXPECT_EQ(t.name, "main");
  EXPECT_EQ(t.games, 12U);
  EXPECT_EQ(t.blocks, 4U);
  EXPECT_EQ(t.agents[2].name, "random #2");
  EXPECT_EQ(t.agents[1].configuration, R"({"agent":"scripted","variant":"balanced"})");

  const std::vector<LedgerGame> games = ledger.games(t.id);
  std::vector<LedgerGame> played;
  const Schedule schedule(plan(), 4);
  std::atomic<bool> stop{false};
  play_schedule(
      schedule, {}, [&](const LedgerGame& game) { played.push_back(game); }, stop);
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
  Database(file(), Database::Mode::write)
      .execute("UPDATE tournaments SET signature = '0123456789abcdef'");
  const std::string said = refusal(file(), Schedule(plan(), 1));
  EXPECT_NE(said.find("other rules"), std::string::npos) << said;
  EXPECT_NE(said.find("--ignore-signature"), std::string::npos);
  Ledger ledger(file(), Database::Mode::write);
  EXPECT_EQ(ledger.enter("main", Schedule(plan(), 1), true).games, 3U);
}

TEST_F(Ledgers, AVersionOneFileIsBroughtUpToDate) {
  {
    Database old(file(), Database::Mode::create);
    open_schema(old, true, ledger_migrations().first(1));
    old.execute(
        "INSERT INTO tournaments VALUES (1, 'old', 'h', '{}', 's', 'e', 't');"
        "INSERT INTO agents VALUES (1, 0, 'a', 'a', '{}'); INSERT INTO blocks VALUES "
        "(1,0,7,'[0]',1,1);"
        "INSERT INTO runs VALUES (1, 1, 'e', 'h', 1, 't', 0);"
        "INSERT INTO games VALUES (1, 1, 0, 0, 1, 9);"
        "INSERT INTO seats VALUES (1,1,0,1,1.0,50,1,2,3,4,5,NULL,NULL,NULL)");
    Statement version(old, "PRAGMA user_version");
    version.start();
    ASSERT_TRUE(version.next());
    ASSERT_EQ(version.integer(0), 1);
  }
  EXPECT_THROW(Ledger(file(), Database::Mode::read), InputError);  // which may not change it
  Ledger(file(), Database::Mode::write);
  Database now(file(), Database::Mode::read);
  Statement version(now, "PRAGMA user_version");
  version.start();
  ASSERT_TRUE(version.next());
  EXPECT_EQ(version.integer(0), static_cast<i64>(ledger_migrations().size()));
  Statement view(now, "SELECT tournament, vp FROM results");
  view.start();
  ASSERT_TRUE(view.next());
  EXPECT_EQ(view.text(0), "old");
  EXPECT_EQ(view.integer(1), 50);
}

TEST_F(Ledgers, AFailedMigrationChangesNothing) {
  Database db(file(), Database::Mode::create);
  std::vector<std::string_view> steps(ledger_migrations().begin(), ledger_migrations().end());
  open_schema(db, true);
  steps.emplace_back("CREATE TABLE new (a); SELECT no_such_column FROM games");
  EXPECT_THROW(open_schema(db, true, steps), InputError);
  Statement tables(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'new'");
  tables.start();
  ASSERT_TRUE(tables.next());
  EXPECT_EQ(tables.integer(0), 0);
  open_schema(db, true);  // still of the version that it was
}

TEST_F(Ledgers, WhatIsNoLedgerOfOursIsRefused) {
  std::ofstream(file("text")) << std::string(2000, 'x');
  EXPECT_THROW(Ledger(file("text"), Database::Mode::create), InputError);
  EXPECT_THROW(Ledger(file("missing"), Database::Mode::read), InputError);
  EXPECT_FALSE(fs::exists(file("missing")));
  EXPECT_THROW(Ledger(file("no/folder"), Database::Mode::create), InputError);
  Database(file("foreign"), Database::Mode::create).execute("CREATE TABLE t (a)");
  EXPECT_THROW(Ledger(file("foreign"), Database::Mode::write), InputError);
  play(file("later"), 1);
  Database(file("later"), Database::Mode::write).execute("PRAGMA user_version = 99");
  EXPECT_THROW(Ledger(file("later"), Database::Mode::write), InputError);
}

TEST_F(Ledgers, TwoRunsNeverClaimOneGame) {
  const Schedule schedule(plan(), 40);
  Ledger ledger(file(), Database::Mode::create);
  Ledger second(file(), Database::Mode::write);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  Claims one(ledger, t, schedule);
  Claims other(second, t, schedule);
  std::set<u64> seen;
  std::size_t n = 0;
  for (bool more = true; more;) {
    more = false;
    for (Claims* claims : {&one, &other}) {
      if (const auto fixture = claims->next()) {
        seen.insert(fixture->number);
        ++n;
        more = true;
      }
    }
  }
  EXPECT_EQ(n, 120U);
  EXPECT_EQ(seen.size(), n);
}

TEST_F(Ledgers, ClaimsOfTheDeadAndOfTheSilentAreTakenOver) {
  const Schedule schedule(plan(), 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  const auto claim_as = [&](const std::string& host, const std::string& pid, double lease) {
    Database db(file(), Database::Mode::write);
    db.execute("DELETE FROM claims");
    Statement(db, "INSERT INTO runs VALUES (NULL, 1, 'e', ?, CAST(? AS INTEGER), 't', ?)")
        .run(host, pid, lease);
    Statement(db, "INSERT INTO claims VALUES (1, 0, ?)").run(db.last_id());
  };
  const auto free_games = [&] {
    Claims claims(ledger, t, schedule);
    return claims.next().has_value();
  };
  std::array<char, 256> here{};
  ASSERT_EQ(gethostname(here.data(), here.size() - 1), 0);
  const double later = 4e9;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);

  claim_as("elsewhere", "1", later);
  EXPECT_FALSE(free_games());
  claim_as("elsewhere", "1", 1);  // silent since 1970
  EXPECT_TRUE(free_games());
  claim_as(here.data(), std::to_string(getpid()), later);
  EXPECT_FALSE(free_games());
  claim_as(here.data(), std::to_string(child), later);
  EXPECT_TRUE(free_games());
}

TEST_F(Ledgers, TheLeaseOfALivingRunIsRenewed) {
  const Schedule schedule(plan(), 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  const Claims claims(ledger, t, schedule, /*lease=*/0.15);
  Database db(file(), Database::Mode::read);
  Statement lease(db, "SELECT lease FROM runs");
  const auto read = [&] {
    lease.start();
    lease.next();
    const double value = lease.real(0);
    lease.reset();
    return value;
  };
  const double first = read();
  for (int i = 0; i < 600 && read() == first; ++i) usleep(10'000);
  EXPECT_GT(read(), first);
}

TEST_F(Ledgers, ForfeitsAreKeptWithTheirReasons) {
  TournamentPlan bad = plan();
  bad.agents[0] = "process:no-such-program";
  const Schedule schedule(bad, 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  std::atomic<bool> stop{false};
  play_schedule(
      ledger, t, schedule, {}, [](const LedgerGame&) {}, stop);
  Standings standings({"bad", "scripted", "random"}, 3);
  for (const LedgerGame& game : ledger.games(t.id)) standings.add(game);
  EXPECT_EQ(standings.lines()[0].forfeits[index(FailureKind::crashed)], 3U);
  EXPECT_EQ(standings.lines()[0].rank.mean(), 3);
  EXPECT_EQ(standings.lines()[1].all_forfeits(), 0U);
  EXPECT_NE(csv(file()).find(",crashed,0,cannot start no-such-program: "), std::string::npos);
}

TEST(Compression, GivesBackWhatItWasGiven) {
  const std::string text(100'000, 'x');
  EXPECT_LT(compress(text).size(), 1000U);
  EXPECT_EQ(decompress(compress(text)), text);
  EXPECT_EQ(decompress(compress("")), "");
  EXPECT_THROW(static_cast<void>(decompress("no frame")), InputError);
  EXPECT_THROW(static_cast<void>(decompress(compress(text).substr(0, 30))), InputError);
}

TEST(Configuration, ReadsBackAndItsHashSeesEverything) {
  TournamentPlan plan;
  plan.rules = Ruleset::make("empires", 4, std::vector<std::string>{"builder"},
                             std::vector<std::string>{"buy_vp"});
  plan.agents = {"random", "uct:iterations=7"};
  plan.kind = TournamentKind::focus;
  plan.seatings = SeatingSet::balanced;
  plan.seed = ~u64{0};
  const std::string text = configuration_of(plan);
  EXPECT_EQ(configuration_of(plan_from(text)), text);
  const std::string hash = configuration_hash(text, rules_signature());
  EXPECT_NE(configuration_hash(text, "other rules"), hash);
  plan.agents[1] = "uct:iterations=8";
  EXPECT_NE(configuration_hash(configuration_of(plan), rules_signature()), hash);
  EXPECT_THROW(static_cast<void>(plan_from("{}")), InputError);
  EXPECT_THROW(static_cast<void>(plan_from("{")), InputError);
}

TEST(Standings, CountWholeBlocksInAnyOrder) {
  Standings standings({"a", "b", "b"}, 2);
  const auto game = [](u64 block, u64 permutation, std::vector<unsigned> ranks) {
    LedgerGame g{block, permutation, {}};
    for (unsigned i = 0; i < 3; ++i) {
      g.seats.push_back({i, ranks[i], 10 * ranks[i], ranks[i] == 1 ? 1.0 : 0.0, std::nullopt});
    }
    return g;
  };
  standings.add(game(1, 0, {1, 2, 3}));
  standings.add(game(0, 1, {3, 1, 2}));
  EXPECT_EQ(standings.blocks(), 0U);
  EXPECT_EQ(standings.brief(), "");
  standings.add(game(0, 0, {3, 2, 1}));
  standings.add(game(1, 1, {1, 3, 2}));
  EXPECT_EQ(standings.blocks(), 2U);
  ASSERT_EQ(standings.lines().size(), 2U);
  EXPECT_EQ(standings.lines()[0].games, 4U);
  EXPECT_DOUBLE_EQ(standings.lines()[0].win_share.mean(), 0.5);
  EXPECT_DOUBLE_EQ(standings.lines()[0].win_share.variance(), 0.5);  // 0 and 1
  EXPECT_DOUBLE_EQ(standings.lines()[1].win_share.mean(), 0.25);
  EXPECT_DOUBLE_EQ(standings.lines()[1].rank.mean(), 2);
}

}  // namespace
}  // namespace carrack
