// Temporary files of this process, removed by its signal handlers.
#pragma once

#include <cstddef>
#include <string>

namespace carrack {

/// A file that is removed when a handled signal ends the process. Limited to 64 files at once and
/// names of 4095 bytes; others are not removed. Thread-safe.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  /// The file is kept and no longer removed by signals.
  ~TemporaryFile();

 private:
  std::size_t slot_;
};

/// Removes the files of all TemporaryFile objects. Async-signal-safe.
void remove_temporary_files() noexcept;

}  // namespace carrack
