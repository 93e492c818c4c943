// Work spread over threads, its results handed over in order.
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

namespace carrack {

/// Runs `work(thread, i)` for i = 0, 1, … `count` - 1 on `threads` threads and gives each result to
/// `deliver(i, result)` on the calling thread, in order of i. `work` returns an optional: nothing
/// means that it was stopped; everything from the first such i on is dropped. What `work` or
/// `deliver` throws is thrown on, after all threads have ended; `stop` is raised then.
/// Returns how many results were delivered.
template <typename Result, typename Work, typename Deliver>
std::size_t run_in_order(std::size_t count, unsigned threads, std::atomic<bool>& stop, Work&& work,
                         Deliver&& deliver) {
  /// Finished results that nobody has taken yet are bounded, so that one long job does not let all
  /// others pile up in memory.
  const std::size_t most_waiting = std::size_t{threads} * 64;

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::size_t, std::optional<Result>> finished;
  std::size_t next_to_start = 0;
  std::size_t next_to_deliver = 0;
  bool ended = false;
  std::exception_ptr failure;

  const auto worker = [&](unsigned thread) {
    for (;;) {
      std::size_t i = 0;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ended || next_to_start < next_to_deliver + most_waiting; });
        if (ended || next_to_start == count) return;
        i = next_to_start++;
      }
      std::optional<Result> result;
      try {
        result = work(thread, i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        stop = true;
      }
      {
        const std::lock_guard lock(mutex);
        finished.emplace(i, std::move(result));
      }
      changed.notify_all();
    }
  };

  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t) pool.emplace_back(worker, t);
  while (next_to_deliver < count) {
    std::optional<Result> result;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return finished.contains(next_to_deliver); });
      result = std::move(finished.extract(next_to_deliver).mapped());
    }
    if (!result) break;
    try {
      deliver(next_to_deliver, std::move(*result));
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
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
    ended = true;
    if (next_to_deliver < count) stop = true;
  }
  changed.notify_all();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
  return next_to_deliver;
}

}  // namespace carrack
