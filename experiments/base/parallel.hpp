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
#include <vector>

#include "agents/threads/start_thread.hpp"

namespace carrack {

/// Maximum number of threads of a command.
inline constexpr unsigned kMaxThreads = 1024;

/// Throws InputError unless the number of threads is from 1 to 1024.
void check_threads(unsigned threads);

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
  /// The number of finished but undelivered results is bounded, so that one long job does not make
  /// the others pile up in memory.
  const std::size_t most_waiting = std::size_t{threads} * 64;

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::size_t, std::optional<Result>> finished;
  std::size_t next_to_start = 0;
  std::size_t next_to_deliver = 0;
  bool exhausted = false;  // no more jobs are started
  std::exception_ptr failure;

  const auto fail = [&] {
    if (!failure) failure = std::current_exception();
    exhausted = true;
    stop = true;
  };
  const auto worker = [&](unsigned thread) {
    for (;;) {
      decltype(source(std::size_t{})) job;
      std::size_t i = 0;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock,
                     [&] { return exhausted || next_to_start < next_to_deliver + most_waiting; });
        if (exhausted) return;
        try {
          job = source(next_to_start);
          exhausted = !job;
        } catch (...) {
          fail();
        }
        if (exhausted) {
          changed.notify_all();
          return;
        }
        i = next_to_start++;
      }
      std::optional<Result> result;
      try {
        result = work(thread, *job);
      } catch (...) {
        const std::lock_guard lock(mutex);
        fail();
      }
      {
        const std::lock_guard lock(mutex);
        finished.emplace(i, std::move(result));
      }
      changed.notify_all();
    }
  };

  std::vector<std::thread> pool;
  pool.reserve(threads);
  {
    const std::lock_guard lock(mutex);  // no job begins before all threads are there
    try {
      for (unsigned t = 0; t < threads; ++t) {
        pool.push_back(start_thread(t + 1, threads, [&worker, t] { worker(t); }));
      }
    } catch (...) {
      fail();
    }
  }
  while (pool.size() == threads) {
    std::optional<Result> result;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] {
        return finished.contains(next_to_deliver) ||
               (exhausted && next_to_deliver == next_to_start);
      });
      if (!finished.contains(next_to_deliver)) break;
      result = std::move(finished.extract(next_to_deliver).mapped());
    }
    if (!result) break;
    try {
      deliver(next_to_deliver, std::move(*result));
    } catch (...) {
      const std::lock_guard lock(mutex);
      fail();
      break;
    }
    {
      const std::lock_guard lock(mutex);
      ++next_to_deliver;
    }
    changed.notify_all();
  }
  {
    const std::lock_guard lock(mutex);
    exhausted = true;
    if (next_to_deliver < next_to_start) stop = true;
  }
  changed.notify_all();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
  return next_to_deliver;
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
