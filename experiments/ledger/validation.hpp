// What a file must hold to be taken for a ledger.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Identifiers of rows are from 1 to this: exact in JSON and in a double, far from overflow when
/// ledgers are merged.
inline constexpr i64 kMostId = i64{1} << 53;

/// Checks all of a ledger, of any version of the schema: the pages of the file, the tables and
/// their columns, every row on its own, the rows that belong to each other, and each tournament
/// against its plan. Does not rely on constraints of the schema. Throws InputError for the first
/// finding, with the row and what was expected.
void validate_ledger(Database& db);

}  // namespace carrack
