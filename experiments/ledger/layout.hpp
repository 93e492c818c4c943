// The tables of a ledger.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Throws InputError unless every table exists with the expected columns, types and keys. Triggers
/// and virtual tables are refused, because they run code or hold rows of their own.
void check_layout(Database& db);

}  // namespace carrack
