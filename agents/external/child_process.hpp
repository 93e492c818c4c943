// Another program, talked to in lines over its standard input and output.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/external/descriptor.hpp"
#include "agents/external/error_output.hpp"
#include "agents/external/supervisor.hpp"

namespace carrack {

/// How long to wait for a program.
struct Patience {
  std::chrono::steady_clock::time_point deadline;
  const std::atomic<bool>* stop = nullptr;  // ends the waiting when it is raised; may be null
};

/// A program that runs. The destructor ends the program and everything that it has started.
/// Functions throw AgentFailure: `crashed` if the program cannot be started or has ended,
/// `timed_out` after a deadline, `protocol` for a line that is too long. They throw ResourceError
/// if the machine lacks processes, memory or open files, and ChoiceStopped if Patience::stop ended
/// the waiting.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  /// The longest line that is read, in bytes.
  static constexpr std::size_t kLongestLine = 1U << 20;

  /// Starts a program, found as a shell would find it. The program has its three standard
  /// descriptors and no other, and a session of its own, so that a Ctrl-C meant for us does not
  /// reach it. What it writes to its standard error goes to `errors`, which must outlive this
  /// object.
  ChildProcess(const std::vector<std::string>& command, ProgramLimits limits, ErrorOutput& errors);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Writes a line; `line` ends with its newline.
  void write(std::string_view line, const Patience& patience);
  /// The next line, without its newline.
  [[nodiscard]] std::string read_line(const Patience& patience);

  /// Whether this process was forked since the program was started, so that the program belongs to
  /// the parent. Such a program must not be talked to; the destructor leaves it alone.
  [[nodiscard]] bool is_of_parent() const noexcept;

 private:
  enum class Reading { some, nothing, end };

  void start(const std::vector<std::string>& command);
  void end_supervisor() noexcept;
  /// Waits until the program can be written to or read from, or has ended.
  void wait_for(short events, const Patience& patience);
  /// Reads the available output, if there is any.
  Reading read_some();
  /// Reads the available output of the program's standard error; of an endless stream, the
  /// beginning.
  void read_errors();
  void read_report();
  [[noreturn]] void fail_ended();

  std::string name_;
  ProgramLimits limits_;
  ErrorOutput& error_output_;
  unsigned generation_;  // fork_generation() at the start
  pid_t supervisor_ = -1;
  Descriptor talk_;
  Descriptor errors_;
  Descriptor control_;
  std::optional<int> status_;  // exit status of the program, once it has ended by itself
  std::string unread_;
};

}  // namespace carrack
