// Locks that identify live runs.
#include "experiments/ledger/run_lock.hpp"

#include <csignal>

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using RunLocks = Ledgers;

TEST_F(RunLocks, ARunIsAliveWhileItsLockIsHeld) {
  const RunLock one(file(), 1);
  ASSERT_TRUE(one.works());
  {
    const RunLock two(file(), 1'000'000'000'000);
    EXPECT_TRUE(one.is_alive(1'000'000'000'000));
    EXPECT_TRUE(two.is_alive(1));
    EXPECT_FALSE(one.is_alive(2));
  }
  EXPECT_FALSE(one.is_alive(1'000'000'000'000));
  EXPECT_TRUE(fs::exists(file() + "-runs")) << "one run is left";
}

TEST_F(RunLocks, TheLastRunRemovesTheFile) {
  {
    const RunLock one(file(), 1);
    const RunLock two(file(), 2);
  }
  EXPECT_FALSE(fs::exists(file() + "-runs"));
}

TEST_F(RunLocks, TheKernelReleasesTheLockOfAKilledProcess) {
  const RunLock one(file(), 1);
  const pid_t child = fork();
  if (child == 0) {
    const RunLock two(file(), 2);
    for (;;) pause();
  }
  for (int i = 0; i < 1000 && !one.is_alive(2); ++i) usleep(10'000);
  EXPECT_TRUE(one.is_alive(2));
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(one.is_alive(2));
}

TEST_F(RunLocks, WhereTheFileCannotBeLockedNothingIsKnown) {
  EXPECT_FALSE(RunLock(file("missing/folder"), 1).works());
  fs::create_directory(file() + "-runs");
  EXPECT_FALSE(RunLock(file(), 1).works());
  fs::create_symlink(file("elsewhere"), file("linked") + "-runs");
  EXPECT_FALSE(RunLock(file("linked"), 1).works());
  EXPECT_FALSE(fs::exists(file("elsewhere")));
}

/// Concurrent starts and ends: no two runs ever hold different files of the same name.
TEST_F(RunLocks, RunsThatComeAndGoSeeEachOther) {
  const auto come_and_go = [&](i64 run, std::atomic<unsigned>& blind) {
    for (unsigned i = 0; i < 300; ++i) {
      const RunLock lock(file(), run);
      const RunLock witness(file(), run + 100);
      if (!lock.works() || !witness.works() || !witness.is_alive(run)) ++blind;
    }
  };
  std::atomic<unsigned> blind{0};
  std::vector<std::thread> threads;
  for (i64 run = 1; run <= 3; ++run) threads.emplace_back([&, run] { come_and_go(run, blind); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(blind, 0U);
  EXPECT_FALSE(fs::exists(file() + "-runs"));
}

}  // namespace
}  // namespace carrack
