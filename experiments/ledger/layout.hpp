// The tables that a ledger consists of.
#pragma once

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Throws InputError unless every table of a ledger is there as a table with the columns, types and
/// keys expected. Triggers and virtual tables are refused: they run code or hold rows of their own.
void check_layout(Database& db);

}  // namespace carrack
