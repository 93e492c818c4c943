// The temporary files of this process, known to its signal handlers.
#pragma once

#include <cstddef>
#include <string>

namespace carrack {

/// A file that is removed when the process is ended by a signal that it handles. At most 64 at once
/// and names of at most 4095 bytes are known; others are not removed by signals. Thread-safe.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  /// The file is no longer removed by signals; it may stay under its name.
  ~TemporaryFile();

 private:
  std::size_t slot_;
};

/// Removes all of them. Async-signal-safe.
void remove_temporary_files() noexcept;

}  // namespace carrack
