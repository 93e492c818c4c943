// What external programs write to their standard error.
#pragma once

#include <string>
#include <string_view>

namespace carrack {

/// Shows the lines of one agent's programs on our standard error, made printable, up to kMostShown
/// bytes.
class ErrorOutput {
 public:
  /// The most bytes of an agent's programs that are shown. Later ones are dropped.
  static constexpr std::size_t kMostShown = 64 * 1024;

  explicit ErrorOutput(std::string name) : name_(std::move(name)) {}

  /// A program starts: forgets the last line of the program before.
  void begin() { last_line_.clear(); }
  void take(std::string_view bytes);
  /// A program has ended: an incomplete last line counts as a line.
  void end();

  /// The beginning of the last line that is not empty, printable.
  [[nodiscard]] const std::string& last_line() const noexcept { return last_line_; }

 private:
  void finish_line();

  std::string name_;
  std::string line_;  // the current line so far
  std::string last_line_;
  std::size_t shown_ = 0;
};

}  // namespace carrack
