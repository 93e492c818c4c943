#include "experiments/base/interrupt.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "experiments/base/temporary_files.hpp"

namespace carrack {
namespace {

constexpr int kShellOffset = 128;  // exit status of signal n is 128 + n

std::atomic<bool> stop_requested{false};
std::atomic<bool> cooperative{false};  // the first signal only raises `stop_requested`
std::atomic<int> received{0};          // the first signal
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void print(std::string_view line) noexcept {
  // A handler could not act on an error.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

void on_interrupt(int number) {
  const int error = errno;
  int none = 0;
  const bool is_first = received.compare_exchange_strong(none, number);
  if (is_first && cooperative) {
    stop_requested = true;
    print("\ncarrack: interrupted; stopping\n");
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
