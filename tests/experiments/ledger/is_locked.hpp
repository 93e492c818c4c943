// Locks on files, as other processes see them.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace carrack::testing {

/// Whether this process, or any other, holds a lock on the file. A child asks: opening and closing
/// the file here would end the locks.
inline bool is_locked(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0 || fcntl(descriptor, F_GETLK, &lock) != 0) _exit(2);
    _exit(lock.l_type == F_UNLCK ? 1 : 0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) < 2);
  return status == 0;
}

}  // namespace carrack::testing
