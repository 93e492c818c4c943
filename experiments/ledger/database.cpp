#include "experiments/ledger/database.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/base/database_file.hpp"
#include "experiments/ledger/ledger_path.hpp"

namespace carrack {
namespace {

constexpr int kBusyMilliseconds = 30'000;

/// Maximum length of a text, a blob or a statement. Traces have a few megabytes.
constexpr int kMaxValueBytes = 256 << 20;

int flags(Database::Mode mode) {
  constexpr int kAlways = SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  return mode == Database::Mode::create ? kAlways | SQLITE_OPEN_CREATE : kAlways;
}

/// Whether the error is a lack or failure of a resource.
bool is_lack(int reason, int system_error) {
  switch (reason) {
    case SQLITE_NOMEM:
    case SQLITE_FULL:
    case SQLITE_IOERR: return true;
    case SQLITE_CANTOPEN:
      return system_error == EMFILE || system_error == ENFILE || system_error == ENOSPC ||
             system_error == ENOMEM;
    default: return false;
  }
}

/// Steps of SQLite's virtual machine between two checks of the flag of StoppableQueries; they take
/// some tens of microseconds.
constexpr int kStepsBetweenLooks = 4000;

thread_local const std::atomic<bool>* stop_of_thread = nullptr;

int is_raised(void* flag) {
  return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed) ? 1 : 0;
}

/// How records of games begin.
constexpr std::string_view kRecordStart = R"({"format": "carrack-game")";

}  // namespace

StoppableQueries::StoppableQueries(const std::atomic<bool>& stop) noexcept
    : outer_(std::exchange(stop_of_thread, &stop)) {}
StoppableQueries::~StoppableQueries() { stop_of_thread = outer_; }

void Database::Close::operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Database::Database(std::string path, Mode mode) : path_(std::move(path)), stop_(stop_of_thread) {
  check_ledger_path(path_, mode == Mode::create);
  const std::string uri = mode == Mode::read ? ledger_uri_for_reading(path_) : sqlite_uri(path_);
  sqlite3* db = nullptr;
  const int opened = sqlite3_open_v2(uri.c_str(), &db, flags(mode), nullptr);
  db_.reset(db);
  if (opened != SQLITE_OK) fail();
  sqlite3_busy_timeout(db, kBusyMilliseconds);
  if (stop_ != nullptr) {
    // SQLite takes a pointer that is not const; is_raised() only reads.
    sqlite3_progress_handler(db, kStepsBetweenLooks, is_raised,
                             const_cast<std::atomic<bool>*>(stop_));
  }
  distrust();
  execute("PRAGMA foreign_keys = ON");
  if (mode == Mode::read) {
    execute("PRAGMA query_only = ON");
    if (uri.ends_with("?mode=ro")) check_log_is_readable();
  } else {
    execute("PRAGMA synchronous = NORMAL");
  }
}

Database Database::in_memory() {
  Database memory;
  memory.path_ = ":memory:";
  sqlite3* db = nullptr;
  const int opened = sqlite3_open_v2(memory.path_.c_str(), &db, flags(Mode::create), nullptr);
  memory.db_.reset(db);
  if (opened != SQLITE_OK) memory.fail();
  return memory;
}

void Database::distrust() {
  sqlite3_limit(db_.get(), SQLITE_LIMIT_LENGTH, kMaxValueBytes);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  execute("PRAGMA cell_size_check = ON");
}

void Database::check_log_is_readable() {
  try {
    execute("SELECT count(*) FROM sqlite_schema");
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) +
                     "; its log (-wal) has games, but cannot be read in a read-only folder; "
                     "expected both files in a writable folder");
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
  const std::string where = "ledger " + path_ + ": ";
  if (db_ == nullptr) throw ResourceError(where + "out of memory");
  const int system_error = sqlite3_system_errno(db_.get());
  std::string what = sqlite3_errmsg(db_.get());
  const int reason = sqlite3_errcode(db_.get()) & 0xFF;
  if (reason == SQLITE_INTERRUPT) throw QueryStopped();
  if (reason == SQLITE_NOTADB && file_start(db_.get(), kRecordStart.size()) == kRecordStart) {
    what += " but a record file; expected a ledger";
  }
  const bool is_lacking = is_lack(reason, system_error);
  if (system_error != 0 && (is_lacking || reason == SQLITE_CANTOPEN)) {
    what += " (" + std::generic_category().message(system_error) + ")";
  }
  if (!is_lacking) throw InputError(where + what);
  throw ResourceError(where + what);
}

std::string Database::file() const {
  const char* const name = sqlite3_db_filename(db_.get(), "main");
  return name == nullptr ? "" : name;
}

void Database::check_in_place() const {
  int has_moved = 0;
  const int status = sqlite3_file_control(db_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (status == SQLITE_OK && has_moved != 0) {
    throw InputError("ledger " + path_ + ": was deleted or replaced while it was in use");
  }
}

void Database::check_stop() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw QueryStopped();
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
  db_->check_stop();  // a loop over short queries does not reach the progress handler
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) db_->fail();
  return false;
}

// A failed step was already reported by next().
void Statement::reset() noexcept { static_cast<void>(sqlite3_reset(statement_.get())); }

void Statement::fail_at(int column, const std::string& expected) const {
  throw InputError("ledger " + db_->path() + ": " + column_name(column) + " is '" +
                   excerpt(as_text(column)) + "', expected " + expected);
}

i64 Statement::integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_INTEGER) {
    fail_at(column, "a whole number");
  }
  return sqlite3_column_int64(statement_.get(), column);
}
i64 Statement::integer(int column, i64 min, i64 max) const {
  const i64 value = integer(column);
  if (value < min || value > max) {
    fail_at(column, std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}
double Statement::real(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) fail_at(column, "a number");
  return sqlite3_column_double(statement_.get(), column);
}
std::string_view Statement::text(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_TEXT: return as_text(column);
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
      return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
    }
    default: fail_at(column, "text");
  }
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

SqlValue Statement::value(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER: return integer(column);
    case SQLITE_FLOAT: return real(column);
    case SQLITE_NULL: return Null{};
    default: return std::string(text(column));
  }
}

void Statement::start_with(std::span<const SqlValue> values) {
  reset();
  int place = 0;
  for (const SqlValue& value : values) {
    ++place;
    std::visit([&](const auto& one) { bind(place, one); }, value);
  }
}

void Statement::bind_integer(int place, i64 value) {
  check(sqlite3_bind_int64(statement_.get(), place, value));
}
void Statement::bind(int place, double value) {
  check(sqlite3_bind_double(statement_.get(), place, value));
}
void Statement::bind(int place, std::string_view value) {
  if (value.data() == nullptr) value = "";  // SQLite treats it as NULL
  check(sqlite3_bind_text64(statement_.get(), place, value.data(), value.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
}
void Statement::bind(int place, Blob value) {
  check(sqlite3_bind_blob64(statement_.get(), place, value.bytes.data(), value.bytes.size(),
                            SQLITE_STATIC));
}
void Statement::bind(int place, Null) { check(sqlite3_bind_null(statement_.get(), place)); }

namespace {

void roll_back(Database& db) {
  try {
    db.execute("ROLLBACK");
  } catch (const std::runtime_error&) {  // SQLite has rolled back already
  }
}

}  // namespace

Transaction::~Transaction() {
  if (open_) roll_back(db_);
}

void Transaction::commit() {
  db_.execute("COMMIT");
  open_ = false;
}

Snapshot::~Snapshot() { roll_back(db_); }

}  // namespace carrack
