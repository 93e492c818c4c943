// SQLite, as the ledger uses it: a connection, statements, transactions.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/types.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace carrack {

using i64 = std::int64_t;

/// One connection; for one thread at a time. Everything throws "ledger FILE: reason": ResourceError
/// where memory, space or open files are lacking or the disk fails, InputError otherwise. What the
/// file says is not trusted: triggers and functions of its schema do not run.
class Database {
 public:
  enum class Mode : u8 { read, write, create };
  /// Transactions have synchronous=NORMAL: after log_ahead(), what is committed survives the end of
  /// the process at any point, though the last transactions may be lost with the machine's power;
  /// the file stays consistent. Files and folders that are read-only can be read.
  Database(std::string path, Mode mode);

  /// As it was given.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The file itself: absolute, and behind all links.
  [[nodiscard]] std::string file() const;
  /// Throws InputError where the file is no longer at its path.
  void check_in_place() const;
  /// Turns WAL mode on, which stays with the file. SQLite wants the file for itself then, and does
  /// not wait for that by itself, whatever its busy timeout is.
  void log_ahead();
  /// Runs statements without results.
  void execute(const std::string& sql);
  [[nodiscard]] i64 last_id() const noexcept;
  /// Rows changed by the last statement.
  [[nodiscard]] int changes() const noexcept;
  [[noreturn]] void fail() const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* db) const noexcept;
  };
  /// Guards against files that were made to do harm.
  void distrust();
  /// Says what to do where the log of a ledger that cannot be written cannot be read.
  void check_log_is_readable();

  std::string path_;
  std::unique_ptr<sqlite3, Close> db_;
};

/// Null in a column.
struct Null {};

/// A prepared statement, used again and again:
///
///   Statement insert(db, "INSERT INTO t VALUES (?, ?)");
///   insert.run(1, "one");
///   Statement select(db, "SELECT b FROM t WHERE a = ?");
///   for (select.start(1); select.next();) use(select.text(0));
class Statement {
 public:
  Statement(Database& db, std::string_view sql);

  /// Binds the parameters from the first on and goes before the first row.
  template <typename... Values>
  void start(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
  }
  /// Goes to the next row; false when there is none.
  bool next();
  /// start() and all of its rows.
  template <typename... Values>
  void run(const Values&... values) {
    start(values...);
    while (next()) {
    }
    reset();
  }

  /// These throw InputError where the value is of another type: SQLite would read it as 0 or "".
  [[nodiscard]] i64 integer(int column) const;
  /// Throws InputError also for a number out of range.
  [[nodiscard]] i64 integer(int column, i64 least, i64 most) const;
  [[nodiscard]] double real(int column) const;
  /// Text or blob; valid until the next step.
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] bool is_null(int column) const noexcept;
  /// Any value as text, numbers as SQLite writes them; null is empty.
  [[nodiscard]] std::string_view as_text(int column) const noexcept;
  [[nodiscard]] int columns() const noexcept;
  [[nodiscard]] std::string column_name(int column) const;
  void reset() noexcept;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  /// Bytes that are no text.
  struct Blob {
    std::string_view bytes;
  };

 public:
  [[nodiscard]] static Blob blob(std::string_view bytes) noexcept { return {bytes}; }

 private:
  // What is bound must outlive the steps: nothing is copied.
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

/// BEGIN IMMEDIATE, and ROLLBACK unless it was committed.
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

/// What is read while this lives is one state of the file, whatever others write meanwhile.
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
