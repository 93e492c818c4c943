// Identity of files behind paths.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace carrack {

/// The result of stat(); empty if there is no file.
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path);
/// Whether device and inode are the same.
[[nodiscard]] bool is_same(const struct stat& a, const struct stat& b);
/// The path with symbolic links resolved; the file itself need not exist. Empty if its folder does
/// not exist.
[[nodiscard]] std::string resolved_path(const std::string& path);
/// Whether two paths lead to the same file, which need not exist yet.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace carrack
