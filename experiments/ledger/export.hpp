// What an export of a tournament consists of.
#pragma once

#include <span>
#include <string_view>

namespace carrack {

/// A table: its name, and the query, whose columns it has; ?1 is the tournament. Rows of games
/// begin with their key, block and permutation, and are in that order, so that a table does not
/// depend on who has played which game when.
struct ExportTable {
  std::string_view name;
  std::string_view sql;
};

/// agents, games, seats, turns, purchases, searches. All but the seconds of `searches` are the same
/// however a tournament of deterministic agents was played.
[[nodiscard]] std::span<const ExportTable> export_tables() noexcept;

}  // namespace carrack
