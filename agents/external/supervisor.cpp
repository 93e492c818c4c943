// Everything here runs after a fork of a process that may have many threads: system calls only, no
// memory is allocated, no lock is taken.
#include "agents/external/supervisor.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace carrack {
namespace {

constexpr int kControl = 3;  // after the three standard descriptors
constexpr int kFirstUnused = 4;
/// The interval at which the supervisor checks that its parent still exists.
constexpr long kLookInterval = 250'000'000;  // ns

void report(int control, SupervisorReport::Kind kind, int value) noexcept {
  const SupervisorReport message{kind, value};
  while (send(control, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void give_up(int control, int error) noexcept {
  report(control, SupervisorReport::Kind::failed, error);
  _exit(0);
}

/// Resets the signal handlers, which belong to the parent.
void reset_signals() noexcept {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &action, nullptr);
}

void close_from(int first) noexcept {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  constexpr rlim_t kMost = 1U << 20;
  rlimit open_files{};
  getrlimit(RLIMIT_NOFILE, &open_files);
  const int end = static_cast<int>(std::min(open_files.rlim_cur, kMost));
  for (int number = first; number < end; ++number) close(number);
}

/// Puts the descriptors where the program expects them, and closes all others.
void arrange_descriptors(const Launch& launch) noexcept {
  // First moves them out of the way: they may lie on each other's places.
  const int talk = fcntl(launch.talk, F_DUPFD, kFirstUnused);
  const int errors = fcntl(launch.errors, F_DUPFD, kFirstUnused);
  const int control = fcntl(launch.control, F_DUPFD, kFirstUnused);
  const bool is_done = talk >= 0 && errors >= 0 && control >= 0 && dup2(control, kControl) >= 0 &&
                       dup2(talk, STDIN_FILENO) >= 0 && dup2(talk, STDOUT_FILENO) >= 0 &&
                       dup2(errors, STDERR_FILENO) >= 0;
  if (!is_done) give_up(launch.control, errno);
  fcntl(kControl, F_SETFD, FD_CLOEXEC);
  close_from(kFirstUnused);
}

/// Limits a resource. At the first limit the program gets a signal if the system has one for it; at
/// the second it is killed.
void limit(decltype(RLIMIT_AS) resource, rlim_t first, rlim_t second) noexcept {
  rlimit bounds{};
  getrlimit(resource, &bounds);
  bounds.rlim_max = std::min(bounds.rlim_max, second);
  bounds.rlim_cur = std::min(bounds.rlim_max, first);
  setrlimit(resource, &bounds);
}

/// Executes the program. Returns the errno of the first file that exists and cannot be executed,
/// else of the last file.
[[nodiscard]] int execute(const Launch& launch) noexcept {
  bool is_forbidden = false;
  int error = ENOENT;
  for (const char* const* file = launch.files; *file != nullptr; ++file) {
    execve(*file, launch.arguments, launch.environment);
    error = errno;
    is_forbidden |= error == EACCES;
    if (error != ENOENT && error != ENOTDIR && error != EACCES) return error;
  }
  return is_forbidden ? EACCES : error;
}

[[noreturn]] void become_program(const Launch& launch, int failure) noexcept {
  constexpr u64 kMebibyte = u64{1} << 20;
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // with the supervisor, which it may kill itself
#endif
  const rlim_t memory = launch.limits.memory * kMebibyte;
  const rlim_t cpu = launch.limits.cpu;
  limit(RLIMIT_CORE, 0, 0);
  if (memory != 0) limit(RLIMIT_AS, memory, memory);
  if (cpu != 0) limit(RLIMIT_CPU, cpu, cpu + 1);
  reset_signals();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int error = execute(launch);
  [[maybe_unused]] const ssize_t written = write(failure, &error, sizeof error);
  _exit(127);
}

/// Forks without atfork handlers if the C library can: the handlers belong to libraries whose
/// threads do not exist here.
[[nodiscard]] pid_t plain_fork() noexcept {
#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 34)
  return _Fork();
#endif
#endif
  return fork();
}

/// Starts the program and returns its process. If it cannot be started, reports that and ends this
/// process.
[[nodiscard]] pid_t start_program(const Launch& launch) noexcept {
  std::array<int, 2> failure{};  // carries the errno of execve(), or closes with its success
  if (pipe(failure.data()) != 0) give_up(kControl, errno);
  fcntl(failure[1], F_SETFD, FD_CLOEXEC);
  const pid_t program = plain_fork();
  if (program < 0) give_up(kControl, errno);
  if (program == 0) {
    close(failure[0]);
    become_program(launch, failure[1]);
  }
  close(failure[1]);
  int error = 0;
  ssize_t got = -1;
  do {
    got = read(failure[0], &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(failure[0]);
  if (got == sizeof error) give_up(kControl, error);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(number);
  return program;
}

/// Whether the program has ended. Does not reap it, so that its process and group ids are not
/// reused. Reaps orphans that have ended.
[[nodiscard]] bool has_ended(pid_t program) noexcept {
  for (;;) {
    siginfo_t info{};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
    if (info.si_pid == 0) return false;
    if (info.si_pid == program) return true;
    waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

/// Waits. True: the program has ended by itself. False: it is to be ended.
[[nodiscard]] bool watch(pid_t program, pid_t parent) noexcept {
  sigset_t all_but_child_signal;
  sigfillset(&all_but_child_signal);
  sigdelset(&all_but_child_signal, SIGCHLD);
  while (!has_ended(program)) {
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(kControl, &readable);
    const timespec interval{0, kLookInterval};
    // Nobody writes to a supervisor, so the socket is readable only once it is closed. A forked
    // child of the parent may hold it open; therefore the parent is checked too.
    const int ready =
        pselect(kControl + 1, &readable, nullptr, nullptr, &interval, &all_but_child_signal);
    if (ready > 0 || getppid() != parent) return false;
  }
  return true;
}

[[nodiscard]] bool is_child(pid_t process) noexcept {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Kills the children of this process, or as many as fit one read. False if the system does not
/// list them.
[[nodiscard]] bool kill_children() noexcept {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> text{};
  const ssize_t got = read(file, text.data(), text.size());
  close(file);
  if (got < 0) return false;
  std::string_view list(text.data(), static_cast<std::size_t>(got));
  // A number without a space behind it may be cut off.
  for (auto end = list.find(' '); end != std::string_view::npos; end = list.find(' ')) {
    pid_t child = 0;
    const auto [stop, error] = std::from_chars(list.data(), list.data() + end, child);
    if (error == std::errc() && child > 0 && is_child(child)) kill(child, SIGKILL);
    list.remove_prefix(end + 1);
  }
  return true;
}

/// Children whose parent has ended become children of this process, until there are no more.
void kill_descendants() noexcept {
  for (;;) {
    const int waiting = kill_children() ? 0 : WNOHANG;
    const pid_t ended = waitpid(-1, nullptr, waiting);
    if (ended == 0 || (ended < 0 && errno != EINTR)) return;
  }
}

}  // namespace

void supervise(const Launch& launch) noexcept {
  // Ctrl-C and the end of a terminal reach neither this process nor the program.
  setsid();
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  reset_signals();
  struct sigaction wake_up {};
  wake_up.sa_handler = [](int) {};  // lets pselect() return
  sigaction(SIGCHLD, &wake_up, nullptr);

  arrange_descriptors(launch);
  const pid_t program = start_program(launch);
  report(kControl, SupervisorReport::Kind::started, 0);
  const bool ended_itself = watch(program, launch.parent);
  kill(-program, SIGKILL);
  kill(program, SIGKILL);
  int status = 0;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  if (ended_itself) report(kControl, SupervisorReport::Kind::ended, status);
  kill_descendants();
  _exit(0);
}

}  // namespace carrack
