// The file of a ledger: path, read-only folders, full disk, deleted file.
#include "experiments/ledger/database.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <set>
#include <thread>

#include "experiments/ledger/claims.hpp"
#include "experiments/ledger/ledger_path.hpp"
#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using LedgerFile = Ledgers;

TEST_F(LedgerFile, OnlyARegularFileIsTaken) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  for (const std::string& path :
       {std::string(), std::string(":memory:"), std::string("a\0b", 3), folder_.string(),
        std::string("/dev/null"), std::string("/dev/stdin"), file("pipe")}) {
    for (const auto mode : {Database::Mode::read, Database::Mode::write, Database::Mode::create}) {
      const std::string said = complaint([&] { const Ledger ledger(path, mode); });
      EXPECT_NE(said.find("expected"), std::string::npos) << path;
    }
  }
}

TEST_F(LedgerFile, NoCharacterOfAPathHasAMeaningOfItsOwn) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  for (const std::string name :
       {"file:a?mode=memory", "a%20b", "a b", "?immutable=1", "#x", "\xC3\xA9"}) {
    EXPECT_EQ(play(name, 1), 3U) << name;
    EXPECT_TRUE(fs::is_regular_file(folder_ / name)) << name;
    EXPECT_EQ(Ledger(name, Database::Mode::read).tournament("").games, 3U) << name;
  }
  fs::current_path(before);
}

TEST_F(LedgerFile, AStoppedQueryEndsSoonAndChangesNothing) {
  play(file(), 2);
  std::atomic<bool> stop{false};
  {
    const StoppableQueries queries(stop);
    Ledger merged(file("merged"), Database::Mode::create);
    stop = true;
    EXPECT_THROW(static_cast<void>(merged.merge(file())), QueryStopped);
    EXPECT_THROW(const Ledger other(file(), Database::Mode::read), QueryStopped);
    stop = false;
    EXPECT_TRUE(merged.tournaments().empty());
    EXPECT_EQ(merged.merge(file()), 6U);
    Database db(file(), Database::Mode::read);
    const std::string endless =
        "WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";
    Statement select(db, endless);
    select.start();
    std::thread stopper([&] { stop = true; });
    EXPECT_THROW(static_cast<void>(select.next()), QueryStopped);
    stopper.join();
    EXPECT_THROW(db.execute(endless), QueryStopped);
  }
  EXPECT_EQ(Ledger(file("merged"), Database::Mode::read).tournament("").games, 6U)
      << "of no concern to connections that are opened later";
}

TEST_F(LedgerFile, AReadOnlyFolderCanBeRead) {
  play(file(), 2);
  const std::string all = csv(file());
  ASSERT_EQ(chmod(file().c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder_.c_str(), 0555), 0);
  EXPECT_TRUE(as_nobody([&] { return csv(file()) == all; }));
  EXPECT_TRUE(as_nobody(
      [&] { return complaint([&] { play(file(), 3); }).find("readonly") != std::string::npos; }));
  ASSERT_EQ(chmod(folder_.c_str(), 0755), 0);
  EXPECT_TRUE(as_nobody([&] { return csv(file()) == all; }));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(LedgerFile, ALogThatCannotBeReadInAReadOnlyFolderIsSaid) {
  fs::create_directories(folder_ / "copy");
  Ledger ledger(file(), Database::Mode::create);
  ledger.enter("main", Schedule(plan(), 1), false);
  fs::copy_file(file(), file("copy/l"));
  fs::copy_file(file() + "-wal", file("copy/l-wal"));
  ASSERT_GT(fs::file_size(file("copy/l-wal")), 0U);
  ASSERT_EQ(chmod((folder_ / "copy").c_str(), 0555), 0);
  EXPECT_TRUE(as_nobody([&] {
    const std::string said = complaint([&] { Ledger(file("copy/l"), Database::Mode::read); });
    return said.find("expected both files in a writable folder") != std::string::npos;
  }));
  ASSERT_EQ(chmod((folder_ / "copy").c_str(), 0755), 0);
}

TEST_F(LedgerFile, ADeletedOrReplacedFileIsAnError) {
  const Schedule schedule(plan(), 1);
  for (const bool replaced : {false, true}) {
    Ledger ledger(file(), Database::Mode::create);
    const LedgerTournament t = ledger.enter("main", schedule, false);
    ledger.check_in_place();
    fs::remove(file());
    if (replaced) std::ofstream(file()) << "another";
    std::atomic<bool> stop{false};
    const std::string said = complaint([&] {
      play_missing_games(
          ledger, t, schedule, {}, [](const BlockGame&) {}, stop);
    });
    EXPECT_EQ(said, "ledger " + file() + ": was deleted or replaced while it was in use");
    EXPECT_THROW(ledger.check_in_place(), InputError);
    for (const char* const part : {"", "-wal", "-shm"}) fs::remove(file() + part);
  }
}

TEST_F(LedgerFile, TheLogOfALostLedgerIsNotDropped) {
  std::ofstream(file() + "-wal") << "games";
  for (const Database::Mode mode : {Database::Mode::create, Database::Mode::read}) {
    EXPECT_EQ(complaint([&] { Ledger ledger(file(), mode); }),
              "ledger " + file() + ": does not exist, but its log " + file() +
                  "-wal does, with games in it; expected both together, or neither");
  }
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(LedgerFile, AFullDiskIsALackOfTheMachine) {
  Database db(file(), Database::Mode::create);
  db.execute("CREATE TABLE t (a); PRAGMA max_page_count = 4");
  try {
    db.execute("INSERT INTO t VALUES (zeroblob(100000))");
    FAIL();
  } catch (const ResourceError& error) {
    EXPECT_EQ(std::string(error.what()), "ledger " + file() + ": database or disk is full");
  }
}

TEST_F(LedgerFile, AValueOfAnotherTypeIsNotReadAsZero) {
  Database db(file(), Database::Mode::create);
  Statement row(db, "SELECT 'x' AS a, NULL AS b, 7 AS c, 2.5 AS d");
  row.start();
  ASSERT_TRUE(row.next());
  EXPECT_THROW(static_cast<void>(row.integer(0)), InputError);
  EXPECT_THROW(static_cast<void>(row.integer(1)), InputError);
  EXPECT_THROW(static_cast<void>(row.integer(3)), InputError);
  EXPECT_THROW(static_cast<void>(row.real(0)), InputError);
  EXPECT_THROW(static_cast<void>(row.text(2)), InputError);
  EXPECT_THROW(static_cast<void>(row.text(1)), InputError);
  EXPECT_EQ(row.real(2), 7);
  EXPECT_EQ(row.integer(2, 7, 7), 7);
  EXPECT_EQ(complaint([&] { static_cast<void>(row.integer(2, 8, 9)); }),
            "ledger " + file() + ": c is '7', expected 8 to 9");
}

TEST_F(LedgerFile, NoDescriptorIsHandedOnToOtherPrograms) {
  const auto open_files = [] {
    std::set<int> all;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
      all.insert(std::stoi(entry.path().filename().string()));
    }
    std::erase_if(all, [](int file) { return fcntl(file, F_GETFD) < 0; });  // of the iterator
    return all;
  };
  const std::set<int> before = open_files();
  const Schedule schedule(plan(), 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  const Claims claims(ledger, t, schedule);
  unsigned found = 0;
  for (const int descriptor : open_files()) {
    const int flags = fcntl(descriptor, F_GETFD);
    if (before.contains(descriptor) || flags < 0) continue;
    ++found;
    EXPECT_NE(flags & FD_CLOEXEC, 0)
        << fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
  }
  EXPECT_GE(found, 4U) << "the file, its log and its index, the locks of runs";
}

TEST_F(LedgerFile, AThreadThatCannotBeStartedIsALackOfTheMachine) {
  const Schedule schedule(plan(), 1);
  Ledger(file(), Database::Mode::create).enter("main", schedule, false);
  ASSERT_EQ(chmod(folder_.c_str(), 0777), 0);
  ASSERT_EQ(chmod(file().c_str(), 0666), 0);
  EXPECT_TRUE(as_nobody([&] {
    Ledger ledger(file(), Database::Mode::write);
    const LedgerTournament t = ledger.tournament("main");
    const rlimit none{0, 0};
    if (setrlimit(RLIMIT_NPROC, &none) != 0) return false;
    try {
      const Claims claims(ledger, t, schedule);
    } catch (const ResourceError& error) {
      return std::string_view(error.what()).find("cannot start the thread") !=
             std::string_view::npos;
    }
    return false;
  }));
}

}  // namespace
}  // namespace carrack
