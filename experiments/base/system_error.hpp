// Errors of system calls as exceptions.
#pragma once

#include <string>

namespace carrack {

/// Whether `error`, an errno, says that the machine lacks something: memory, open files, space or
/// health of a disk.
[[nodiscard]] bool is_lack_of_resources(int error) noexcept;

/// Throws "WHAT: reason of the errno `error`": ResourceError if is_lack_of_resources(), otherwise
/// InputError.
[[noreturn]] void fail_with_errno(const std::string& what, int error);

}  // namespace carrack
