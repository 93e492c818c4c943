// What an export of a tournament consists of.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

struct ExportColumn {
  std::string_view name;
  std::string_view type;   // INTEGER, REAL or TEXT
  std::string_view value;  // as SQL
  std::string_view meaning;
  i64 since = 1;  // version of the schema; NULL in files of earlier ones
};

/// A table. Rows of games begin with their key, block and permutation, and are in that order, so
/// that a table does not depend on who has played which game when.
struct ExportTable {
  std::string_view name;
  std::string_view meaning;
  std::span<const ExportColumn> columns;
  std::string_view rows;  // the rest of the query; ?1 is the tournament

  /// The query for a ledger whose schema has this version.
  [[nodiscard]] std::string sql(i64 version) const;
};

/// agents, games, seats, turns, purchases, searches. All but the seconds of `searches` are the same
/// however a tournament of deterministic agents was played.
[[nodiscard]] std::span<const ExportTable> export_tables() noexcept;

}  // namespace carrack
