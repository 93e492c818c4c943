// The columns that are copied when ledgers are merged.
#pragma once

#include <string>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// The columns, separated by commas, that a table has both in `main` and in the attached schema
/// `other`, without `game` and `trial`. An older ledger lacks some.
[[nodiscard]] std::string columns_to_merge(Database& db, std::string_view table);

}  // namespace carrack
