// Validation of ledgers.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Maximum row identifier: exact in JSON and in a double, and far from overflow when ledgers are
/// merged.
inline constexpr i64 kMaxId = i64{1} << 53;

/// Checks a ledger of any schema version: file pages, tables and columns, every row, references
/// between rows, and each tournament against its plan. Does not rely on schema constraints. Throws
/// InputError for the first error, with the row and what was expected.
void validate_ledger(Database& db);

}  // namespace carrack
