// Files that SQLite may have open are looked at without taking its locks away.
#include "experiments/base/database_file.hpp"

#include <sys/stat.h>

#include "experiments/base/file_identity.hpp"
#include "experiments/base/output_file.hpp"
#include "tests/experiments/ledger/is_locked.hpp"
#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using testing::is_locked;

using FileStart = Ledgers;

TEST_F(FileStart, OnlyFilesWithTheHeaderOfSqliteAreDatabases) {
  play(file(), 1);
  EXPECT_TRUE(is_database(file()));
  fs::create_symlink(file(), file("link to it"));
  EXPECT_TRUE(is_database(file("link to it")));
  for (const std::string text : {"", "S", "SQLite format 3", "SQLite format 4", "{}\n"}) {
    std::ofstream(file("other"), std::ios::binary) << text;
    EXPECT_FALSE(is_database(file("other"))) << text;
    EXPECT_EQ(content(file("other")), text);
  }
  // Damaged behind its header, it may still have games.
  std::ofstream(file("other"), std::ios::binary) << content(file()).substr(0, 16) << "nonsense";
  EXPECT_TRUE(is_database(file("other")));
  EXPECT_FALSE(is_database(file("missing")));
  EXPECT_FALSE(fs::exists(file("missing")));
  EXPECT_FALSE(is_database(folder_.string()));
  EXPECT_FALSE(is_database(""));
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(is_database(file("pipe"))) << "and does not wait for a writer";
}

TEST_F(FileStart, AFolderThatCannotBeWrittenIsNoObstacle) {
  play(file(), 1);
  const std::string before = content(file());
  fs::permissions(file(), fs::perms::owner_read | fs::perms::others_read);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                               fs::perms::others_exec);
  EXPECT_TRUE(as_nobody([&] { return is_database(file()); }));
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_EQ(content(file()), before);
  EXPECT_FALSE(fs::exists(file() + "-wal") || fs::exists(file() + "-shm"));
}

TEST_F(FileStart, AnOpenLedgerKeepsItsLocks) {
  play(file(), 1);
  Ledger ledger(file(), Database::Mode::write);
  ASSERT_TRUE(is_locked(file()));
  EXPECT_TRUE(is_database(file()));
  EXPECT_TRUE(is_locked(file()));
  for (const char* const end : {"", "-wal"}) {
    EXPECT_THROW(OutputFile(file() + end, OutputRule{.replace = true, .inputs = {}}), InputError);
    EXPECT_TRUE(is_locked(file())) << end;
  }
  { const Ledger again(file(), Database::Mode::read); }
  EXPECT_TRUE(is_locked(file()));
  // What all this is for.
  std::ifstream(file()).get();
  EXPECT_FALSE(is_locked(file()));
}

/// The error about a record in place of a ledger says so.
TEST_F(FileStart, ARecordIsRecognized) {
  std::ofstream(file(), std::ios::binary) << R"({"format": "carrack-game", "version": 1})" << '\n';
  const std::string said = complaint_about(file());
  EXPECT_NE(said.find("but a record file; expected a ledger"), std::string::npos) << said;
  EXPECT_FALSE(is_database(file()));
}

}  // namespace
}  // namespace carrack
