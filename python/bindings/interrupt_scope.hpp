// Ctrl-C during long calls, when Python's own handler cannot run.
#pragma once

#include <atomic>

namespace carrack::python {

/// During its lifetime, SIGINT raises stop() and notifies Python, so that C++ code without the GIL
/// ends early. Works only on the main thread, where Python handles signals. Scopes may nest.
/// Construct it with the GIL held.
class InterruptScope {
 public:
  InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

  [[nodiscard]] std::atomic<bool>& stop() noexcept { return is_main_ ? interrupted() : never_; }
  /// Raises KeyboardInterrupt, or the exception of Python's handler, if a signal has arrived. Call
  /// it with the GIL held, after the work.
  void check() const;

 private:
  static std::atomic<bool>& interrupted() noexcept;

  bool is_main_;
  std::atomic<bool> never_{false};
};

}  // namespace carrack::python
