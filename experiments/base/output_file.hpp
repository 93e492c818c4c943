// A file that is either complete or not there.
#pragma once

#include <sys/stat.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/base/temporary_files.hpp"

namespace carrack {

/// What an output may replace. One rule for all commands: a file that exists is only replaced where
/// `replace` says so, and never where it is a ledger, one of `inputs`, or written by the same
/// process already.
struct OutputRule {
  bool replace = false;
  std::vector<std::string> inputs;  // files that the command reads, or a ledger that it writes
};

/// Writes beside the target and moves the file into its place when it is finished, so that a good
/// file is never replaced by half of one. A file that is replaced keeps its mode; through a
/// symbolic link its target is written, also where that does not exist yet. Devices and pipes are
/// written to directly. Every function throws InputError ("FILE exists; --force replaces it",
/// "cannot write FILE: reason"), or ResourceError where the disk or a limit is at its end.
class OutputFile {
 public:
  /// Throws at once where nothing could be written: a directory, a folder that is not there, a file
  /// that the rule protects.
  explicit OutputFile(std::string path, OutputRule rule = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Without publish(): what was written is discarded.
  ~OutputFile();

  void write(std::string_view text);
  /// Writes everything to the disk. Nothing is in its place yet. Several files that belong together
  /// are all closed before the first one is published.
  void close();
  /// Moves the closed file into its place. Throws where another file has appeared there.
  void publish();
  /// close() and publish().
  void finish();

 private:
  [[noreturn]] void fail(int error) const;
  void open_temporary();
  void open_directly(const struct stat& target);
  void discard() noexcept;

  std::string path_;    // as it was given
  std::string target_;  // where the file will be; empty where it is written to directly
  OutputRule rule_;
  std::optional<struct stat> replaced_;  // the file that was there at first
  std::string temporary_;                // empty where the target is written to directly
  std::optional<TemporaryFile> removed_by_signals_;
  std::FILE* file_ = nullptr;
};

}  // namespace carrack
