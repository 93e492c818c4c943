#include "experiments/ledger/merge_trials.hpp"

#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/ledger/configuration.hpp"

namespace carrack {
namespace {

/// A table of a trial's games.
struct TrialPart {
  std::string_view table;
  std::string_view columns;  // all but those of the game; equal in common games
};

/// Games come last, because the other tables are copied for missing games.
constexpr std::array<TrialPart, 6> kPartsOfATrial{{
    {"trial_seats", "seat, rank, vp"},
    {"trial_forks",
     "subject, occasion, seat, turn, action, other, win_share, rank, vp, win_share_vs_nothing,"
     " rank_vs_nothing, vp_vs_nothing, place, money, income, vp_before, workers,"
     " win_share_vs_denied, rank_vs_denied, vp_vs_denied"},
    {"trial_discounts", "subject, occasion, discount, win_share, rank, vp"},
    {"trial_choices", "subject, seat, turn"},
    {"trial_circumstances", "subject, seat, place, money, income, vp, workers"},
    {"trial_games", "courses"},
}};

/// A trial in both ledgers.
struct TrialPair {
  Database& db;
  const std::string& path;
  std::string name;
  i64 ours;
  i64 theirs;
};

/// Our trial of the same name, created if there is none.
TrialPair enter_same(Database& db, const std::string& path, MergeRule rule, i64 theirs) {
  Statement same(db,
                 "SELECT o.name, m.trial, m.configuration, o.configuration, m.signature,"
                 " o.signature FROM other.trials o LEFT JOIN main.trials m ON m.name = o.name"
                 " WHERE o.trial = ?");
  same.start(theirs);
  if (!same.next()) throw InputError("ledger " + path + ": was changed while it was read");
  TrialPair pair{db, path, std::string(same.text(0)), 0, theirs};
  if (!same.is_null(1)) {
    pair.ours = same.integer(1);
    std::string difference = configuration_difference(same.text(3), same.text(2));
    if (difference.empty() && !rule.ignore_signature && same.text(4) != same.text(5)) {
      difference = "the signature of the rules is " + excerpt(same.text(5)) + " there, " +
                   excerpt(same.text(4)) + " here";
    }
    if (difference.empty()) return pair;
    throw InputError("ledger " + path + ": its trial '" + excerpt(pair.name) +
                     "' differs from that of ledger " + db.path() + ": " + difference);
  }
  same.reset();
  Statement(db,
            "INSERT INTO main.trials (name, hash, configuration, signature, engine, begun)"
            " SELECT name, hash, configuration, signature, engine, begun FROM other.trials"
            " WHERE trial = ?")
      .run(theirs);
  pair.ours = db.last_id();
  return pair;
}

[[noreturn]] void fail_contradiction(const TrialPair& pair, i64 game, std::string_view table) {
  throw InputError("ledger " + pair.db.path() + " and ledger " + pair.path +
                   " contradict each other: trial '" + excerpt(pair.name) + "', game " +
                   std::to_string(game) + ": " + std::string(table) + " differs");
}

/// Common games must be equal.
void check_no_contradiction(const TrialPair& pair) {
  for (const TrialPart& part : kPartsOfATrial) {
    const auto rows = [&](const char* schema, const char* other, const char* id,
                          const char* other_id) {
      std::string sql = "SELECT game, ";
      sql.append(part.columns).append(" FROM ").append(schema).append(".").append(part.table);
      sql.append(" WHERE trial = ").append(id).append(" AND game IN (SELECT game FROM ");
      return sql.append(other).append(".trial_games WHERE trial = ").append(other_id) + ")";
    };
    const std::string mine = rows("main", "other", "?1", "?2");
    const std::string theirs = rows("other", "main", "?2", "?1");
    std::string query = "SELECT min(game) FROM (SELECT * FROM (";
    query.append(mine).append(" EXCEPT ").append(theirs).append(") UNION ALL SELECT * FROM (");
    query.append(theirs).append(" EXCEPT ").append(mine).append("))");
    Statement different(pair.db, query);
    different.start(pair.ours, pair.theirs);
    if (different.next() && !different.is_null(0)) {
      fail_contradiction(pair, different.integer(0), part.table);
    }
  }
}

u64 copy_games(const TrialPair& pair) {
  u64 copied = 0;
  for (const TrialPart& part : kPartsOfATrial) {
    std::string sql = "INSERT INTO main.";
    sql.append(part.table).append(" (trial, game, ").append(part.columns);
    sql.append(") SELECT ?1, game, ").append(part.columns).append(" FROM other.");
    sql.append(part.table);
    sql += " WHERE trial = ?2 AND game NOT IN (SELECT game FROM main.trial_games WHERE trial = ?1)";
    Statement(pair.db, sql).run(pair.ours, pair.theirs);
    copied = static_cast<u64>(pair.db.changes());
  }
  return copied;
}

}  // namespace

u64 merge_trials(Database& db, const std::string& path, MergeRule rule) {
  db.execute("PRAGMA defer_foreign_keys = ON");  // rows are inserted before their games
  std::vector<i64> trials;
  Statement all(db, "SELECT trial FROM other.trials ORDER BY trial");
  for (all.start(); all.next();) trials.push_back(all.integer(0));
  all.reset();
  u64 copied = 0;
  for (const i64 theirs : trials) {
    const TrialPair pair = enter_same(db, path, rule, theirs);
    if (!rule.keep_ours) check_no_contradiction(pair);
    copied += copy_games(pair);
  }
  return copied;
}

}  // namespace carrack
