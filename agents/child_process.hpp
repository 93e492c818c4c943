// Another program, talked to in lines over its standard input and output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace carrack {

/// Ends its program, and what that has started, when it is destroyed. Throws AgentFailure:
/// `crashed` where the program cannot be started or has ended, `timed_out` after a deadline,
/// `protocol` for a line that is too long.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts a program, found as a shell would find it; its standard error is ours. It has a process
  /// group of its own, so that a Ctrl-C meant for us does not reach it.
  explicit ChildProcess(const std::vector<std::string>& command);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Writes a line; `line` ends with its newline.
  void write(std::string_view line, Clock::time_point deadline);
  /// The next line, without its newline.
  [[nodiscard]] std::string read_line(Clock::time_point deadline);

 private:
  /// Waits until the program can be written to, or read from.
  void wait_for(short events, Clock::time_point deadline) const;
  /// Reads what there is, if there is something. False at the end of its output.
  bool read_some();
  [[noreturn]] void fail_ended();

  std::string name_;
  pid_t pid_ = -1;
  int socket_ = -1;
  std::string unread_;
};

}  // namespace carrack
