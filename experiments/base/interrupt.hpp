// Handling of SIGINT (Ctrl-C), SIGTERM and SIGHUP.
#pragma once

#include <atomic>

namespace carrack {

/// Call once at the start of the program. From then on SIGINT, SIGTERM and SIGHUP print a line,
/// remove temporary files and end the process with interrupted_status(). SIGPIPE removes temporary
/// files and ends the process; SIGXFSZ is ignored, so that a write beyond the limit is an error.
void handle_signals();

/// For work that can stop early and keep its results. During its lifetime, the first such signal
/// prints a line and raises stop_flag(). A second one ends the process as above, unless it comes
/// within a second: `timeout` sends two at once. Scopes do not nest.
class CatchInterrupts {
 public:
  CatchInterrupts() noexcept;
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;
  ~CatchInterrupts();
};
[[nodiscard]] std::atomic<bool>& stop_flag() noexcept;
/// Whether a signal raised the flag.
[[nodiscard]] bool was_interrupted() noexcept;
/// The exit status after an interrupt: 128 plus the signal number, as in shells.
[[nodiscard]] int interrupted_status() noexcept;

}  // namespace carrack
