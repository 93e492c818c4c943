// Claims on unplayed games, by which processes share a ledger.
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

/// The share of one process in a tournament. It claims a few blocks at a time and yields their
/// missing games; a thread renews its lease. It takes over the blocks of runs that have ended
/// (RunLock), and of live runs with an expired lease, such as stopped processes. The destructor
/// releases unfinished blocks.
class Claims {
 public:
  /// `lease`: seconds until the claims expire unless renewed. Throws ResourceError if the thread
  /// cannot be started.
  Claims(Ledger& ledger, const LedgerTournament& tournament, const Schedule& schedule,
         double lease = 60);
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;
  ~Claims();

  /// The next game to play; empty if all are done or claimed by others. One thread at a time.
  [[nodiscard]] std::optional<Fixture> next();
  /// Call after next() has returned nothing and its previous games are done. Waits until games can
  /// be claimed again because another run ended without finishing them. False if all games are done
  /// or `stop` was raised.
  [[nodiscard]] bool wait(const std::atomic<bool>& stop);
  /// The number of this run in the ledger.
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
  double last_claim_ = 0;  // in seconds since 1970

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread heart_;
};

}  // namespace carrack
