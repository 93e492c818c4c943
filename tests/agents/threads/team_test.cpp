// Thread teams, also without available threads and after a fork.
#include "agents/threads/team.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/types.hpp"
#include "tests/agents/allocations.hpp"
#include "tests/agents/threads/no_threads.hpp"

namespace carrack {
namespace {

/// The number of executions of each part in one run.
std::vector<int> parts_done(Team& team, unsigned threads) {
  std::vector<int> done(threads);
  team.run(threads, [&](unsigned t) { ++done[t]; });
  return done;
}

TEST(Team, DoesEveryPartOnce) {
  Team team;
  for (const unsigned threads : {1U, 4U, 2U, 7U, 3U}) {
    EXPECT_EQ(parts_done(team, threads), std::vector<int>(threads, 1));
  }
}

TEST(Team, ThePartsAreDoneAtTheSameTime) {
  Team team;
  std::atomic<unsigned> here{0};
  team.run(3, [&](unsigned) {
    ++here;
    while (here < 3) std::this_thread::yield();
  });
  EXPECT_EQ(here, 3U);
}

TEST(Team, WorkMayRunItsOwnTeam) {
  std::array<std::atomic<unsigned>, 3> done{};
  run_team(3, [&](unsigned outer) { run_team(2, [&](unsigned) { ++done[outer]; }); });
  for (const std::atomic<unsigned>& parts : done) EXPECT_EQ(parts, 2U);
}

TEST(Team, WhatWorkOfWorkThrowsIsThrownOn) {
  unsigned others = 0;
  const auto fail_first = [&](unsigned t) {
    if (t == 0) throw InputError("first");
    ++others;
  };
  EXPECT_THROW(run_team(2,
                        [&](unsigned t) {
                          if (t == 0) run_team(3, fail_first);
                        }),
               InputError);
  EXPECT_EQ(others, 2U);
}

TEST(Team, ManyShortRunsFollowEachOther) {
  Team team;
  std::array<u64, 3> sums{};
  for (unsigned i = 0; i < 2000; ++i) {
    team.run(i % 3 + 1, [&](unsigned t) { sums[t] += i; });
  }
  EXPECT_EQ(sums[0], 1999U * 1000U);
  EXPECT_GT(sums[1], sums[2]);
}

TEST(Team, WhatIsThrownComesOutAfterAllHaveEnded) {
  Team team;
  for (const unsigned thrower : {0U, 2U}) {
    std::atomic<unsigned> ended{0};
    const auto work = [&](unsigned t) {
      ++ended;
      if (t == thrower) throw InputError("mine");
    };
    EXPECT_THROW(team.run(4, work), InputError);
    EXPECT_EQ(ended, 4U);
    EXPECT_EQ(parts_done(team, 4), std::vector<int>(4, 1));
  }
}

TEST(Team, AllocatesNothingOnceItsThreadsAreThere) {
  Team team;
  const auto work = [](unsigned) {};
  team.run(4, work);
  const std::size_t before = testing::allocations();
  team.run(4, work);
  EXPECT_EQ(testing::allocations(), before);
}

TEST(Team, AThreadThatCannotBeMadeIsAnErrorAndTheTeamGoesOn) {
  Team team;
  EXPECT_EQ(parts_done(team, 2), std::vector<int>(2, 1));
  std::atomic<unsigned> begun{0};
  {
    const testing::NoThreads none;
    try {
      team.run(16, [&](unsigned) { ++begun; });
      ADD_FAILURE() << "nothing is thrown";
    } catch (const ResourceError& error) {
      EXPECT_STREQ(error.what(), "cannot start thread 3 of 16: Resource temporarily unavailable");
    }
    EXPECT_EQ(parts_done(team, 2), std::vector<int>(2, 1));
  }
  EXPECT_EQ(begun, 0U);
  EXPECT_EQ(parts_done(team, 5), std::vector<int>(5, 1));
}

#if !defined(__SANITIZE_THREAD__)  // which allows no new threads in such a child
TEST(Team, MakesThreadsOfItsOwnInAForkedChild) {
  Team team;
  EXPECT_EQ(parts_done(team, 3), std::vector<int>(3, 1));
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // instead of hanging
    _exit(parts_done(team, 3) == std::vector<int>(3, 1) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(parts_done(team, 3), std::vector<int>(3, 1));
}
#endif

}  // namespace
}  // namespace carrack
