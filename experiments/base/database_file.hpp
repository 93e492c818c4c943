// SQLite files on disk, which this process may have open.
#pragma once

#include <cstddef>
#include <string>

struct sqlite3;

namespace carrack {

// When a process closes any descriptor of a file, the kernel drops all locks that it holds on the
// file, those of its SQLite connections included. Another process could then delete the log of a
// ledger that is being written. So these functions read through SQLite.

/// The path as an SQLite URI with special characters escaped.
[[nodiscard]] std::string sqlite_uri(const std::string& path);
/// The first bytes of the file of an open connection; fewer if the file is shorter. Empty if they
/// cannot be read.
[[nodiscard]] std::string file_start(sqlite3* db, std::size_t bytes);
/// Whether it is a regular file that starts with the SQLite header, as ledgers do.
[[nodiscard]] bool is_database(const std::string& path);

}  // namespace carrack
