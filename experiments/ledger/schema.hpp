// The tables of a ledger, and how older ones are brought up to date.
#pragma once

#include <span>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// The version that has brought the tables of trials.
inline constexpr i64 kTrialsSince = 5;

/// Step v leads from version v to version v + 1; version 0 is an empty file.
[[nodiscard]] std::span<const std::string_view> ledger_migrations() noexcept;

/// The version of the tables of a ledger, 0 for an empty file. Throws InputError for another
/// program's database, and for a version that no step leads from or to.
[[nodiscard]] i64 ledger_version(
    Database& db, std::span<const std::string_view> migrations = ledger_migrations());

/// Where `may_write`, makes or updates the tables of a ledger, each step in a transaction of its
/// own: one that fails changes nothing. Later versions have the columns of earlier ones and some
/// more, so older ones may be read as they are. Throws InputError as ledger_version() does, for an
/// empty file that may not be written, and for rows that a step does not take.
void open_schema(Database& db, bool may_write,
                 std::span<const std::string_view> migrations = ledger_migrations());

}  // namespace carrack
