#include "experiments/ledger/layout.hpp"

#include <map>
#include <string>

#include "core/base/error.hpp"
#include "experiments/ledger/schema.hpp"

namespace carrack {
namespace {

[[noreturn]] void fail(const Database& db, const std::string& what) {
  throw InputError("ledger " + db.path() + ": " + what);
}

/// Throws InputError if the query finds a row.
void expect_none(Database& db, std::string_view query, const std::string& what) {
  Statement found(db, query);
  found.start();
  if (found.next()) fail(db, what + " '" + excerpt(found.text(0)) + "', expected none");
}

std::string columns_of(Database& db, std::string_view table) {
  Statement columns(
      db, "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid");
  std::string all;
  for (columns.start(table); columns.next();) {
    if (!all.empty()) all += ", ";
    all.append(columns.text(0)).append(" ").append(columns.text(1));
    if (columns.integer(2) != 0) all += " not null";
    if (columns.integer(3) != 0) all += " key " + std::to_string(columns.integer(3));
    if (columns.integer(4) != 0) all += " hidden";
  }
  return all;
}

/// The columns of the tables, by name, taken from an empty ledger: so only the schema defines them.
std::map<std::string, std::string> columns_by_table() {
  Database empty = Database::in_memory();
  open_schema(empty, true);
  Statement tables(empty, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  std::map<std::string, std::string> columns;
  for (tables.start(); tables.next();) {
    const std::string table(tables.text(0));
    columns[table] = columns_of(empty, table);
  }
  return columns;
}

/// The first unexpected column.
std::string difference(std::string_view found, std::string_view expected) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < found.size() && i < expected.size() && found[i] == expected[i]; ++i) {
    if (found[i] == ' ' && i > 0 && found[i - 1] == ',') from = i + 1;
  }
  if (expected.starts_with(found)) from = found.size() + 2;  // behind ", "
  if (found.starts_with(expected)) from = expected.size() + 2;
  const auto column = [&](std::string_view all) -> std::string {
    if (from >= all.size()) return "no further column";
    return "'" + excerpt(all.substr(from, all.find(',', from) - from)) + "'";
  };
  return column(found) + ", expected " + column(expected);
}

}  // namespace

void check_layout(Database& db) {
  expect_none(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'", "has the trigger");
  expect_none(db,
              "SELECT name FROM pragma_table_list"
              " WHERE schema = 'main' AND type IN ('virtual', 'shadow')",
              "has the virtual table");
  Statement kind(db,
                 "SELECT type, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?");
  for (const auto& [table, expected] : columns_by_table()) {
    kind.start(table);
    if (!kind.next()) fail(db, "has no table " + table);
    if (kind.text(0) != "table") fail(db, table + " is a view, expected a table");
    if (kind.integer(1) == 0)
      fail(db, "table " + table + " accepts any type, expected a strict one");
    kind.reset();
    const std::string columns = columns_of(db, table);
    if (columns != expected) {
      fail(db, "table " + table + " has " + difference(columns, expected));
    }
  }
}

}  // namespace carrack
