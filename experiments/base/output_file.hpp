// Output files that are written atomically.
#pragma once

#include <sys/stat.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/base/temporary_files.hpp"

namespace carrack {

/// What an output may overwrite. The same rule holds for all commands: an existing file is
/// overwritten only with `replace`, and never if it is a ledger, one of `inputs`, or already
/// written by the same process.
struct OutputRule {
  bool replace = false;
  std::vector<std::string> inputs;  // files read by the command, or a ledger written by it
};

/// Writes to a temporary file next to the target and renames it when it is complete, so that an
/// existing file is never replaced by a partial one. A replaced file keeps its mode. Symbolic links
/// are followed, even if their target does not exist yet. Devices and pipes are written directly.
/// Every function throws InputError ("FILE exists; --force replaces it", "cannot write FILE:
/// reason"), or ResourceError if the disk is full or a limit is reached.
class OutputFile {
 public:
  /// Throws immediately if the target cannot be written: a directory, a missing folder, a file
  /// protected by the rule.
  explicit OutputFile(std::string path, OutputRule rule = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Discards the data unless publish() was called.
  ~OutputFile();

  void write(std::string_view text);
  /// Flushes everything to disk without renaming. Close all files that belong together before
  /// publishing the first one.
  void close();
  /// Renames the closed file to its target. Throws if another file has appeared there.
  void publish();
  /// close() and publish().
  void finish();

  /// Hands all data written so far to the operating system, so that an error belongs to this part.
  void flush();
  /// After an error: closes the file with its first `size` bytes, to be published. False if there
  /// is no temporary file, or if that fails too.
  [[nodiscard]] bool cut(std::size_t size) noexcept;
  /// Leaves the closed temporary file where it is, unpublished, and returns its name; "" if there
  /// is none.
  [[nodiscard]] std::string keep_temporary() noexcept;

 private:
  [[noreturn]] void fail(int error) const;
  void open_temporary();
  void open_directly(const struct stat& target);
  /// Takes the descriptor of an opened file. Throws for -1, by errno.
  void open_stream(int descriptor);
  void discard() noexcept;

  std::string path_;    // as given by the user
  std::string target_;  // final path; empty if written directly
  OutputRule rule_;
  std::optional<struct stat> replaced_;  // the file that existed at the start
  std::string temporary_;                // empty if the target is written directly
  std::optional<TemporaryFile> removed_by_signals_;
  std::FILE* file_ = nullptr;
};

}  // namespace carrack
