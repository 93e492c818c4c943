// The schema of a ledger.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// The version of the tables, in `PRAGMA user_version`. No other version was released.
inline constexpr i64 kSchemaVersion = 1;

/// False for an empty file. Throws InputError for a database of another program, and for another
/// version.
[[nodiscard]] bool has_schema(Database& db);

/// With `may_write`, creates the tables in an empty file, in one transaction. Throws InputError as
/// has_schema() does, and for an empty file without `may_write`.
void open_schema(Database& db, bool may_write);

}  // namespace carrack
