#include "agents/external/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "agents/agent.hpp"
#include "agents/threads/fork_generation.hpp"
#include "core/base/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): not on every system

namespace carrack {
namespace {

using namespace std::chrono_literals;

/// A raised stop flag is seen after at most this time.
constexpr auto kSlice = 50ms;
/// The longest time from the end of a program's output to the report of its end.
constexpr auto kLongestFarewell = 500ms;
/// The longest time that the supervisor takes to end everything.
constexpr auto kLongestEnd = 2s;

/// Whether the machine lacks something, so that the next try may succeed.
bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM;
}

/// Where a shell would look for a program.
std::vector<std::string> places_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return {program};
  const char* const path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/bin:/usr/bin" : path;
  std::vector<std::string> places;
  for (bool more = true; more;) {
    const std::size_t colon = folders.find(':');
    const std::string folder(folders.substr(0, colon));
    places.push_back((folder.empty() ? "." : folder) + '/' + program);
    more = colon != std::string_view::npos;
    if (more) folders.remove_prefix(colon + 1);
  }
  return places;
}

/// Why the system has not found a program, or what the program needs.
std::string not_found(const std::string& name) {
  const auto exists = [](const std::string& file) { return access(file.c_str(), F_OK) == 0; };
  const std::vector<std::string> places = places_of(name);
  const auto there = std::ranges::find_if(places, exists);
  if (there != places.end()) return "the interpreter that " + *there + " names is not there";
  if (name.find('/') != std::string::npos) return std::strerror(ENOENT);
  const std::string here = "./" + name;
  return "no program of this name on PATH" +
         (exists(here) ? "; did you mean " + here + "?" : std::string());
}

[[noreturn]] void refuse(const std::string& name, int error, bool by_own_limit = false) {
  const std::string what =
      "cannot start " + name + ": " + (error == ENOENT ? not_found(name) : std::strerror(error));
  if (is_shortage(error) && !by_own_limit) throw ResourceError(what);
  throw AgentFailure(FailureKind::crashed, what);
}

using Pair = std::pair<Descriptor, Descriptor>;

#ifdef __linux__
bool make_sockets(std::array<int, 2>& ends) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
}
bool make_pipe(std::array<int, 2>& ends) { return pipe2(ends.data(), O_CLOEXEC) == 0; }
#else
// A program that another thread starts before this call inherits the descriptors; supervisors close
// those that they do not need.
bool close_at_exec(const std::array<int, 2>& ends) {
  return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}
bool make_sockets(std::array<int, 2>& ends) {
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0 && close_at_exec(ends);
}
bool make_pipe(std::array<int, 2>& ends) { return pipe(ends.data()) == 0 && close_at_exec(ends); }
#endif

Pair socket_pair(const std::string& name) {
  std::array<int, 2> ends{};
  if (!make_sockets(ends)) refuse(name, errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A pipe. Reading from its first end does not wait.
Pair pipe_pair(const std::string& name) {
  std::array<int, 2> ends{};
  if (!make_pipe(ends)) refuse(name, errno);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Blocks all signals, so that no handler of this process runs in a forked child.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

/// Waits for the next report. Nothing at the end of the socket.
std::optional<SupervisorReport> next_report(int control) {
  SupervisorReport report;
  for (;;) {
    const ssize_t got = recv(control, &report, sizeof report, MSG_WAITALL);
    if (got == sizeof report) return report;
    if (got >= 0 || errno != EINTR) return std::nullopt;
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, ProgramLimits limits,
                           ErrorOutput& errors)
    : name_(command.front()),
      limits_(limits),
      error_output_(errors),
      generation_(fork_generation()) {
  error_output_.begin();
  start(command);
}

void ChildProcess::start(const std::vector<std::string>& command) {
  // A socket pair, not two pipes: writing to a program that has ended then fails with an error
  // (MSG_NOSIGNAL) instead of a signal, and the signal handling of this process stays as it is.
  Pair talk = socket_pair(name_);
  Pair control = socket_pair(name_);
  Pair errors = pipe_pair(name_);
  const std::vector<std::string> places = places_of(command.front());
  const std::vector<char*> files = pointers_to(places);
  const std::vector<char*> arguments = pointers_to(command);
  const Launch launch{.files = files.data(),
                      .arguments = arguments.data(),
                      .environment = environ,
                      .limits = limits_,
                      .talk = talk.second.number(),
                      .errors = errors.second.number(),
                      .control = control.second.number(),
                      .parent = getpid()};
  {
    const BlockedSignals blocked;
    supervisor_ = fork();
    if (supervisor_ == 0) supervise(launch);
    if (supervisor_ < 0) refuse(name_, errno);
  }
  talk_ = std::move(talk.first);
  control_ = std::move(control.first);
  errors_ = std::move(errors.first);
  control.second.close();
  const auto report = next_report(control_.number());
  if (report && report->kind == SupervisorReport::Kind::started) return;
  end_supervisor();
  // Without a report the supervisor was killed, which the system does when memory is short.
  const int error = report ? report->value : ENOMEM;
  refuse(name_, error, report && error == ENOMEM && limits_.memory != 0);
}

ChildProcess::~ChildProcess() {
  if (is_of_parent()) return;
  end_supervisor();
  try {
    read_errors();
    error_output_.end();
  } catch (const std::exception&) {  // what cannot be shown is lost
  }
}

bool ChildProcess::is_of_parent() const noexcept { return generation_ != fork_generation(); }

void ChildProcess::end_supervisor() noexcept {
  shutdown(control_.number(), SHUT_RDWR);
  const auto is_waited_for = [&](int options) {
    const pid_t ended = waitpid(supervisor_, nullptr, options);
    return ended > 0 || (ended < 0 && errno != EINTR);
  };
  const auto latest = Clock::now() + kLongestEnd;
  while (!is_waited_for(WNOHANG)) {
    if (Clock::now() >= latest) {
      kill(supervisor_, SIGKILL);
      while (!is_waited_for(0)) {
      }
      return;
    }
    std::this_thread::sleep_for(1ms);
  }
}

void ChildProcess::fail_ended() {
  // The report of the end may come a moment after the end of the output.
  const auto latest = Clock::now() + kLongestFarewell;
  while (!status_ && control_.number() >= 0 && Clock::now() < latest) {
    std::array<pollfd, 2> waiting{{{control_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}}};
    poll(waiting.data(), waiting.size(), static_cast<int>(kSlice.count()));
    if (waiting[0].revents != 0) read_report();
    if (waiting[1].revents != 0) read_errors();
  }
  read_errors();
  error_output_.end();
  std::string how = " has closed its output";
  if (status_ && WIFEXITED(*status_)) {
    how = " has ended with status " + std::to_string(WEXITSTATUS(*status_));
  } else if (status_ && WIFSIGNALED(*status_) && WTERMSIG(*status_) == SIGXCPU) {
    how = " has used more than its " + std::to_string(limits_.cpu) + " s of CPU time";
  } else if (status_ && WIFSIGNALED(*status_)) {
    how = " has ended by signal " + std::to_string(WTERMSIG(*status_));
  }
  const std::string& last = error_output_.last_line();
  if (!last.empty()) how += "; its last line on stderr: '" + last + '\'';
  throw AgentFailure(FailureKind::crashed, name_ + how);
}

void ChildProcess::wait_for(short events, const Patience& patience) {
  for (;;) {
    if (patience.stop != nullptr && patience.stop->load(std::memory_order_relaxed)) {
      throw ChoiceStopped();
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(patience.deadline - Clock::now());
    const auto slice = std::clamp<std::chrono::milliseconds>(left, 0ms, kSlice);
    std::array<pollfd, 3> waiting{{{talk_.number(), events, 0},
                                   {errors_.number(), POLLIN, 0},
                                   {control_.number(), POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(slice.count()));
    if (ready < 0 && errno != EINTR) {
      throw ResourceError("cannot wait for " + name_ + ": " + std::strerror(errno));
    }
    if (ready > 0) {
      if (waiting[1].revents != 0) read_errors();
      if (waiting[2].revents != 0) read_report();
      if (waiting[0].revents != 0 || control_.number() < 0) return;
    }
    if (left <= 0ms)
      throw AgentFailure(FailureKind::timed_out, name_ + " has not answered in time");
  }
}

void ChildProcess::write(std::string_view line, const Patience& patience) {
  while (!line.empty()) {
    const ssize_t sent =
        send(talk_.number(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      line.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (control_.number() < 0) fail_ended();
      wait_for(POLLOUT, patience);
    } else if (errno != EINTR) {
      fail_ended();
    }
  }
}

ChildProcess::Reading ChildProcess::read_some() {
  std::array<char, 4096> bytes{};
  for (;;) {
    const ssize_t got = recv(talk_.number(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got > 0) {
      unread_.append(bytes.data(), static_cast<std::size_t>(got));
      return Reading::some;
    }
    if (got == 0) return Reading::end;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return Reading::nothing;
    if (errno != EINTR) return Reading::end;
  }
}

void ChildProcess::read_errors() {
  constexpr int kMostReads = 64;
  std::array<char, 16384> bytes{};
  for (int i = 0; i < kMostReads && errors_.number() >= 0; ++i) {
    const ssize_t got = read(errors_.number(), bytes.data(), bytes.size());
    if (got > 0) {
      error_output_.take({bytes.data(), static_cast<std::size_t>(got)});
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else if (got == 0 || errno != EINTR) {
      errors_.close();
    }
  }
}

/// Reads the program's exit status, if it was sent, and closes the socket, as nothing more can
/// come.
void ChildProcess::read_report() {
  if (const auto report = next_report(control_.number())) status_ = report->value;
  control_.close();
}

std::string ChildProcess::read_line(const Patience& patience) {
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (std::min(end, unread_.size()) > kLongestLine) {
      throw AgentFailure(FailureKind::protocol, name_ + " writes a line of more than 1 MiB");
    }
    if (end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    wait_for(POLLIN, patience);
    const Reading reading = read_some();
    // Lines that a program wrote before it ended still count.
    const bool is_over = reading == Reading::nothing && control_.number() < 0;
    if (reading == Reading::end || is_over) fail_ended();
  }
}

}  // namespace carrack
