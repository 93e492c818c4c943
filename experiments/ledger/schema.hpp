// The tables of a ledger, and how older ones are brought up to date.
#pragma once

#include <span>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Step v leads from version v to version v + 1; version 0 is an empty file.
[[nodiscard]] std::span<const std::string_view> ledger_migrations() noexcept;

/// Checks that the database is a ledger, and where `may_write`, makes or updates its tables, each
/// step in a transaction of its own. Throws InputError for another program's database, for one of a
/// later version, and for an older one that may not be written.
void open_schema(Database& db, bool may_write,
                 std::span<const std::string_view> migrations = ledger_migrations());

}  // namespace carrack
