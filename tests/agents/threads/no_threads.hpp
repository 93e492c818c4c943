// A system that gives no threads, or only some.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <fstream>

namespace carrack::testing {

/// As long as it lives, new threads have stacks of so many bytes.
class StackSize {
 public:
  explicit StackSize(std::size_t bytes) {
    pthread_attr_t sized;
    pthread_attr_init(&sized);
    pthread_getattr_default_np(&before_);
    EXPECT_EQ(pthread_attr_setstacksize(&sized, bytes), 0);
    EXPECT_EQ(pthread_setattr_default_np(&sized), 0);
    pthread_attr_destroy(&sized);
  }
  StackSize(const StackSize&) = delete;
  StackSize& operator=(const StackSize&) = delete;
  ~StackSize() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_{};
};

/// As long as it lives no thread can be started: each would have a stack larger than the address
/// space.
class NoThreads {
  StackSize stacks_{std::size_t{1} << 48};
};

/// As long as it lives about `count` threads can be started, and no more: there is no address space
/// for the stacks of others.
class FewThreads {
 public:
  explicit FewThreads(std::size_t count) {
    std::size_t pages = 0;  // of the process
    std::ifstream("/proc/self/statm") >> pages;
    EXPECT_GT(pages, 0U);
    EXPECT_EQ(getrlimit(RLIMIT_AS, &before_), 0);
    const rlimit few{pages * 4096 + count * kStack, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_AS, &few), 0);
  }
  FewThreads(const FewThreads&) = delete;
  FewThreads& operator=(const FewThreads&) = delete;
  ~FewThreads() { setrlimit(RLIMIT_AS, &before_); }

 private:
  static constexpr std::size_t kStack = std::size_t{1} << 28;

  StackSize stacks_{kStack};
  rlimit before_{};
};

}  // namespace carrack::testing
