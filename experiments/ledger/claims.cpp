#include "experiments/ledger/claims.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <system_error>

#include "core/base/error.hpp"
#include "experiments/base/version.hpp"
#include "experiments/ledger/validation.hpp"

namespace carrack {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string host() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

/// Tolerance for clock differences between machines that share a ledger, and for clocks set back.
constexpr double kClockError = 1;

/// Whether a process of this machine has ended. One that may not be signalled is alive.
bool is_gone(i64 pid) {
  if (pid < 1 || pid > std::numeric_limits<pid_t>::max()) return true;
  return kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

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
  lock_.emplace(ledger_.db_.file(), run_);
  start_renewing();
}

void Claims::start_renewing() {
  try {
    heart_ = std::thread([this, file = ledger_.db_.file()] { renew_leases(file); });
  } catch (const std::system_error& error) {
    throw ResourceError("ledger " + ledger_.path() +
                        ": cannot start the thread that renews its lease: " + error.what());
  }
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
  } catch (const std::runtime_error&) {  // otherwise they are free when the process has ended
  }
}

void Claims::renew_leases(const std::string& file) {
  const auto pause = std::chrono::duration<double>(lease_ / 3);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, pause, [&] { return done_; })) {
    try {
      Database db(file, Database::Mode::write);  // one connection per thread
      Statement(db, "UPDATE runs SET lease = ? WHERE run = ?").run(now() + lease_, run_);
    } catch (const std::runtime_error&) {
      // Disk full or file gone: storing the next game reports it.
    }
  }
}

bool Claims::is_stale(i64 run, std::string_view host_name, i64 pid, double lease) const {
  if (run == run_) return false;
  const double time = now();
  if (lease < time) return true;
  if (lease > time + lease_ + kClockError) return true;  // a clock was changed
  if (lock_->works()) return !lock_->is_alive(run);
  return host_name == host() && is_gone(pid);
}

void Claims::free_stale_claims() {
  Statement runs(ledger_.db_,
                 "SELECT run, host, pid, lease FROM runs WHERE run IN"
                 " (SELECT run FROM claims WHERE tournament = ?)");
  std::vector<i64> stale;
  for (runs.start(tournament_); runs.next();) {
    const i64 run = runs.integer(0, 1, kMaxId);
    if (is_stale(run, runs.text(1), runs.integer(2), runs.real(3))) stale.push_back(run);
  }
  Statement free(ledger_.db_, "DELETE FROM claims WHERE run = ?");
  for (const i64 run : stale) free.run(run);
}

void Claims::claim() {
  // Claims about one second of work, so that short games do not wait for the disk and long ones are
  // shared evenly.
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
                 "SELECT block FROM blocks b WHERE tournament = ?1 AND done < games AND block < ?2 "
                 "AND block >= ?4"
                 " AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.tournament = ?1"
                 " AND c.block = b.block) ORDER BY block LIMIT ?3");
  for (open.start(tournament_, schedule_.end_block(), batch_, schedule_.first_block());
       open.next();) {
    blocks.push_back(static_cast<u64>(open.integer(0, 0, kMaxId)));
  }
  for (const u64 block : blocks) take_block(block);
  transaction.commit();
}

void Claims::take_block(u64 block) {
  Statement(ledger_.db_, "INSERT INTO claims VALUES (?, ?, ?)").run(tournament_, block, run_);
  Statement done(ledger_.db_,
                 "SELECT 1 FROM games WHERE tournament = ? AND block = ? AND permutation = ?");
  const std::size_t before = waiting_.size();
  for (u64 permutation = 0; permutation < schedule_.games_per_block(); ++permutation) {
    done.start(tournament_, block, permutation);
    if (!done.next()) waiting_.push_back(schedule_.fixture(block, permutation));
  }
  if (waiting_.size() == before) {
    throw InputError("ledger " + ledger_.path() + ": block " + std::to_string(block) +
                     " is not done, although all of its games are there");
  }
}

Claims::Rest Claims::rest() {
  const std::lock_guard lock(ledger_.mutex_);
  ledger_.db_.check_in_place();
  Transaction transaction(ledger_.db_);
  free_stale_claims();
  // A waiting run holds no claims.
  Statement(ledger_.db_, "DELETE FROM claims WHERE run = ?").run(run_);
  Statement open(ledger_.db_,
                 "SELECT EXISTS (SELECT 1 FROM claims c WHERE c.tournament = b.tournament"
                 " AND c.block = b.block) AS claimed FROM blocks b"
                 " WHERE tournament = ? AND done < games AND block < ? AND block >= ?"
                 " ORDER BY claimed LIMIT 1");
  open.start(tournament_, schedule_.end_block(), schedule_.first_block());
  const Rest rest = !open.next() ? Rest::none : open.integer(0) != 0 ? Rest::claimed : Rest::free;
  open.reset();
  transaction.commit();
  return rest;
}

bool Claims::wait(const std::atomic<bool>& stop) {
  constexpr auto kPause = std::chrono::milliseconds(20);
  constexpr unsigned kPausesBetweenLooks = 25;
  for (unsigned pauses = 0; !stop; ++pauses) {
    if (pauses % kPausesBetweenLooks == 0) {
      const Rest found = rest();
      if (found != Rest::claimed) return found == Rest::free;
    }
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

std::optional<Fixture> Claims::next() {
  if (waiting_.empty()) claim();
  if (waiting_.empty()) return std::nullopt;
  Fixture fixture = std::move(waiting_.front());
  waiting_.pop_front();
  return fixture;
}

}  // namespace carrack
