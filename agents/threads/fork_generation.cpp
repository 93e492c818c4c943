#include "agents/threads/fork_generation.hpp"

#include <pthread.h>

#include <atomic>

namespace carrack {
namespace {

std::atomic<unsigned> generation{0};

}  // namespace

unsigned fork_generation() noexcept {
  [[maybe_unused]] static const int registered =
      pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });
  return generation.load(std::memory_order_relaxed);
}

}  // namespace carrack
