// Errors about rows of a ledger, in words. For validation.cpp and tournament_validation.cpp.
#pragma once

#include <string>
#include <string_view>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// Names the tournament, block or game of a row. The database must outlive it.
class RowErrors {
 public:
  explicit RowErrors(Database& db) : db_(db) {}

  /// "ledger FILE: WHERE: WHAT"; `where` may be empty.
  [[noreturn]] void fail(const std::string& where, const std::string& what) const;
  [[noreturn]] void fail(std::string_view table, const std::string& where, const std::string& what,
                         const std::string& expected) const;

  /// The tournament or trial with this number; `kind` is "tournament" or "trial".
  [[nodiscard]] std::string place_of_plan(const std::string& kind, i64 id) const;
  [[nodiscard]] std::string place_of_tournament(i64 tournament) const {
    return place_of_plan("tournament", tournament);
  }
  [[nodiscard]] std::string place_of_game(i64 game) const;
  /// The row in words; its columns starting at `first` are those of kKeys.
  [[nodiscard]] std::string place(const Statement& row, int first) const;

 private:
  Database& db_;
};

/// "0 to 5".
[[nodiscard]] std::string range_text(i64 min, i64 max);

/// Whether the text is UTF-8; only such text can be written as JSON.
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace carrack
