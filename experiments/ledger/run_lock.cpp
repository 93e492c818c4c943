#include "experiments/ledger/run_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace carrack {
namespace {

/// A lock of `count` bytes from `first`; a count of 0 means to the end.
struct flock bytes(i64 first, i64 count) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  return lock;
}

bool try_to_lock(int file, struct flock lock) { return fcntl(file, F_OFD_SETLK, &lock) == 0; }

}  // namespace

RunLock::RunLock(const std::string& ledger, i64 run) : path_(ledger + "-runs") {
  // A run that ends may briefly lock the whole file and remove it.
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts; ++i) {
    switch (hold(run)) {
      case Attempt::done: return;
      case Attempt::impossible: i = kAttempts; break;
      case Attempt::again: std::this_thread::sleep_for(std::chrono::milliseconds(10)); break;
    }
    close_file();
  }
}

RunLock::~RunLock() {
  if (!works()) return;
  // If all bytes can be locked, this is the last run. A run that opens the file now gets no lock
  // until it is closed here, and then finds that it is no longer at its path.
  if (try_to_lock(file_, bytes(0, 0)) && is_at_its_path()) unlink(path_.c_str());
  close_file();
}

RunLock::Attempt RunLock::hold(i64 run) {
  constexpr mode_t kLikeAnyFile = 0666;
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kLikeAnyFile);
  struct stat found {};
  if (file_ < 0 || fstat(file_, &found) != 0 || !S_ISREG(found.st_mode)) return Attempt::impossible;
  if (!try_to_lock(file_, bytes(run, 1))) {
    return errno == EAGAIN || errno == EACCES ? Attempt::again : Attempt::impossible;
  }
  return is_at_its_path() ? Attempt::done : Attempt::again;
}

bool RunLock::is_at_its_path() const noexcept {
  struct stat opened {};
  struct stat there {};
  return fstat(file_, &opened) == 0 && lstat(path_.c_str(), &there) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

bool RunLock::is_alive(i64 run) const noexcept {
  struct flock lock = bytes(run, 1);
  return fcntl(file_, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

void RunLock::close_file() noexcept {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

}  // namespace carrack
