#include "experiments/ledger/validation.hpp"

#include <algorithm>
#include <limits>

#include "agents/agent_failure.hpp"
#include "core/base/error.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/constraints.hpp"
#include "experiments/ledger/layout.hpp"
#include "experiments/ledger/row_errors.hpp"
#include "experiments/ledger/tournament_validation.hpp"
#include "experiments/ledger/trial_configuration.hpp"
#include "experiments/ledger/trial_reader.hpp"

namespace carrack {
namespace {

std::string key_of(std::string_view table) {
  return std::string(std::ranges::find(kKeys, table, &decltype(kKeys)::value_type::first)->second);
}

class Validation {
 public:
  explicit Validation(Database& db) : db_(db), rows_(db) {}

  void run() {
    check_pages();
    check_layout(db_);
    for (const Bound& bound : kBounds) check_bound(bound);
    for (const Reference& reference : kReferences) check_reference(reference);
    check_forfeits();
    check_runs();
    for (const i64 tournament : ids("tournament")) check_tournament(tournament);
    for (const i64 trial : ids("trial")) check_trial(trial);
  }

 private:
  /// Also finds values of wrong types and unexpected NULLs. CHECK constraints are left to the
  /// functions below, which give better messages.
  void check_pages() {
    db_.execute("PRAGMA ignore_check_constraints = ON");
    Statement check(db_, "PRAGMA quick_check(1)");
    check.start();
    if (!check.next()) rows_.fail("", "cannot be checked");
    const std::string found(check.text(0));
    if (found.find("error code=7") != std::string::npos) {  // SQLITE_NOMEM
      throw ResourceError("ledger " + db_.path() + ": no memory to check it");
    }
    if (found != "ok") rows_.fail("", "is damaged: " + excerpt(found));
    check.reset();
    db_.execute("PRAGMA ignore_check_constraints = OFF");
  }

  void check_bound(const Bound& bound) {
    const std::string table(bound.table);
    const std::string column(bound.column);
    const std::string min(bound.min);
    const std::string max(bound.max);
    Statement rows(db_, "SELECT " + column + ", " + key_of(table) + " FROM " + table + " WHERE " +
                            column + " NOT BETWEEN " + min + " AND " + max + " LIMIT 1");
    rows.start();
    if (!rows.next()) return;
    rows_.fail(table, rows_.place(rows, 1), column + " is " + std::string(rows.as_text(0)),
               min + " to " + max);
  }

  void check_reference(const Reference& reference) {
    const std::string table(reference.table);
    const std::string columns(reference.columns);
    const std::string parent(reference.parent);
    Statement rows(db_, "SELECT " + key_of(table) + " FROM " + table + " WHERE (" + columns +
                            ") NOT IN (SELECT " + columns + " FROM " + parent + ") LIMIT 1");
    rows.start();
    if (!rows.next()) return;
    rows_.fail(table, rows_.place(rows, 0), "has no row in table " + parent,
               "one of the same " + columns);
  }

  /// A forfeit has a decision and a reason; a seat without one has neither.
  void check_forfeits() {
    constexpr i64 kMaxDecision = std::numeric_limits<u32>::max();
    Statement rows(db_,
                   "SELECT forfeit, forfeit_decision, forfeit_reason, game, seat FROM seats"
                   " WHERE forfeit IS NOT NULL OR forfeit_decision IS NOT NULL"
                   " OR forfeit_reason IS NOT NULL");
    for (rows.start(); rows.next();) {
      const auto refuse = [&](int column, const std::string& expected) {
        const std::string value = rows.is_null(column) ? "NULL" : excerpt(rows.as_text(column));
        rows_.fail("seats", rows_.place(rows, 3), rows.column_name(column) + " is '" + value + "'",
                   expected);
      };
      if (rows.is_null(0)) {
        const std::string none = "none, as the seat has not forfeited";
        refuse(rows.is_null(1) ? 2 : 1, none);
      }
      if (std::ranges::find(kFailureNames, rows.text(0)) == kFailureNames.end()) {
        refuse(0, "nothing or one of " + join(kFailureNames));
      }
      if (rows.is_null(1) || rows.integer(1) < 0 || rows.integer(1) > kMaxDecision) {
        refuse(1, range_text(0, kMaxDecision) + ", the decision of the forfeit");
      }
      if (rows.is_null(2)) refuse(2, "the reason of the forfeit");
    }
  }

  void check_runs() {
    Statement rows(db_,
                   "SELECT g.game FROM games g JOIN runs r USING (run)"
                   " WHERE r.tournament <> g.tournament LIMIT 1");
    rows.start();
    if (rows.next())
      rows_.fail("games", rows_.place(rows, 0), "run belongs to another tournament",
                 "a run of the same tournament");
  }

  /// The numbers of all tournaments or trials.
  std::vector<i64> ids(const std::string& kind) {
    std::vector<i64> all;
    Statement rows(db_, "SELECT " + kind + " FROM " + kind + "s ORDER BY 1");
    for (rows.start(); rows.next();) all.push_back(rows.integer(0));
    return all;
  }

  /// The plan of a tournament or a trial, read by `read` from its configuration.
  template <typename Plan>
  Plan plan_of(const std::string& kind, i64 id, Plan (*read)(std::string_view)) {
    Statement row(db_, "SELECT configuration, name, hash, signature, engine, begun FROM " + kind +
                           "s WHERE " + kind + " = ?");
    row.start(id);
    if (!row.next()) rows_.fail(rows_.place_of_plan(kind, id), "is gone");
    for (int column = 0; column < row.columns(); ++column) {
      if (!is_utf8(row.text(column))) {
        rows_.fail(rows_.place_of_plan(kind, id), row.column_name(column) + " is not UTF-8");
      }
    }
    try {
      return read(row.text(0));
    } catch (const InputError& error) {
      rows_.fail(rows_.place_of_plan(kind, id), error.what());
    }
  }

  void check_tournament(i64 tournament) {
    validate_tournament(db_, tournament, plan_of("tournament", tournament, &plan_from));
    check_hash("tournament", tournament);
  }

  /// Reads every game; the reader reports errors.
  void check_trial(i64 trial) {
    const TrialPlan plan = plan_of("trial", trial, &trial_plan_from);
    Statement row(db_, "SELECT name FROM trials WHERE trial = ?");
    row.start(trial);
    if (!row.next()) return;
    TrialReader(db_, trial, row.text(0), plan)
        .for_each(0, std::numeric_limits<u64>::max(), [](u64, const TrialGame&) {});
    check_hash("trial", trial);
  }

  /// The hash is that of configuration and signature. Checked last: other errors say more.
  void check_hash(const std::string& kind, i64 id) {
    Statement row(
        db_, "SELECT hash, configuration, signature FROM " + kind + "s WHERE " + kind + " = ?");
    row.start(id);
    if (!row.next()) return;
    const std::string expected = configuration_hash(row.text(1), row.text(2));
    if (row.text(0) == expected) return;
    rows_.fail(kind + "s", rows_.place_of_plan(kind, id), "hash is '" + excerpt(row.text(0)) + "'",
               "'" + expected + "', that of its configuration and signature");
  }

  Database& db_;
  RowErrors rows_;
};

}  // namespace

void validate_ledger(Database& db) {
  const Snapshot snapshot(db);  // other processes may write
  Validation(db).run();
}

}  // namespace carrack
