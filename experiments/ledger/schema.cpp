#include "experiments/ledger/schema.hpp"

#include <array>

#include "core/base/error.hpp"
#include "experiments/ledger/export.hpp"
#include "experiments/ledger/game_tables.hpp"
#include "experiments/ledger/trial_tables.hpp"

namespace carrack {
namespace {

/// PRAGMA application_id of a ledger: "Crrk".
constexpr i64 kApplication = 0x4372726B;

constexpr std::array<std::string_view, 7> kMigrations{
    kSchema1, kSchema2, kSchema3, kSchema4, kTrialTables, kTrialForks6, kTrialDiscounts7};

/// A text as an SQL literal.
std::string quoted(std::string_view text) {
  std::string sql = "'";
  for (const char c : text) sql += c == '\'' ? std::string("''") : std::string(1, c);
  return sql + '\'';
}

/// The view `column_meanings` documents the export columns for users of the SQLite shell.
std::string meanings_view() {
  std::string sql =
      "DROP VIEW IF EXISTS column_meanings;"
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

/// Disables foreign keys while tables are recreated. SQLite can toggle them only outside
/// transactions.
class WithoutForeignKeys {
 public:
  explicit WithoutForeignKeys(Database& db) : db_(db) { db_.execute("PRAGMA foreign_keys = OFF"); }
  WithoutForeignKeys(const WithoutForeignKeys&) = delete;
  WithoutForeignKeys& operator=(const WithoutForeignKeys&) = delete;
  ~WithoutForeignKeys() {
    try {
      db_.execute("PRAGMA foreign_keys = ON");
    } catch (const std::runtime_error&) {  // connection failed; its next statement reports it
    }
  }

 private:
  Database& db_;
};

void check_foreign_keys(Database& db) {
  Statement missing(db, "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1");
  missing.start();
  if (!missing.next()) return;
  throw InputError("ledger " + db.path() + ": a row of table " + excerpt(missing.text(0)) +
                   " belongs to a row of table " + excerpt(missing.text(1)) + " that is missing");
}

/// Takes the next step, unless another process has done so already.
void take_step(Database& db, std::span<const std::string_view> migrations) {
  const WithoutForeignKeys off(db);
  Transaction step(db);
  const i64 from = ledger_version(db, migrations);
  if (from < static_cast<i64>(migrations.size())) {
    db.execute(std::string(migrations[static_cast<std::size_t>(from)]));
    if (from + 1 == static_cast<i64>(kMigrations.size())) db.execute(meanings_view());
    check_foreign_keys(db);
    db.execute("PRAGMA application_id = " + std::to_string(kApplication));
    db.execute("PRAGMA user_version = " + std::to_string(from + 1));
  }
  step.commit();
}

}  // namespace

std::span<const std::string_view> ledger_migrations() noexcept { return kMigrations; }

i64 ledger_version(Database& db, std::span<const std::string_view> migrations) {
  const auto latest = static_cast<i64>(migrations.size());
  // In one statement, because another process may be creating the tables.
  Statement head(db,
                 "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)"
                 " FROM pragma_user_version, pragma_application_id");
  head.start();
  if (!head.next()) throw InputError("ledger " + db.path() + ": has no version");
  const i64 version = head.integer(0);
  if (version == 0 && head.integer(2) == 0) return 0;
  if (head.integer(1) != kApplication) {
    throw InputError("ledger " + db.path() + ": not a carrack database");
  }
  if (version > latest) {
    throw InputError("ledger " + db.path() + ": its schema has version " + std::to_string(version) +
                     ", of a later carrack; this one supports up to " + std::to_string(latest));
  }
  if (version < 1) {
    throw InputError("ledger " + db.path() + ": its schema has version " + std::to_string(version) +
                     ", expected 1 to " + std::to_string(latest));
  }
  return version;
}

void open_schema(Database& db, bool may_write, std::span<const std::string_view> migrations) {
  const auto latest = static_cast<i64>(migrations.size());
  i64 version = ledger_version(db, migrations);
  if (!may_write) {
    if (version == 0) {
      throw InputError("ledger " + db.path() +
                       ": is empty; its games may be in a log (-wal) that was not moved with it");
    }
    return;
  }
  for (; version < latest; version = ledger_version(db, migrations)) take_step(db, migrations);
}

}  // namespace carrack
