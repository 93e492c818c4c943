// The first bytes of files that SQLite may have open.
#pragma once

#include <cstddef>
#include <string>

struct sqlite3;

namespace carrack {

/// The first bytes of the file of an open connection, read through its own descriptor; fewer if the
/// file is shorter. Empty if they cannot be read.
///
/// A descriptor of its own would do harm: when a process closes any descriptor of a file, the
/// kernel drops all locks that it holds on the file, those of its SQLite connections included.
/// Another process could then delete the log of a ledger that is being written.
[[nodiscard]] std::string file_start(sqlite3* db, std::size_t bytes);

}  // namespace carrack
