// SQLite wrapper of the ledger: connection, statements, transactions.
#pragma once

#include <atomic>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/types.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace carrack {

/// A query was ended by StoppableQueries.
class QueryStopped : public std::runtime_error {
 public:
  QueryStopped() : std::runtime_error("the query was stopped") {}
};

/// During its lifetime, each connection that this thread opens ends its queries with QueryStopped
/// once `stop` is raised, so that a transaction is rolled back. Scopes may nest: the innermost one
/// counts. The flag must outlive the connections.
class StoppableQueries {
 public:
  explicit StoppableQueries(const std::atomic<bool>& stop) noexcept;
  StoppableQueries(const StoppableQueries&) = delete;
  StoppableQueries& operator=(const StoppableQueries&) = delete;
  ~StoppableQueries();

 private:
  const std::atomic<bool>* outer_;
};

/// One connection, for one thread at a time. All functions throw "ledger FILE: reason":
/// ResourceError for a lack of memory, space or open files or a disk failure, InputError otherwise.
/// The file is not trusted: triggers and functions in its schema are disabled.
class Database {
 public:
  enum class Mode : u8 { read, write, create };
  /// Transactions use synchronous=NORMAL: after log_ahead(), committed data survives a crash of the
  /// process. A power failure may lose the last transactions, but the file stays consistent.
  /// Read-only files and folders can be read.
  Database(std::string path, Mode mode);
  /// An empty database without a file, which ends with the connection.
  [[nodiscard]] static Database in_memory();

  /// The path as given.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The absolute path with all links resolved.
  [[nodiscard]] std::string file() const;
  /// Throws InputError if the file is no longer at its path.
  void check_in_place() const;
  /// Turns on WAL mode, which is persistent. SQLite needs exclusive access for this and ignores its
  /// busy timeout, so this function retries.
  void log_ahead();
  /// Runs statements without results.
  void execute(const std::string& sql);
  [[nodiscard]] i64 last_id() const noexcept;
  /// The number of rows changed by the last statement.
  [[nodiscard]] int changes() const noexcept;
  [[noreturn]] void fail() const;

 private:
  friend class Statement;
  Database() = default;
  struct Close {
    void operator()(sqlite3* db) const noexcept;
  };
  /// Guards against malicious files.
  void distrust();
  /// Adds advice to the error when the log of a read-only ledger cannot be read.
  void check_log_is_readable();
  /// Throws QueryStopped if the flag of StoppableQueries is raised.
  void check_stop() const;

  std::string path_;
  const std::atomic<bool>* stop_ = nullptr;  // null: never
  std::unique_ptr<sqlite3, Close> db_;
};

/// A NULL value.
struct Null {};
/// A value whose type is only known when it is read. A blob is text.
using SqlValue = std::variant<Null, i64, double, std::string>;

/// A reusable prepared statement:
///
///   Statement insert(db, "INSERT INTO t VALUES (?, ?)");
///   insert.run(1, "one");
///   Statement select(db, "SELECT b FROM t WHERE a = ?");
///   for (select.start(1); select.next();) use(select.text(0));
class Statement {
 public:
  Statement(Database& db, std::string_view sql);

  /// Binds the parameters, starting with the first, and resets to before the first row.
  template <typename... Values>
  void start(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
  }
  /// The same with parameters whose number is only known at run time.
  void start_with(std::span<const SqlValue> values);
  /// Advances to the next row; false if there is none.
  bool next();
  /// start() and a step through all rows.
  template <typename... Values>
  void run(const Values&... values) {
    start(values...);
    while (next()) {
    }
    reset();
  }

  /// These throw InputError if the value has another type, which SQLite would convert to 0 or "".
  [[nodiscard]] i64 integer(int column) const;
  /// Also throws InputError if the number is out of range.
  [[nodiscard]] i64 integer(int column, i64 min, i64 max) const;
  [[nodiscard]] double real(int column) const;
  /// Text or blob, valid until the next step.
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] bool is_null(int column) const noexcept;
  /// A value of any type.
  [[nodiscard]] SqlValue value(int column) const;
  /// Any value as text, with numbers in SQLite's format; NULL is empty.
  [[nodiscard]] std::string_view as_text(int column) const noexcept;
  [[nodiscard]] int columns() const noexcept;
  [[nodiscard]] std::string column_name(int column) const;
  void reset() noexcept;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  /// Binary data.
  struct Blob {
    std::string_view bytes;
  };

 public:
  [[nodiscard]] static Blob blob(std::string_view bytes) noexcept { return {bytes}; }

 private:
  // Bound values are not copied and must outlive the steps.
  template <std::integral Number>
  void bind(int place, Number value) {
    bind_integer(place, static_cast<i64>(value));
  }
  void bind(int place, double value);
  void bind(int place, std::string_view value);
  void bind(int place, const std::string& value) { bind(place, std::string_view(value)); }
  void bind(int place, const char* value) { bind(place, std::string_view(value)); }
  void bind(int place, Blob value);
  void bind(int place, Null);
  template <typename Value>
  void bind(int place, const std::optional<Value>& value) {
    if (value) {
      bind(place, *value);
    } else {
      bind(place, Null{});
    }
  }
  void bind_integer(int place, i64 value);
  void check(int status) const;
  [[noreturn]] void fail_at(int column, const std::string& expected) const;

  Database* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// BEGIN IMMEDIATE; ROLLBACK unless committed.
class Transaction {
 public:
  explicit Transaction(Database& db) : db_(db) { db_.execute("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& db_;
  bool open_ = true;
};

/// Reads during its lifetime see a consistent snapshot of the file.
class Snapshot {
 public:
  explicit Snapshot(Database& db) : db_(db) { db_.execute("BEGIN"); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot();

 private:
  Database& db_;
};

}  // namespace carrack
