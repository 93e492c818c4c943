#include "experiments/interrupt.hpp"

#include <csignal>

namespace carrack {
namespace {

std::atomic<bool> stop{false};
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // which a signal handler needs

extern "C" void on_signal(int number) {
  interrupted = true;
  stop = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

std::atomic<bool>& stop_flag() noexcept { return stop; }
bool was_interrupted() noexcept { return interrupted; }

}  // namespace carrack
