// Claims, by which processes share the games of a ledger.
#include "experiments/ledger/claims.hpp"

#include <sys/wait.h>

#include <array>
#include <chrono>
#include <set>
#include <thread>

#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {
namespace {

using LedgerClaims = Ledgers;

TEST_F(LedgerClaims, TwoRunsNeverClaimOneGame) {
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

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// A ledger of one block, and another run that has claimed it.
class ClaimsOfOthers : public Ledgers {
 protected:
  /// Returns the run's number.
  i64 claim_as(const std::string& host, i64 pid, double lease) {
    Database db(file(), Database::Mode::write);
    db.execute("DELETE FROM claims");
    Statement(db, "INSERT INTO runs VALUES (NULL, 1, 'e', ?, ?, 't', ?)").run(host, pid, lease);
    const i64 run = db.last_id();
    Statement(db, "INSERT INTO claims VALUES (1, 0, ?)").run(run);
    return run;
  }
  [[nodiscard]] bool block_is_free() {
    Claims claims(ledger_, tournament_, schedule_);
    return claims.next().has_value();
  }
  static std::string here() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
  }

  Schedule schedule_{plan(), 1};
  Ledger ledger_{file(), Database::Mode::create};
  LedgerTournament tournament_ = ledger_.enter("main", schedule_, false);
  double soon_ = seconds_since_1970() + 50;
};

TEST_F(ClaimsOfOthers, ARunThatHoldsNoLockIsDeadWhateverItsProcessNumber) {
  claim_as(here(), getpid(), soon_);  // as in a restarted container
  EXPECT_TRUE(block_is_free());
  claim_as("elsewhere", 1, soon_);
  EXPECT_TRUE(block_is_free());
}

TEST_F(ClaimsOfOthers, ARunThatHoldsItsLockKeepsItsClaimsForItsLease) {
  const i64 run = claim_as("elsewhere", 1, soon_);
  {
    const RunLock alive(file(), run);
    EXPECT_FALSE(block_is_free());
  }
  EXPECT_TRUE(block_is_free());
}

TEST_F(ClaimsOfOthers, ALeaseThatHasEndedOrIsTooFarOffIsStale) {
  for (const double lease :
       {1.0, seconds_since_1970() - 10, 1e12, 4e9, seconds_since_1970() + 70}) {
    const RunLock alive(file(), claim_as("elsewhere", 1, lease));
    EXPECT_TRUE(block_is_free()) << lease;
  }
}

TEST_F(ClaimsOfOthers, WithoutLocksAProcessOfThisMachineIsAskedFor) {
  fs::create_directory(file() + "-runs");
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  claim_as("elsewhere", 1, soon_);
  EXPECT_FALSE(block_is_free());
  claim_as("elsewhere", 1, 1);
  EXPECT_TRUE(block_is_free());
  claim_as(here(), getpid(), soon_);
  EXPECT_FALSE(block_is_free());
  for (const i64 gone : {i64{child}, i64{-1}, i64{0}, (i64{1} << 32) + 1}) {
    claim_as(here(), gone, soon_);
    EXPECT_TRUE(block_is_free()) << gone;
  }
}

TEST_F(ClaimsOfOthers, WhatADeadRunHadIsPlayed) {
  claim_as(here(), getpid(), soon_);
  EXPECT_EQ(play(file(), 1), 3U);
}

TEST_F(LedgerClaims, WhoHasNothingLeftWaitsAndTakesOver) {
  const Schedule schedule(plan(), 2);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  std::optional<Claims> first(std::in_place, ledger, t, schedule);
  ASSERT_TRUE(first->next());
  std::atomic<u64> played{0};
  std::atomic<bool> ended{false};
  std::thread second([&] {
    played = play(file(), 2);
    ended = true;
  });
  // The second run has played the other block, and waits for the first.
  for (int i = 0; i < 2000 && Ledger(file(), Database::Mode::read).tournament("").games < 3; ++i) {
    usleep(10'000);
  }
  EXPECT_FALSE(ended);
  first.reset();
  second.join();
  EXPECT_EQ(played, 6U);
  EXPECT_TRUE(ledger.open_blocks(t.id).empty());
}

TEST_F(LedgerClaims, WaitingEndsWhenItIsStopped) {
  const Schedule schedule(plan(), 1);
  Ledger ledger(file(), Database::Mode::create);
  const LedgerTournament t = ledger.enter("main", schedule, false);
  Claims first(ledger, t, schedule);
  Claims second(ledger, t, schedule);
  ASSERT_TRUE(first.next());
  ASSERT_FALSE(second.next());
  std::atomic<bool> stop{false};
  std::atomic<bool> more{true};
  std::atomic<bool> is_over{false};
  std::thread waiting([&] {
    more = second.wait(stop);
    is_over = true;
  });
  usleep(100'000);
  stop = true;
  // Counts polls, not time, so that a paused machine does not fail the test.
  constexpr unsigned kLooks = 250;
  constexpr useconds_t kLook = 20'000;  // 5 s in all
  for (unsigned i = 0; i < kLooks && !is_over; ++i) usleep(kLook);
  EXPECT_TRUE(is_over);
  waiting.join();
  EXPECT_FALSE(more);
}

TEST_F(LedgerClaims, ABlockThatIsSaidToLackGamesButDoesNotIsAnError) {
  play(file(), 1);
  Ledger ledger(file(), Database::Mode::write);
  const LedgerTournament t = ledger.tournament("main");
  tamper(file(), "UPDATE blocks SET done = 2");
  const Schedule schedule(plan(), 1);
  Claims claims(ledger, t, schedule);
  EXPECT_THROW(static_cast<void>(claims.next()), InputError);
}

TEST_F(LedgerClaims, TheLeaseOfALivingRunIsRenewed) {
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

}  // namespace
}  // namespace carrack
