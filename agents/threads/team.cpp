#include "agents/threads/team.hpp"

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "agents/threads/fork_generation.hpp"
#include "agents/threads/start_thread.hpp"
#include "core/base/types.hpp"

namespace carrack {
namespace {

/// How often an idle thread polls for work before it sleeps: tasks as short as a playout follow
/// each other faster than a thread wakes up.
constexpr int kLooks = 200;

/// Sets a flag during its lifetime.
class Flagged {
 public:
  explicit Flagged(bool& flag) : flag_(flag) { flag_ = true; }
  Flagged(const Flagged&) = delete;
  Flagged& operator=(const Flagged&) = delete;
  ~Flagged() { flag_ = false; }

 private:
  bool& flag_;
};

template <typename Ready>
void look_for(Ready&& ready) {
  for (int i = 0; i < kLooks && !ready(); ++i) std::this_thread::yield();
}

}  // namespace

/// The threads, and what they share with the one that gives them work.
class Team::Crew {
 public:
  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
      ++tasks_;
    }
    given_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(const Task& task) {
    make_threads(task.threads);
    {
      const std::lock_guard lock(mutex_);
      task_ = task;
      failure_ = nullptr;
      unfinished_ = task.threads;
      parts_ = claims_of(tasks_ + 1, 0);
      ++tasks_;
    }
    given_.notify_all();
    do_parts(task, tasks_);
    look_for([&] { return unfinished_.load(std::memory_order_acquire) == 0; });
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return unfinished_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void make_threads(unsigned wanted) {
    threads_.reserve(wanted);
    while (threads_.size() + 1 < wanted) {
      const auto me = static_cast<unsigned>(threads_.size()) + 1;
      threads_.push_back(
          start_thread(me + 1, wanted, [this, me, seen = tasks_.load()] { serve(me, seen); }));
    }
  }

  /// The life of thread `me`: parts of every task after the one with the number `seen`.
  void serve(unsigned me, unsigned seen) {
    for (;;) {
      look_for([&] { return tasks_.load(std::memory_order_acquire) != seen; });
      Task task;
      {
        std::unique_lock lock(mutex_);
        given_.wait(lock, [&] { return tasks_ != seen; });
        if (closing_) return;
        seen = tasks_;
        task = task_;
      }
      if (me < task.threads) do_parts(task, seen);
    }
  }

  /// Does parts of a task that nobody has begun. A thread that the system keeps waiting delays
  /// nobody: others do its part.
  void do_parts(const Task& task, unsigned number) {
    u64 claimed = parts_.load(std::memory_order_acquire);
    for (;;) {
      const auto part = static_cast<unsigned>(claimed);
      if (claimed >> 32 != number || part == task.threads) return;
      if (!parts_.compare_exchange_weak(claimed, claimed + 1, std::memory_order_acq_rel)) continue;
      do_part(task, part);
      if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        const std::lock_guard lock(mutex_);
        finished_.notify_one();
      }
      claimed = parts_.load(std::memory_order_acquire);
    }
  }
  static constexpr u64 claims_of(unsigned number, unsigned part) {
    return u64{number} << 32 | part;
  }

  void do_part(const Task& task, unsigned t) {
    try {
      task.call(task.callable, t);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable finished_;
  Task task_;
  std::exception_ptr failure_;
  bool closing_ = false;
  std::atomic<unsigned> tasks_{0};       // tasks so far; written under the mutex
  std::atomic<unsigned> unfinished_{0};  // parts of the task
  std::atomic<u64> parts_{0};  // the task's number, and its first part that nobody has begun
  std::vector<std::thread> threads_;
};

Team::Team() : generation_(fork_generation()) {}

Team::~Team() {
  // In a forked child the threads do not exist, and the mutex may be locked for ever.
  if (generation_ != fork_generation()) static_cast<void>(crew_.release());
}

void Team::run_task(const Task& task) {
  assert(task.threads > 0);
  if (generation_ != fork_generation()) {
    static_cast<void>(crew_.release());
    generation_ = fork_generation();
  }
  if (is_running_) {
    run_in_order(task);
    return;
  }
  if (!crew_) crew_ = std::make_unique<Crew>();
  const Flagged flagged(is_running_);
  crew_->run(task);
}

void Team::run_in_order(const Task& task) {
  std::exception_ptr failure;
  for (unsigned t = 0; t < task.threads; ++t) {
    try {
      task.call(task.callable, t);
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

Team& own_team() {
  thread_local Team team;
  return team;
}

}  // namespace carrack
