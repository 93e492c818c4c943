#include "experiments/base/database_file.hpp"

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/sqlite_file.hpp"

namespace carrack {

std::string sqlite_uri(const std::string& path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : std::filesystem::absolute(path).string()) {
    if (kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kDigits[byte / 16U], kDigits[byte % 16U]};
    }
  }
  return uri;
}

std::string file_start(sqlite3* db, std::size_t bytes) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file)) !=
          SQLITE_OK ||
      file == nullptr || file->pMethods == nullptr) {
    return "";
  }
  sqlite3_int64 size = 0;
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK) return "";
  if (std::cmp_less(size, bytes)) bytes = static_cast<std::size_t>(size);
  std::string start(bytes, '\0');
  if (file->pMethods->xRead(file, start.data(), static_cast<int>(bytes), 0) != SQLITE_OK) return "";
  return start;
}

// The connection only opens the file: it reads no page, takes no lock and creates no log.
bool is_database(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  struct Close {
    void operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }
  };
  constexpr int kFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  sqlite3* db = nullptr;
  const int opened = sqlite3_open_v2(sqlite_uri(path).c_str(), &db, kFlags, nullptr);
  const std::unique_ptr<sqlite3, Close> connection(db);
  return opened == SQLITE_OK && file_start(db, kSqliteFileStart.size()) == kSqliteFileStart;
}

}  // namespace carrack
