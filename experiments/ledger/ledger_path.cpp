#include "experiments/ledger/ledger_path.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"
#include "experiments/base/database_file.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;

bool may_write(const fs::path& path) {
  return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

bool has_log(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file.string() + "-wal", error);
  return !error && size != 0;
}

}  // namespace

void check_ledger_path(const std::string& path, bool may_be_new) {
  if (path.empty() || path.find('\0') != std::string::npos) {
    throw InputError("ledger '" + path + "': expected the name of a file");
  }
  if (path == ":memory:") {
    throw InputError("ledger :memory: is not a file; expected a file name");
  }
  // Before the file: another process may be creating the two, the file first.
  const bool has_log_already = has_log(path);
  std::error_code error;
  const fs::file_status found = fs::status(path, error);
  if (fs::exists(found) && !fs::is_regular_file(found)) {
    throw InputError("ledger " + path + ": is a folder, device or pipe, expected a regular file");
  }
  if (fs::exists(found) || !fs::status_known(found)) return;
  if (has_log_already) {
    throw InputError("ledger " + path + ": does not exist, but its log " + path +
                     "-wal does, with games in it; expected both together, or neither");
  }
  if (!may_be_new) {
    throw InputError("ledger " + path + ": " + std::generic_category().message(ENOENT));
  }
}

std::string ledger_uri_for_reading(const std::string& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error || (may_write(file) && may_write(file.parent_path()))) return sqlite_uri(path);
  return sqlite_uri(path) + (has_log(file) ? "?mode=ro" : "?immutable=1");
}

}  // namespace carrack
