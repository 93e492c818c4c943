// Progress of a long job on stderr: done, rate, time to go.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace carrack {

/// "36 of 100 games, 2.00 per second, 0:32 to go": `done` includes `before`, which was done earlier
/// and does not count for the rate. Empty while nothing has been done since.
[[nodiscard]] std::string progress_text(const std::string& what, std::size_t done,
                                        std::size_t total, std::size_t before, double seconds);

/// Redraws one line if stderr is a terminal, else prints a line from time to time. For commands,
/// not for libraries.
class Progress {
 public:
  /// `what` is a plural noun, e.g. "games". `before` is the part of the total that was done
  /// earlier; it does not count for the rate.
  Progress(std::string what, std::size_t total, std::size_t before = 0);
  /// `done` includes `before`; nothing is shown before it is more. `note` is called for extra text
  /// when a line is due.
  void update(std::size_t done, const std::function<std::string()>& note = {});
  /// Erases the redrawn line.
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
