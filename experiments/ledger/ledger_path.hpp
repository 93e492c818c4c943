// Paths of ledgers.
#pragma once

#include <string>

namespace carrack {

/// Throws InputError unless the path names a regular file, or with `may_be_new` a missing one.
/// Refuses devices, folders and pipes, names that SQLite does not treat as files ("" and
/// ":memory:"), and paths where only the log of a ledger is left, whose games a new ledger would
/// destroy.
void check_ledger_path(const std::string& path, bool may_be_new);

/// The SQLite URI of a ledger that is only read. In WAL mode SQLite writes files next to the ledger
/// even for reading. If the file or its folder is read-only, the URI declares the file immutable
/// (immutable=1), unless there is a non-empty log.
[[nodiscard]] std::string ledger_uri_for_reading(const std::string& path);

}  // namespace carrack
