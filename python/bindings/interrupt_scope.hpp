// Ctrl-C inside long calls, while Python's own handler cannot run.
#pragma once

#include <atomic>

namespace carrack::python {

/// While it lives, SIGINT raises stop() as well as telling Python, so that C++ without the GIL ends
/// early. Only on the main thread, where Python handles signals; elsewhere stop() stays down.
/// Scopes may nest. Make it with the GIL held.
class InterruptScope {
 public:
  InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

  [[nodiscard]] std::atomic<bool>& stop() noexcept { return is_main_ ? interrupted() : never_; }
  /// Raises KeyboardInterrupt, or whatever Python's handler raises, if a signal has come. Call it
  /// with the GIL held, after the work.
  void check() const;

 private:
  static std::atomic<bool>& interrupted() noexcept;

  bool is_main_;
  std::atomic<bool> never_{false};
};

}  // namespace carrack::python
