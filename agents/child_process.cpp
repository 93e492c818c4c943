#include "agents/child_process.hpp"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "agents/agent_failure.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): not on every system

namespace carrack {
namespace {

constexpr std::size_t kLongestLine = 1U << 20;

/// The attributes and file actions of posix_spawn, freed whatever happens.
struct SpawnSetup {
  SpawnSetup() {
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_t actions{};
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) : name_(command.front()) {
  // A socket pair, not two pipes: writing to a program that has ended can then be told from within
  // (MSG_NOSIGNAL), without a change to how this process takes signals.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw AgentFailure(FailureKind::crashed, name_ + ": " + std::strerror(errno));
  }
  SpawnSetup setup;
  posix_spawnattr_setflags(
      &setup.attributes,
      static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  posix_spawnattr_setpgroup(&setup.attributes, 0);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&setup.attributes, &signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  posix_spawnattr_setsigdefault(&setup.attributes, &signals);
  posix_spawn_file_actions_adddup2(&setup.actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&setup.actions, ends[1], STDOUT_FILENO);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int error =
      posix_spawnp(&pid_, words.front(), &setup.actions, &setup.attributes, words.data(), environ);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    throw AgentFailure(FailureKind::crashed, "cannot start " + name_ + ": " + std::strerror(error));
  }
  socket_ = ends[0];
}

ChildProcess::~ChildProcess() {
  close(socket_);
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);  // the program's whole group
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::fail_ended() {
  int status = 0;
  kill(-pid_, SIGKILL);
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  std::string how = "has closed its output";
  if (WIFEXITED(status)) how = "has ended with status " + std::to_string(WEXITSTATUS(status));
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) {
    how = "has ended by signal " + std::to_string(WTERMSIG(status));
  }
  throw AgentFailure(FailureKind::crashed, name_ + ' ' + how);
}

void ChildProcess::wait_for(short events, Clock::time_point deadline) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{socket_, events, 0};
    const int ready = poll(&waiting, 1, left > 0 ? static_cast<int>(left) : 0);
    if (ready > 0) return;
    if (ready == 0) throw AgentFailure(FailureKind::timed_out, name_ + " has not answered in time");
    if (errno != EINTR) throw AgentFailure(FailureKind::crashed, std::strerror(errno));
  }
}

void ChildProcess::write(std::string_view line, Clock::time_point deadline) {
  while (!line.empty()) {
    const ssize_t sent = send(socket_, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      line.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT, deadline);
    } else if (errno != EINTR) {
      fail_ended();
    }
  }
}

bool ChildProcess::read_some() {
  std::array<char, 4096> bytes{};
  for (;;) {
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got > 0) unread_.append(bytes.data(), static_cast<std::size_t>(got));
    if (got >= 0) return got > 0;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
    if (errno != EINTR) return false;
  }
}

std::string ChildProcess::read_line(Clock::time_point deadline) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    if (unread_.size() > kLongestLine) {
      throw AgentFailure(FailureKind::protocol, name_ + " writes a line that does not end");
    }
    wait_for(POLLIN, deadline);
    if (!read_some()) fail_ended();
  }
}

}  // namespace carrack
