// A lock that tells when its holder does not exist.
#pragma once

#include <atomic>
#include <string>

#include "agents/threads/fork_generation.hpp"
#include "core/base/error.hpp"

namespace carrack::python {

/// A mutex for something that one thread at a time may use. After a fork the child process has the
/// forking thread alone: what another one was using then stays half changed, and can never be
/// unlocked.
class ForkAwareLock {
 public:
  /// `what` names the guarded thing in the error, e.g. "agent".
  explicit ForkAwareLock(const char* what) : what_(what) {}

  /// Throws InputError where the thing was in use when this process was forked.
  void lock() {
    const unsigned mine = fork_generation() + 1;
    for (unsigned holder = 0; !holder_.compare_exchange_strong(holder, mine); holder = 0) {
      if (holder != mine) {
        throw InputError(std::string("this ") + what_ +
                         " was busy when the process forked; make another one");
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
  std::atomic<unsigned> holder_{0};  // 1 + its fork generation; 0: nobody
};

}  // namespace carrack::python
