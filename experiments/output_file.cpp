#include "experiments/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"

namespace carrack {

namespace fs = std::filesystem;

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  if (!fs::exists(status) || fs::is_regular_file(status)) {
    const fs::path target = fs::exists(status) ? fs::canonical(path_, ignored) : fs::path(path_);
    temporary_ = (target.parent_path() /
                  ("." + target.filename().string() + ".tmp-" + std::to_string(getpid())))
                     .string();
    path_ = target.string();
  }
  file_ = std::fopen((temporary_.empty() ? path_ : temporary_).c_str(), "wb");
  if (file_ == nullptr) fail(errno);
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::fail(int error) const {
  throw InputError("cannot write " + path_ + ": " + std::strerror(error));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void OutputFile::finish() {
  if (std::fflush(file_) != 0) fail(errno);
  if (!temporary_.empty() && fsync(fileno(file_)) != 0) fail(errno);
  std::FILE* const file = file_;
  file_ = nullptr;
  const bool closed = std::fclose(file) == 0;
  const bool moved =
      closed && (temporary_.empty() || std::rename(temporary_.c_str(), path_.c_str()) == 0);
  if (!moved) {
    const int error = errno;
    if (!temporary_.empty()) std::remove(temporary_.c_str());
    fail(error);
  }
}

}  // namespace carrack
