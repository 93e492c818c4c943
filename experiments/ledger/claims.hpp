// The games of a tournament that nobody has played or is playing: how processes share one ledger.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "experiments/ledger/ledger.hpp"

namespace carrack {

/// One process's part in a tournament. It claims blocks, a few at a time, and yields their games
/// that are not done yet; a thread renews its lease. Blocks of a run whose lease has ended, or
/// whose process on this machine is gone, are taken over. When this is destroyed, what it has not
/// finished is free again.
class Claims {
 public:
  /// `lease`: seconds that other machines wait for a sign of life.
  Claims(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
         double lease = 60);
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;
  ~Claims();

  /// The next game to play; nothing when all are done or with others. One thread at a time.
  [[nodiscard]] std::optional<Fixture> next();
  /// This run's number in the ledger.
  [[nodiscard]] i64 run() const noexcept { return run_; }

 private:
  void claim();
  void free_stale_claims();
  void renew_leases(const std::string& path);

  Ledger& ledger_;
  i64 tournament_;
  const Schedule& schedule_;
  double lease_;
  i64 run_ = 0;
  std::deque<Fixture> waiting_;
  u64 batch_ = 1;          // blocks to claim at once
  double last_claim_ = 0;  // when, in seconds since 1970

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread heart_;
};

}  // namespace carrack
