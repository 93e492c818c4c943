// Errors of system calls: which are the machine's and which the input's.
#include "experiments/base/system_error.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "core/base/error.hpp"

namespace carrack {
namespace {

/// The kind and the message of the error.
std::string failure(int error) {
  try {
    fail_with_errno("cannot write games.jsonl", error);
  } catch (const InputError& wrong) {
    return std::string("input: ") + wrong.what();
  } catch (const ResourceError& lack) {
    return std::string("machine: ") + lack.what();
  }
}

TEST(SystemErrors, AreTheMachinesWhereItLacksSomething) {
  for (const int error : {EDQUOT, EFBIG, EIO, EMFILE, ENFILE, ENOMEM, ENOSPC}) {
    EXPECT_TRUE(is_lack_of_resources(error)) << error;
    EXPECT_TRUE(failure(error).starts_with("machine: cannot write games.jsonl: ")) << error;
  }
  EXPECT_EQ(failure(ENOSPC), "machine: cannot write games.jsonl: No space left on device");
}

TEST(SystemErrors, AreTheInputsOtherwise) {
  for (const int error : {EACCES, EINVAL, EISDIR, ENOENT, EPERM, EROFS}) {
    EXPECT_FALSE(is_lack_of_resources(error)) << error;
    EXPECT_TRUE(failure(error).starts_with("input: cannot write games.jsonl: ")) << error;
  }
  EXPECT_EQ(failure(ENOENT), "input: cannot write games.jsonl: No such file or directory");
}

}  // namespace
}  // namespace carrack
