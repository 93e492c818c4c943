// Which file a path leads to.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace carrack {

/// stat(); nothing where there is no file.
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path);
/// Device and inode are equal.
[[nodiscard]] bool is_same(const struct stat& a, const struct stat& b);
/// The path without symbolic links, also where the file at its end does not exist; empty where its
/// folder does not.
[[nodiscard]] std::string resolved_path(const std::string& path);
/// Whether two paths lead to the same file, or would once it exists.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);
/// Whether the file begins as an SQLite database does, as a ledger is one.
[[nodiscard]] bool is_database(const std::string& path);

}  // namespace carrack
