#include "experiments/ledger/row_errors.hpp"

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace carrack {

void RowErrors::fail(const std::string& where, const std::string& what) const {
  throw InputError("ledger " + db_.path() + ": " + (where.empty() ? "" : where + ": ") + what);
}

void RowErrors::fail(std::string_view table, const std::string& where, const std::string& what,
                     const std::string& expected) const {
  fail(where, what + ", expected " + expected + " (table " + std::string(table) + ")");
}

std::string RowErrors::place_of_plan(const std::string& kind, i64 id) const {
  Statement row(db_, "SELECT name FROM " + kind + "s WHERE " + kind + " = ?");
  row.start(id);
  return row.next() ? kind + " '" + excerpt(row.text(0)) + "'" : kind + ' ' + std::to_string(id);
}

std::string RowErrors::place_of_game(i64 game) const {
  Statement row(db_, "SELECT tournament, block, permutation FROM games WHERE game = ?");
  row.start(game);
  if (!row.next()) return "game " + std::to_string(game);
  return place_of_tournament(row.integer(0)) + ", block " + std::to_string(row.integer(1)) +
         ", permutation " + std::to_string(row.integer(2));
}

std::string RowErrors::place(const Statement& row, int first) const {
  std::string words;
  for (int column = first; column < row.columns(); ++column) {
    const std::string name = row.column_name(column);
    if (!words.empty()) words += ", ";
    if (name == "tournament" || name == "trial") {
      words += place_of_plan(name, row.integer(column));
    } else if (name == "number") {
      words += "game " + std::to_string(row.integer(column));
    } else if (name == "subject") {
      words += excerpt(row.text(column));
    } else if (name == "game") {
      words += place_of_game(row.integer(column));
    } else {
      words += name + ' ' + std::to_string(row.integer(column));
    }
  }
  return words;
}

std::string range_text(i64 min, i64 max) {
  return std::to_string(min) + " to " + std::to_string(max);
}

bool is_utf8(std::string_view text) {
  try {
    static_cast<void>(nlohmann::json(std::string(text)).dump());
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

}  // namespace carrack
