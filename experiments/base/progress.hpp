// Progress of a long job: done, rate, time to go.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace carrack {

/// "36 of 100 games, 2.00 per second, 0:32 to go": `done` includes `before`, which was done earlier
/// and does not count for the rate. Empty while nothing has been done since.
[[nodiscard]] std::string progress_text(const std::string& what, std::size_t done,
                                        std::size_t total, std::size_t before, double seconds);

/// When a line of progress is due, and its text.
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `what` is a plural noun, e.g. "games". `before` is the part of the total that was done
  /// earlier; it does not count for the rate. `interval`: the least time between two lines.
  ProgressMeter(std::string what, std::size_t total, std::size_t before, Clock::duration interval)
      : what_(std::move(what)), total_(total), before_(before), interval_(interval) {}

  /// The line, if one is due; `done` includes `before`. `note` is called for extra text. Nothing is
  /// due before `done` is more than `before`.
  [[nodiscard]] std::optional<std::string> update(std::size_t done,
                                                  const std::function<std::string()>& note = {});
  /// The line, even if none is due.
  [[nodiscard]] std::string line(std::size_t done, const std::function<std::string()>& note) const;
  [[nodiscard]] std::size_t total() const { return total_; }
  [[nodiscard]] double seconds() const;

 private:
  std::string what_;
  std::size_t total_;
  std::size_t before_;
  Clock::duration interval_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

/// Shows progress on stderr: redraws one line if that is a terminal, else prints a line from time
/// to time. For commands, not for libraries.
class Progress {
 public:
  /// The arguments are those of ProgressMeter.
  explicit Progress(std::string what, std::size_t total, std::size_t before = 0);
  /// `done` includes `before`; nothing is shown before it is more. `note` is called for extra text
  /// when a line is due.
  void update(std::size_t done, const std::function<std::string()>& note = {});
  /// Erases the redrawn line.
  void finish();

  [[nodiscard]] double seconds() const { return meter_.seconds(); }

 private:
  bool redraws_;
  ProgressMeter meter_;
};

}  // namespace carrack
