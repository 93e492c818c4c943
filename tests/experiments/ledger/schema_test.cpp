// The schema of a ledger: migrations, and what is refused.
#include "experiments/ledger/schema.hpp"

#include <fstream>

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using LedgerSchema = Ledgers;

TEST_F(LedgerSchema, AVersionOneFileIsBroughtUpToDate) {
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
  open_schema(db, true);  // still of the version that it was
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
  EXPECT_THROW(Ledger(file("later"), Database::Mode::write), InputError);
}

}  // namespace
}  // namespace carrack
