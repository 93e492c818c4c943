// Where a ledger lies: which paths are taken, and how SQLite is told of them.
#pragma once

#include <string>

namespace carrack {

/// Throws InputError unless the path names a regular file, or nothing yet where it `may_be_new`:
/// not for devices, folders and pipes, not for what SQLite would not take for a file ("" and
/// ":memory:"), and not where only the log of a ledger is left, whose games a new ledger would
/// drop.
void check_ledger_path(const std::string& path, bool may_be_new);

/// The path as a URI for SQLite, so that no character of it has a meaning of its own.
[[nodiscard]] std::string ledger_uri(const std::string& path);

/// The same for a ledger that is only read. SQLite writes files beside a ledger in WAL mode even
/// when it only reads. Where it cannot, because the file or its folder is read-only, the URI says
/// that nobody writes the file (immutable=1), unless there is a log with content beside it.
[[nodiscard]] std::string ledger_uri_for_reading(const std::string& path);

}  // namespace carrack
