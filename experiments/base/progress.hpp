// How far a long job is: done, rate, time to go. On stderr, so that stdout stays the result's.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace carrack {

/// Redraws one line where stderr is a terminal, else prints a line now and then. The caller updates
/// it as things get done; libraries do not.
class Progress {
 public:
  /// `what` is the plural of what is counted, e.g. "games". `before`: how many of the total were
  /// done earlier, and say nothing about the rate.
  Progress(std::string what, std::size_t total, std::size_t before = 0);
  /// `done` counts those before too. `note` says more, where a line is due.
  void update(std::size_t done, const std::function<std::string()>& note = {});
  /// Takes the line away again, where it is one that is redrawn.
  void finish();

  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t total_;
  std::size_t before_;
  bool redraws_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

}  // namespace carrack
