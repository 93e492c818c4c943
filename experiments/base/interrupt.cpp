#include "experiments/base/interrupt.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>

#include "experiments/base/temporary_files.hpp"

namespace carrack {
namespace {

constexpr int kShellOffset = 128;  // exit status of signal n is 128 + n

std::atomic<bool> stop_requested{false};
std::atomic<bool> cooperative{false};  // the first signal only raises `stop_requested`
std::atomic<int> received{0};          // the first signal
std::atomic<long long> came_at{0};     // when the first signal came, in ns; 0: none has
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<long long>::is_always_lock_free);

/// `timeout` signals the command and then its process group: a further signal within this time is
/// the same request.
constexpr long long kOneRequest = 1'000'000'000;  // ns

/// The time in ns; never 0. Unlike std::chrono, clock_gettime() is async-signal-safe by POSIX.
long long time_now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<long long>(time.tv_sec) * kOneRequest + time.tv_nsec + 1;
}

void print(std::string_view line) noexcept {
  // A handler could not act on an error.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

void on_interrupt(int number) {
  const int error = errno;
  const long long time = time_now();
  long long first = 0;
  const bool is_first = came_at.compare_exchange_strong(first, time);
  if (is_first) received = number;
  const bool only_stops = is_first && cooperative;
  if (only_stops) {
    stop_requested = true;
    print("\ncarrack: interrupted; stopping\n");
  }
  if (only_stops || (!is_first && time - first < kOneRequest)) {
    errno = error;
    return;
  }
  remove_temporary_files();
  print(is_first ? "\ncarrack: interrupted\n" : "\ncarrack: interrupted again; exiting\n");
  _exit(kShellOffset + number);
}

void on_broken_pipe(int number) {
  remove_temporary_files();
  std::signal(number, SIG_DFL);
  static_cast<void>(raise(number));
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  for (const int other : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&action.sa_mask, other);
  sigaction(number, &action, nullptr);
}

}  // namespace

void handle_signals() {
  handle(SIGINT, on_interrupt);
  handle(SIGTERM, on_interrupt);
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) handle(SIGHUP, on_interrupt);  // nohup ignores it
  handle(SIGPIPE, on_broken_pipe);
  std::signal(SIGXFSZ, SIG_IGN);
}

CatchInterrupts::CatchInterrupts() noexcept { cooperative = true; }
CatchInterrupts::~CatchInterrupts() { cooperative = false; }

std::atomic<bool>& stop_flag() noexcept { return stop_requested; }
bool was_interrupted() noexcept { return received != 0; }
int interrupted_status() noexcept { return kShellOffset + received; }

}  // namespace carrack
