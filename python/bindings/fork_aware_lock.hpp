// A lock that detects a holder lost in a fork.
#pragma once

#include <atomic>
#include <string>

#include "agents/threads/fork_generation.hpp"
#include "core/base/error.hpp"

namespace carrack::python {

/// A mutex that detects forks. After a fork the child process has only the forking thread: an
/// object locked by another thread stays in an intermediate state and can never be unlocked.
class ForkAwareLock {
 public:
  /// `what` names the guarded thing in the error, e.g. "agent".
  explicit ForkAwareLock(const char* what) : what_(what) {}

  /// Throws InputError if the object was in use when this process was forked.
  void lock() {
    const unsigned mine = fork_generation() + 1;
    for (unsigned holder = 0; !holder_.compare_exchange_strong(holder, mine); holder = 0) {
      if (holder != mine) {
        throw InputError(std::string("this ") + what_ +
                         " was busy when the process forked; create a new one");
      }
      holder_.wait(mine);
    }
  }
  void unlock() noexcept {
    holder_ = 0;
    holder_.notify_one();
  }

 private:
  const char* what_;
  std::atomic<unsigned> holder_{0};  // 1 + fork generation of the holder; 0: none
};

}  // namespace carrack::python
