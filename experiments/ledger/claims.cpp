#include "experiments/ledger/claims.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>

#include "core/error.hpp"
#include "experiments/version.hpp"

namespace carrack {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string host() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

/// Whether a process of this machine is gone. One that may not be signalled lives.
bool is_gone(i64 pid) { return kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH; }

}  // namespace

Claims::Claims(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
               double lease)
    : ledger_(ledger), tournament_(tournament.id), schedule_(schedule), lease_(lease) {
  {
    const std::lock_guard lock(ledger_.mutex_);
    Statement(ledger_.db_,
              "INSERT INTO runs (tournament, engine, host, pid, begun, lease)"
              " VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?)")
        .run(tournament_, version::engine(), host(), getpid(), now() + lease_);
    run_ = ledger_.db_.last_id();
  }
  if (ledger_.path() != ":memory:") heart_ = std::thread([this] { renew_leases(ledger_.path()); });
}

Claims::~Claims() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  if (heart_.joinable()) heart_.join();
  try {
    const std::lock_guard lock(ledger_.mutex_);
    Statement(ledger_.db_, "DELETE FROM claims WHERE run = ?").run(run_);
  } catch (const InputError&) {  // then they are free when the process has ended
  }
}

void Claims::renew_leases(const std::string& path) {
  const auto pause = std::chrono::duration<double>(lease_ / 3);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, pause, [&] { return done_; })) {
    try {
      Database db(path, Database::Mode::write);  // a connection serves one thread
      Statement(db, "UPDATE runs SET lease = ? WHERE run = ?").run(now() + lease_, run_);
    } catch (const InputError&) {
      // The disk is full or the file gone: the next game that is kept says so.
    }
  }
}

void Claims::free_stale_claims() {
  Statement runs(ledger_.db_,
                 "SELECT run, host, pid, lease FROM runs WHERE run IN"
                 " (SELECT run FROM claims WHERE tournament = ?)");
  std::vector<i64> stale;
  const double time = now();
  const std::string here = host();
  for (runs.start(tournament_); runs.next();) {
    if (runs.real(3) < time || (runs.text(1) == here && is_gone(runs.integer(2)))) {
      stale.push_back(runs.integer(0));
    }
  }
  Statement free(ledger_.db_, "DELETE FROM claims WHERE run = ?");
  for (const i64 run : stale) {
    if (run != run_) free.run(run);
  }
}

void Claims::claim() {
  // As many blocks as take about a second, so that short games do not wait for the disk and long
  // ones are shared evenly.
  const double time = now();
  if (time - last_claim_ < 0.5) {
    batch_ = std::min<u64>(batch_ * 2, 256);
  } else if (time - last_claim_ > 2) {
    batch_ = std::max<u64>(batch_ / 2, 1);
  }
  last_claim_ = time;

  const std::lock_guard lock(ledger_.mutex_);
  Transaction transaction(ledger_.db_);
  free_stale_claims();
  std::vector<u64> blocks;
  Statement open(ledger_.db_,
                 "SELECT block FROM blocks b WHERE tournament = ?1 AND done < games AND block < ?2"
                 " AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.tournament = ?1"
                 " AND c.block = b.block) ORDER BY block LIMIT ?3");
  for (open.start(tournament_, schedule_.blocks(), batch_); open.next();) {
    blocks.push_back(static_cast<u64>(open.integer(0)));
  }
  Statement mine(ledger_.db_, "INSERT INTO claims VALUES (?, ?, ?)");
  Statement done(ledger_.db_,
                 "SELECT 1 FROM games WHERE tournament = ? AND block = ? AND permutation = ?");
  for (const u64 block : blocks) {
    mine.run(tournament_, block, run_);
    for (u64 permutation = 0; permutation < schedule_.games_per_block(); ++permutation) {
      done.start(tournament_, block, permutation);
      if (!done.next()) waiting_.push_back(schedule_.fixture(block, permutation));
    }
    done.reset();
  }
  transaction.commit();
}

std::optional<Fixture> Claims::next() {
  if (waiting_.empty()) claim();
  if (waiting_.empty()) return std::nullopt;
  Fixture fixture = std::move(waiting_.front());
  waiting_.pop_front();
  return fixture;
}

}  // namespace carrack
