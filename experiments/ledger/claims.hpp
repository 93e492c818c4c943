// The games of a tournament that nobody has played or is playing: how processes share one ledger.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "experiments/ledger/ledger.hpp"
#include "experiments/ledger/run_lock.hpp"

namespace carrack {

/// One process's part in a tournament. It claims blocks, a few at a time, and yields their games
/// that are not done yet; a thread renews its lease. Blocks of a run that has ended (RunLock) are
/// taken over, and those of one that is alive but has not renewed its lease, because it was
/// stopped. When this is destroyed, what it has not finished is free again.
class Claims {
 public:
  /// `lease`: seconds that others wait for a sign of life. Throws ResourceError where the thread
  /// cannot be started.
  Claims(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
         double lease = 60);
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;
  ~Claims();

  /// The next game to play; nothing when all are done or with others. One thread at a time.
  [[nodiscard]] std::optional<Fixture> next();
  /// After next() has yielded nothing and the games that it had yielded are done: waits until some
  /// may be claimed again, because another run has ended without finishing them. False when all
  /// games are done or `stop` was raised.
  [[nodiscard]] bool wait(const std::atomic<bool>& stop);
  /// This run's number in the ledger.
  [[nodiscard]] i64 run() const noexcept { return run_; }

 private:
  enum class Rest : u8 { none, claimed, free };

  void claim();
  void take_block(u64 block);
  void free_stale_claims();
  [[nodiscard]] bool is_stale(i64 run, std::string_view host, i64 pid, double lease) const;
  [[nodiscard]] Rest rest();
  void start_renewing();
  void renew_leases(const std::string& file);

  Ledger& ledger_;
  i64 tournament_;
  const Schedule& schedule_;
  double lease_;
  i64 run_ = 0;
  std::optional<RunLock> lock_;
  std::deque<Fixture> waiting_;
  u64 batch_ = 1;          // blocks to claim at once
  double last_claim_ = 0;  // when, in seconds since 1970

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread heart_;
};

}  // namespace carrack
