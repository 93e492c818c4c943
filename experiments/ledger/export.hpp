// The tables of an export of a tournament.
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
};

/// A table. Rows of games start with their key, block and permutation, and are sorted by it, so
/// that a table does not depend on which process played which game when.
struct ExportTable {
  std::string_view name;
  std::string_view meaning;
  std::span<const ExportColumn> columns;
  std::string_view rows;  // the rest of the query; ?1 is the tournament

  [[nodiscard]] std::string sql() const;
};

/// agents, games, seats, turns, purchases, searches. For deterministic agents, everything but the
/// seconds in `searches` is reproducible.
[[nodiscard]] std::span<const ExportTable> export_tables() noexcept;

}  // namespace carrack
