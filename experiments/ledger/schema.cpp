#include "experiments/ledger/schema.hpp"

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "experiments/ledger/export.hpp"
#include "experiments/ledger/game_tables.hpp"
#include "experiments/ledger/trial_tables.hpp"

namespace carrack {
namespace {

/// PRAGMA application_id of a ledger: "Crrk".
constexpr i64 kApplication = 0x4372726B;

/// A text as an SQL literal.
std::string quoted(std::string_view text) {
  std::string sql = "'";
  for (const char c : text) sql += c == '\'' ? std::string("''") : std::string(1, c);
  return sql + '\'';
}

/// The view `column_meanings` documents the export columns for users of the SQLite shell.
std::string meanings_view() {
  std::string sql =
      "CREATE VIEW column_meanings (exported_table, exported_column, meaning) AS VALUES ";
  const char* separator = "";
  for (const ExportTable& table : export_tables()) {
    for (const ExportColumn& column : table.columns) {
      sql.append(separator).append("(").append(quoted(table.name)).append(", ");
      sql.append(quoted(column.name)).append(", ").append(quoted(column.meaning)).append(")");
      separator = ", ";
    }
  }
  return sql + ';';
}

}  // namespace

bool has_schema(Database& db) {
  // In one statement, because another process may be creating the tables.
  Statement head(db,
                 "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)"
                 " FROM pragma_user_version, pragma_application_id");
  head.start();
  if (!head.next()) throw InputError("ledger " + db.path() + ": has no version");
  const i64 version = head.integer(0);
  if (version == 0 && head.integer(2) == 0) return false;
  if (head.integer(1) != kApplication) {
    throw InputError("ledger " + db.path() + ": not a carrack database");
  }
  if (version != kSchemaVersion) {
    throw InputError("ledger " + db.path() + ": its schema has version " + std::to_string(version) +
                     ", expected " + std::to_string(kSchemaVersion) +
                     "; another version of carrack wrote it");
  }
  return true;
}

void open_schema(Database& db, bool may_write) {
  if (has_schema(db)) return;
  if (!may_write) {
    throw InputError("ledger " + db.path() +
                     ": is empty; its games may be in a log (-wal) that was not moved with it");
  }
  Transaction creation(db);
  if (!has_schema(db)) {  // another process may have created the tables
    db.execute(std::string(kGameTables));
    db.execute(std::string(kTrialTables));
    db.execute(meanings_view());
    db.execute("PRAGMA application_id = " + std::to_string(kApplication));
    db.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
  }
  creation.commit();
}

}  // namespace carrack
