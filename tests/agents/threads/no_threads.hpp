// A system that gives no threads.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

namespace carrack::testing {

/// As long as it lives no thread can be started: each would have a stack larger than the address
/// space.
class NoThreads {
 public:
  NoThreads() {
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_getattr_default_np(&before_);
    EXPECT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 48), 0);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    pthread_attr_destroy(&huge);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_{};
};

}  // namespace carrack::testing
