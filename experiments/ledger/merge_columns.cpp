#include "experiments/ledger/merge_columns.hpp"

namespace carrack {

std::string columns_to_merge(Database& db, std::string_view table) {
  Statement rows(db,
                 "SELECT m.name FROM pragma_table_info(?1, 'main') m"
                 " JOIN pragma_table_info(?1, 'other') o USING (name)"
                 " WHERE m.name NOT IN ('game', 'trial') ORDER BY m.cid");
  std::string columns;
  for (rows.start(table); rows.next();) {
    columns.append(columns.empty() ? "" : ", ").append(rows.text(0));
  }
  return columns;
}

}  // namespace carrack
