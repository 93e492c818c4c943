// Ctrl-C during long calls, when Python's own handler cannot run.
#pragma once

#include <atomic>
#include <vector>

namespace carrack::python {

/// During its lifetime, SIGINT raises stop() and notifies Python, so that C++ code without the GIL
/// ends early. Works only on the main thread, where Python handles signals. Scopes may nest: each
/// has a flag of its own, which may also be raised to end the work in it alone. Construct it with
/// the GIL held.
class InterruptScope {
 public:
  InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

  [[nodiscard]] std::atomic<bool>& stop() noexcept { return stop_; }
  /// Raises KeyboardInterrupt, or the exception of Python's handler, if a signal has arrived. Call
  /// it with the GIL held, after the work.
  void check() const;

  /// From now on these signals do what SIGINT does, if Python has a handler for them. Throws
  /// InputError for numbers that are not signals.
  static void also_on(const std::vector<int>& signals);

 private:
  static void on_signal(int number);

  bool is_main_;
  InterruptScope* outer_ = nullptr;
  std::atomic<bool> stop_{false};
};

}  // namespace carrack::python
