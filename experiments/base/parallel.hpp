// Runs jobs on threads and delivers their results in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "agents/threads/start_thread.hpp"

namespace carrack {

/// Maximum number of threads of a command.
inline constexpr unsigned kMaxThreads = 1024;

/// Throws InputError unless the number of threads is from 1 to 1024.
void check_threads(unsigned threads);

/// The jobs of one call of run_source_in_order(), and their threads.
template <typename Result, typename Source, typename Work>
class OrderedJobs {
 public:
  OrderedJobs(Source& source, unsigned threads, std::atomic<bool>& stop, Work& work)
      : source_(source), work_(work), stop_(stop), threads_(threads) {}

  /// Starts the threads. No job begins if one of them cannot be created.
  void start() {
    pool_.reserve(threads_);
    const std::lock_guard lock(mutex_);  // no job begins before all threads are there
    try {
      for (unsigned t = 0; t < threads_; ++t) {
        pool_.push_back(start_thread(t + 1, threads_, [this, t] { run_jobs(t); }));
      }
    } catch (...) {
      fail();
    }
  }

  /// Delivers results in order until there are none left or a job was stopped.
  template <typename Deliver>
  void deliver(Deliver& deliver) {
    while (std::optional<Result> result = next_result()) {
      try {
        deliver(next_to_deliver_, std::move(*result));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        return fail();
      }
      {
        const std::lock_guard lock(mutex_);
        ++next_to_deliver_;
      }
      changed_.notify_all();
    }
  }

  /// Waits for the end of the threads. Throws what was thrown first. Returns the number of
  /// delivered results.
  std::size_t finish() {
    {
      const std::lock_guard lock(mutex_);
      exhausted_ = true;
      if (next_to_deliver_ < next_to_start_) stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : pool_) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return next_to_deliver_;
  }

 private:
  using Job = std::invoke_result_t<Source&, std::size_t>;  // an optional
  struct Started {
    std::size_t number;
    Job job;
  };

  /// The number of finished but undelivered results is bounded, so that one long job does not make
  /// the others pile up in memory.
  [[nodiscard]] std::size_t most_waiting() const { return std::size_t{threads_} * 64; }

  /// To be called with the mutex locked, while an exception is handled.
  void fail() {
    if (!failure_) failure_ = std::current_exception();
    exhausted_ = true;
    stop_ = true;
  }

  void run_jobs(unsigned thread) {
    while (std::optional<Started> started = start_job()) {
      std::optional<Result> result;
      try {
        result = work_(thread, *started->job);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        fail();
      }
      {
        const std::lock_guard lock(mutex_);
        finished_.emplace(started->number, std::move(result));
      }
      changed_.notify_all();
    }
  }

  /// The next job, or nothing if no more are started.
  std::optional<Started> start_job() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return exhausted_ || next_to_start_ < next_to_deliver_ + most_waiting(); });
    if (exhausted_) return {};
    Job job;
    try {
      job = source_(next_to_start_);
      exhausted_ = !job;
    } catch (...) {
      fail();
    }
    if (!exhausted_) return Started{next_to_start_++, std::move(job)};
    changed_.notify_all();
    return {};
  }

  /// The next result in order. Nothing if its job was stopped, or if there are no more jobs.
  std::optional<Result> next_result() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return finished_.contains(next_to_deliver_) ||
             (exhausted_ && next_to_deliver_ == next_to_start_);
    });
    if (!finished_.contains(next_to_deliver_)) return {};
    return std::move(finished_.extract(next_to_deliver_).mapped());
  }

  Source& source_;
  Work& work_;
  std::atomic<bool>& stop_;
  unsigned threads_;
  std::vector<std::thread> pool_;

  std::mutex mutex_;  // for all that follows
  std::condition_variable changed_;
  std::map<std::size_t, std::optional<Result>> finished_;
  std::size_t next_to_start_ = 0;
  std::size_t next_to_deliver_ = 0;
  bool exhausted_ = false;  // no more jobs are started
  std::exception_ptr failure_;
};

/// Calls `source(i)` for i = 0, 1, … until it returns nothing, runs `work(thread, job)` for each
/// job on `threads` threads, and passes each result to `deliver(i, result)` on the calling thread,
/// in order of i. `source` is called by one thread at a time. `work` returns an optional; an empty
/// one means that it was stopped: all results from the first such i on are dropped, and `stop` is
/// raised. An exception from any of them raises `stop` and is rethrown after all threads have
/// ended, as is the ResourceError of a thread that cannot be created; then no job has begun. Throws
/// InputError as check_threads() does.
/// Returns the number of delivered results.
template <typename Result, typename Source, typename Work, typename Deliver>
std::size_t run_source_in_order(Source&& source, unsigned threads, std::atomic<bool>& stop,
                                Work&& work, Deliver&& deliver) {
  check_threads(threads);
  OrderedJobs<Result, std::remove_reference_t<Source>, std::remove_reference_t<Work>> jobs(
      source, threads, stop, work);
  jobs.start();
  jobs.deliver(deliver);
  return jobs.finish();
}

/// The same for the jobs 0, 1, … `count` - 1: `work(thread, i)`.
template <typename Result, typename Work, typename Deliver>
std::size_t run_in_order(std::size_t count, unsigned threads, std::atomic<bool>& stop, Work&& work,
                         Deliver&& deliver) {
  const auto source = [count](std::size_t i) {
    return i < count ? std::optional(i) : std::optional<std::size_t>();
  };
  return run_source_in_order<Result>(source, threads, stop, work, deliver);
}

}  // namespace carrack
