// The schema of a ledger: its constraints, and files that have another one.
#include "experiments/ledger/schema.hpp"

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using LedgerSchema = Ledgers;

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

TEST_F(LedgerSchema, TakesNoRowThatDoesNotFit) {
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

TEST_F(LedgerSchema, WhatIsNoLedgerOfOursIsRefused) {
  std::ofstream(file("text")) << std::string(2000, 'x');
  EXPECT_THROW(Ledger(file("text"), Database::Mode::create), InputError);
  EXPECT_THROW(Ledger(file("missing"), Database::Mode::read), InputError);
  EXPECT_FALSE(fs::exists(file("missing")));
  EXPECT_THROW(Ledger(file("no/folder"), Database::Mode::create), InputError);
  Database(file("foreign"), Database::Mode::create).execute("CREATE TABLE t (a)");
  EXPECT_THROW(Ledger(file("foreign"), Database::Mode::write), InputError);
  play(file("other"), 1);
  for (const std::string version : {"99", "-1", "0", "-2147483648"}) {
    Database(file("other"), Database::Mode::write).execute("PRAGMA user_version = " + version);
    const std::string before = content(file("other"));
    EXPECT_EQ(complaint_about(file("other")),
              "ledger " + file("other") + ": its schema has version " + version +
                  ", expected 1; another version of carrack wrote it");
    EXPECT_THROW(Ledger(file("other"), Database::Mode::write), InputError);
    EXPECT_TRUE(content(file("other")) == before);
  }
  std::ofstream(file("empty")).close();
  EXPECT_NE(complaint([&] { Ledger(file("empty"), Database::Mode::read); }).find("is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace carrack
