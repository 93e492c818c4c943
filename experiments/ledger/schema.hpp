// The schema of a ledger and its migrations.
#pragma once

#include <span>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// The version that added the tables of trials.
inline constexpr i64 kTrialsSince = 5;
/// The version that added the circumstances of forks, and the comparison with a denied tile.
inline constexpr i64 kForkPartsSince = 6;
/// The version that added the table of discounts.
inline constexpr i64 kDiscountsSince = 7;

/// Step v migrates from version v to v + 1; version 0 is an empty file.
[[nodiscard]] std::span<const std::string_view> ledger_migrations() noexcept;

/// The schema version of a ledger, 0 for an empty file. Throws InputError for a database of another
/// program, and for an unknown version.
[[nodiscard]] i64 ledger_version(
    Database& db, std::span<const std::string_view> migrations = ledger_migrations());

/// With `may_write`, creates or migrates the tables of a ledger, one transaction per step; a step
/// that fails changes nothing. Later versions only add tables and columns, so older ones can be
/// read as they are. Throws InputError as ledger_version() does, for an empty file without
/// `may_write`, and for rows that a step rejects.
void open_schema(Database& db, bool may_write,
                 std::span<const std::string_view> migrations = ledger_migrations());

}  // namespace carrack
