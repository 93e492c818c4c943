// Claims: how processes share the games of one ledger.
#include "experiments/ledger/claims.hpp"

#include <sys/wait.h>

#include <set>

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

TEST_F(LedgerClaims, ClaimsOfTheDeadAndOfTheSilentAreTakenOver) {
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
