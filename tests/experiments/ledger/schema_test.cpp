// The schema of a ledger: migrations and refusals.
#include "experiments/ledger/schema.hpp"

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using LedgerSchema = Ledgers;

TEST_F(LedgerSchema, AnOlderFileIsReadAsItIsAndBroughtUpToDateWhenWritten) {
  play(file("new"), 2);
  forget_sources(file("new"));
  for (const unsigned version : {1U, 2U, 3U}) {
    const std::string old = file("old" + std::to_string(version));
    write_older(old, file("new"), version);
    const std::string before = content(old);
    EXPECT_EQ(csv(old), csv(file("new")));
    EXPECT_TRUE(content(old) == before) << "reading has changed the file";

    Ledger(old, Database::Mode::write);
    EXPECT_EQ(number(old, "PRAGMA user_version"), static_cast<i64>(ledger_migrations().size()));
    EXPECT_EQ(csv(old), csv(file("new")));
    EXPECT_EQ(number(old, "SELECT count(*) FROM results"), 18);
    EXPECT_EQ(play(old, 3), 3U);
    EXPECT_EQ(number(old, "SELECT count(*) FROM turns WHERE bought_vp IS NOT NULL"), 3 * 8 * 3);
    EXPECT_EQ(number(old, "SELECT count(*) FROM turns WHERE bought_vp IS NULL"), 6 * 8 * 3);
  }
}

TEST_F(LedgerSchema, OlderFilesAreMergedWithNothingForWhatTheyLack) {
  play(file("new"), 2);
  for (const unsigned version : {1U, 2U, 3U}) {
    const std::string old = file("old" + std::to_string(version));
    const std::string ours = file("ours" + std::to_string(version));
    write_older(old, file("new"), version);
    play(ours, 1);
    EXPECT_EQ(Ledger(ours, Database::Mode::write).merge(old), 3U);
    EXPECT_EQ(number(ours, "SELECT count(*) FROM turns WHERE discoveries IS NULL"), 3 * 8 * 3);
    EXPECT_EQ(number(ours, "SELECT count(*) FROM turns WHERE discoveries >= 0"), 3 * 8 * 3);
  }
}

TEST_F(LedgerSchema, EveryColumnOfAnExportHasAMeaning) {
  play(file(), 1);
  i64 columns = 0;
  for (const ExportTable& table : export_tables()) {
    for (const ExportColumn& column : table.columns) {
      EXPECT_FALSE(column.meaning.empty()) << table.name << '.' << column.name;
      ++columns;
    }
  }
  EXPECT_EQ(number(file(), "SELECT count(*) FROM column_meanings WHERE meaning <> ''"), columns);
}

TEST_F(LedgerSchema, TurnsHaveDiscoveriesAndTheVpOfTheirSources) {
  play(file(), 2);
  EXPECT_EQ(number(file(),
                   "SELECT count(*) FROM turns WHERE vp <> colonies_vp + discoveries_vp +"
                   " tiles_vp + economy_vp + bought_vp"),
            0);
  EXPECT_EQ(number(file(),
                   "SELECT count(*) FROM turns t JOIN seats s USING (game, seat) WHERE turn = 8 AND"
                   " (t.colonies_vp, t.discoveries_vp, t.tiles_vp, t.economy_vp, t.bought_vp) <>"
                   " (s.colonies, s.discoveries, s.tiles, s.economy, s.bought)"),
            0);
  EXPECT_GT(number(file(), "SELECT sum(discoveries) FROM turns WHERE turn = 8"), 0);
  EXPECT_EQ(number(file(),
                   "SELECT count(*) FROM turns WHERE (discoveries = 0) <> (discoveries_vp"
                   " = 0)"),
            0);
}

TEST_F(LedgerSchema, RowsThatDoNotFitAreNotBroughtUpToDate) {
  play(file("new"), 2, 1);
  write_older(file(), file("new"), 2);
  tamper(file(), "UPDATE seats SET agent = -1 WHERE game = 2 AND seat = 1");
  const std::string before = content(file());
  const std::string said = complaint_about(file());
  EXPECT_NE(said.find("block 0, permutation 1, seat 1: agent is -1, expected 0 to 2"),
            std::string::npos)
      << said;
  Database db(file(), Database::Mode::write);
  EXPECT_THROW(open_schema(db, true), InputError);  // without being checked before
  EXPECT_EQ(number(file(), "PRAGMA user_version"), 2);
  EXPECT_EQ(number(file(), "SELECT count(*) FROM seats WHERE agent = -1"), 1);
  EXPECT_EQ(number(file(), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'new%'"), 0);
}

TEST_F(LedgerSchema, ARowThatBelongsToNothingIsNotBroughtUpToDate) {
  play(file("new"), 1);
  write_older(file(), file("new"), 2);
  tamper(file(), "UPDATE games SET block = 7 WHERE game = 2");
  Database db(file(), Database::Mode::write);
  const std::string said = complaint([&] { open_schema(db, true); });
  EXPECT_NE(said.find("a row of table games belongs to a row of table blocks that is missing"),
            std::string::npos)
      << said;
  EXPECT_EQ(number(file(), "PRAGMA user_version"), 2);
}

TEST_F(LedgerSchema, TheNewestSchemaTakesNoRowThatDoesNotFit) {
  play(file(), 1);
  Database db(file(), Database::Mode::write);
  for (const char* sql :
       {"UPDATE seats SET agent = -1", "UPDATE seats SET rank = 7",
        "UPDATE seats SET win_share = 2", "UPDATE seats SET forfeit = 'bored'",
        "UPDATE blocks SET done = 4", "UPDATE games SET permutation = -1",
        "UPDATE searches SET seconds = -1", "DELETE FROM games", "DELETE FROM blocks",
        "INSERT INTO claims VALUES (1, 9, 1)",
        "INSERT INTO turns VALUES (1, 1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
        "UPDATE turns SET discoveries = -1", "UPDATE turns SET tiles_vp = 65536"}) {
    EXPECT_THROW(db.execute(sql), InputError) << sql;
  }
}

TEST_F(LedgerSchema, AFailedMigrationChangesNothing) {
  Database db(file(), Database::Mode::create);
  std::vector<std::string_view> steps(ledger_migrations().begin(), ledger_migrations().end());
  open_schema(db, true);
  steps.emplace_back("CREATE TABLE new (a); SELECT no_such_column FROM games");
  EXPECT_THROW(open_schema(db, true, steps), InputError);
  Statement tables(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'new'");
  tables.start();
  ASSERT_TRUE(tables.next());
  EXPECT_EQ(tables.integer(0), 0);
  open_schema(db, true);  // version unchanged
}

TEST_F(LedgerSchema, WhatIsNoLedgerOfOursIsRefused) {
  std::ofstream(file("text")) << std::string(2000, 'x');
  EXPECT_THROW(Ledger(file("text"), Database::Mode::create), InputError);
  EXPECT_THROW(Ledger(file("missing"), Database::Mode::read), InputError);
  EXPECT_FALSE(fs::exists(file("missing")));
  EXPECT_THROW(Ledger(file("no/folder"), Database::Mode::create), InputError);
  Database(file("foreign"), Database::Mode::create).execute("CREATE TABLE t (a)");
  EXPECT_THROW(Ledger(file("foreign"), Database::Mode::write), InputError);
  play(file("later"), 1);
  Database(file("later"), Database::Mode::write).execute("PRAGMA user_version = 99");
  EXPECT_NE(complaint_about(file("later")).find("version 99"), std::string::npos);
  for (const char* version : {"-1", "0", "-2147483648"}) {
    Database(file("later"), Database::Mode::write)
        .execute("PRAGMA user_version = " + std::string(version));
    EXPECT_NE(complaint_about(file("later")).find("version " + std::string(version) + ", expected"),
              std::string::npos);
  }
  std::ofstream(file("empty")).close();
  EXPECT_NE(complaint([&] { Ledger(file("empty"), Database::Mode::read); }).find("is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace carrack
