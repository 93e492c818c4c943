// A file that is either complete or not there.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace carrack {

/// Writes beside the target and moves the file into its place when it is finished, so that a good
/// file is never replaced by half of one. Devices and pipes are written to directly.
/// Every function throws InputError, "cannot write FILE: reason".
class OutputFile {
 public:
  /// Throws at once where nothing could be written: a directory, a folder that is not there.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Without finish(): what was written is discarded.
  ~OutputFile();

  void write(std::string_view text);
  /// Flushes to the disk and puts the file into its place.
  void finish();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string temporary_;  // empty where the target is written to directly
  std::FILE* file_ = nullptr;
};

}  // namespace carrack
