#include "experiments/ledger/layout.hpp"

#include <array>

#include "core/base/error.hpp"
#include "experiments/ledger/schema.hpp"

namespace carrack {
namespace {

struct Layout {
  std::string_view table;
  std::string_view columns;  // in the format of columns_of()
  std::string_view later{};  // columns added by a later version …
  i64 later_since = 0;       // … this one
  i64 since = 1;             // version that added the table
};

constexpr std::array<Layout, 18> kLayouts{{
    {"tournaments",
     "tournament INTEGER key 1, name TEXT not null, hash TEXT not null,"
     " configuration TEXT not null, signature TEXT not null, engine TEXT not null,"
     " begun TEXT not null"},
    {"agents",
     "tournament INTEGER not null key 1, agent INTEGER not null key 2, name TEXT not null,"
     " spec TEXT not null, configuration TEXT not null"},
    {"blocks",
     "tournament INTEGER not null key 1, block INTEGER not null key 2, chance INTEGER not null,"
     " lineup TEXT not null, games INTEGER not null, done INTEGER not null"},
    {"runs",
     "run INTEGER key 1, tournament INTEGER not null, engine TEXT not null, host TEXT not null,"
     " pid INTEGER not null, begun TEXT not null, lease REAL not null"},
    {"claims",
     "tournament INTEGER not null key 1, block INTEGER not null key 2, run INTEGER not null"},
    {"games",
     "game INTEGER key 1, tournament INTEGER not null, block INTEGER not null,"
     " permutation INTEGER not null, run INTEGER not null, decisions INTEGER not null"},
    {"seats",
     "game INTEGER not null key 1, seat INTEGER not null key 2, agent INTEGER not null,"
     " rank INTEGER not null, win_share REAL not null, vp INTEGER not null,"
     " colonies INTEGER not null, discoveries INTEGER not null, tiles INTEGER not null,"
     " economy INTEGER not null, bought INTEGER not null, forfeit TEXT, forfeit_decision INTEGER,"
     " forfeit_reason TEXT"},
    {"turns",
     "game INTEGER not null key 1, turn INTEGER not null key 2, seat INTEGER not null key 3,"
     " money INTEGER not null, vp INTEGER not null, colonists INTEGER not null,"
     " soldiers INTEGER not null, missionaries INTEGER not null, regions INTEGER not null,"
     " goods INTEGER not null, ships INTEGER not null, tiles INTEGER not null",
     ", discoveries INTEGER, colonies_vp INTEGER, discoveries_vp INTEGER, tiles_vp INTEGER,"
     " economy_vp INTEGER, bought_vp INTEGER",
     4},
    {"purchases",
     "game INTEGER not null key 1, place INTEGER not null key 2, turn INTEGER not null,"
     " seat INTEGER not null, tile TEXT not null, price INTEGER not null, money INTEGER not null"},
    {"searches",
     "game INTEGER not null key 1, seat INTEGER not null key 2, decisions INTEGER not null,"
     " iterations INTEGER not null, nodes INTEGER not null, seconds REAL not null"},
    {"records", "game INTEGER key 1, zstd BLOB not null"},
    {.table = "trials",
     .columns = "trial INTEGER key 1, name TEXT not null, hash TEXT not null,"
                " configuration TEXT not null, signature TEXT not null, engine TEXT not null,"
                " begun TEXT not null",
     .since = kTrialsSince},
    {.table = "trial_games",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " courses INTEGER not null",
     .since = kTrialsSince},
    {.table = "trial_seats",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " seat INTEGER not null key 3, rank INTEGER not null, vp INTEGER not null",
     .since = kTrialsSince},
    {.table = "trial_forks",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " subject TEXT not null key 3, occasion TEXT not null key 4,"
                " seat INTEGER not null, turn INTEGER not null, action TEXT not null,"
                " other TEXT not null, win_share REAL not null, rank REAL not null,"
                " vp REAL not null, win_share_vs_nothing REAL, rank_vs_nothing REAL,"
                " vp_vs_nothing REAL",
     .later = ", place INTEGER, money INTEGER, income INTEGER, vp_before INTEGER,"
              " workers INTEGER, win_share_vs_denied REAL, rank_vs_denied REAL,"
              " vp_vs_denied REAL",
     .later_since = kForkPartsSince,
     .since = kTrialsSince},
    {.table = "trial_discounts",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " subject TEXT not null key 3, occasion TEXT not null key 4,"
                " discount INTEGER not null key 5, win_share REAL not null, rank REAL not null,"
                " vp REAL not null",
     .since = kDiscountsSince},
    {.table = "trial_choices",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " subject TEXT not null key 3, seat INTEGER not null, turn INTEGER not null",
     .since = kTrialsSince},
    {.table = "trial_circumstances",
     .columns = "trial INTEGER not null key 1, game INTEGER not null key 2,"
                " subject TEXT not null key 3, seat INTEGER not null key 4,"
                " place INTEGER not null, money INTEGER not null, income INTEGER not null,"
                " vp INTEGER not null, workers INTEGER not null",
     .since = kTrialsSince},
}};

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
  const i64 version = ledger_version(db);
  Statement kind(db,
                 "SELECT type, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?");
  for (const Layout& layout : kLayouts) {
    if (layout.since > version) continue;
    const std::string name(layout.table);
    kind.start(layout.table);
    if (!kind.next()) fail(db, "has no table " + name);
    if (kind.text(0) != "table") fail(db, name + " is a view, expected a table");
    if (kind.integer(1) == 0)
      fail(db, "table " + name + " accepts any type, expected a strict one");
    kind.reset();
    const std::string columns = columns_of(db, layout.table);
    std::string expected(layout.columns);
    if (version >= layout.later_since) expected += layout.later;
    if (columns != expected) {
      fail(db, "table " + name + " has " + difference(columns, expected));
    }
  }
}

}  // namespace carrack
