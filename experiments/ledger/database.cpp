#include "experiments/ledger/database.hpp"

#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "core/error.hpp"

namespace carrack {
namespace {

constexpr int kBusyMilliseconds = 30'000;

int flags(Database::Mode mode) {
  switch (mode) {
    case Database::Mode::read:  // WAL needs to write its index
    case Database::Mode::write: return SQLITE_OPEN_READWRITE;
    case Database::Mode::create: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  }
  return 0;
}

}  // namespace

void Database::Close::operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
  sqlite3* db = nullptr;
  const int opened =
      sqlite3_open_v2(path_.c_str(), &db, flags(mode) | SQLITE_OPEN_NOMUTEX, nullptr);
  db_.reset(db);
  if (opened != SQLITE_OK) fail();
  sqlite3_busy_timeout(db, kBusyMilliseconds);
  execute("PRAGMA foreign_keys = ON");
  if (mode == Mode::read) {
    execute("PRAGMA query_only = ON");
  } else {
    log_ahead();
    execute("PRAGMA synchronous = NORMAL");
  }
}

void Database::log_ahead() {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::milliseconds(kBusyMilliseconds);
  for (;;) {
    const int status =
        sqlite3_exec(db_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (status == SQLITE_OK) return;
    if (status != SQLITE_BUSY || Clock::now() > deadline) fail();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void Database::fail() const {
  throw InputError("ledger " + path_ + ": " +
                   (db_ == nullptr ? "out of memory" : sqlite3_errmsg(db_.get())));
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

i64 Database::last_id() const noexcept { return sqlite3_last_insert_rowid(db_.get()); }
int Database::changes() const noexcept { return sqlite3_changes(db_.get()); }

Statement::Statement(Database& db, std::string_view sql) : db_(&db) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(db.db_.get(), sql.data(), static_cast<int>(sql.size()), &statement,
                           nullptr));
  statement_.reset(statement);
}

void Statement::check(int status) const {
  if (status != SQLITE_OK) db_->fail();
}

bool Statement::next() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) db_->fail();
  return false;
}

// A failed step has been reported by next() already.
void Statement::reset() noexcept { static_cast<void>(sqlite3_reset(statement_.get())); }

i64 Statement::integer(int column) const noexcept {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const noexcept {
  return sqlite3_column_double(statement_.get(), column);
}
std::string_view Statement::text(int column) const noexcept {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
bool Statement::is_null(int column) const noexcept {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::string_view Statement::as_text(int column) const noexcept {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
int Statement::columns() const noexcept { return sqlite3_column_count(statement_.get()); }
std::string Statement::column_name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

void Statement::bind_integer(int place, i64 value) {
  check(sqlite3_bind_int64(statement_.get(), place, value));
}
void Statement::bind(int place, double value) {
  check(sqlite3_bind_double(statement_.get(), place, value));
}
void Statement::bind(int place, std::string_view value) {
  if (value.data() == nullptr) value = "";  // which SQLite would take for NULL
  check(sqlite3_bind_text(statement_.get(), place, value.data(), static_cast<int>(value.size()),
                          SQLITE_STATIC));
}
void Statement::bind(int place, Blob value) {
  check(sqlite3_bind_blob(statement_.get(), place, value.bytes.data(),
                          static_cast<int>(value.bytes.size()), SQLITE_STATIC));
}
void Statement::bind(int place, Null) { check(sqlite3_bind_null(statement_.get(), place)); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    db_.execute("ROLLBACK");
  } catch (const InputError&) {  // SQLite has rolled back by itself
  }
}

void Transaction::commit() {
  db_.execute("COMMIT");
  open_ = false;
}

}  // namespace carrack
