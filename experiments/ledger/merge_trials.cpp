#include "experiments/ledger/merge_trials.hpp"

#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/merge_columns.hpp"
#include "experiments/ledger/schema.hpp"

namespace carrack {
namespace {

/// A table of a trial's games.
struct TrialPart {
  std::string_view table;
  std::string_view columns;  // that must be equal in common games
  i64 since = kTrialsSince;  // version of the schema
};

/// Games come last, because the other tables are copied for missing games.
constexpr std::array<TrialPart, 6> kPartsOfATrial{{
    {"trial_seats", "seat, rank, vp"},
    {"trial_forks",
     "subject, occasion, seat, turn, action, other, win_share, rank, vp, win_share_vs_nothing,"
     " rank_vs_nothing, vp_vs_nothing"},
    {"trial_discounts", "subject, occasion, discount, win_share, rank, vp", kDiscountsSince},
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
  i64 version;  // of their schema
};

/// Our trial of the same name, created if there is none.
TrialPair enter_same(Database& db, const std::string& path, MergeRule rule, i64 theirs,
                     i64 version) {
  Statement same(db,
                 "SELECT o.name, m.trial, m.configuration, o.configuration, m.signature,"
                 " o.signature FROM other.trials o LEFT JOIN main.trials m ON m.name = o.name"
                 " WHERE o.trial = ?");
  same.start(theirs);
  if (!same.next()) throw InputError("ledger " + path + ": was changed while it was read");
  TrialPair pair{db, path, std::string(same.text(0)), 0, theirs, version};
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

/// The circumstances of common forks, and the comparison with a denied tile, must be equal if both
/// ledgers have them: games of older programs have none.
void check_fork_parts(const TrialPair& pair) {
  if (pair.version < kForkPartsSince) return;
  Statement different(pair.db,
                      "SELECT min(game) FROM main.trial_forks m JOIN other.trial_forks o"
                      " USING (game, subject, occasion) WHERE m.trial = ?1 AND o.trial = ?2 AND"
                      " ((m.money IS NOT NULL AND o.money IS NOT NULL AND"
                      "   (m.place, m.money, m.income, m.vp_before, m.workers) IS NOT"
                      "   (o.place, o.money, o.income, o.vp_before, o.workers)) OR"
                      "  (m.win_share_vs_denied, m.rank_vs_denied, m.vp_vs_denied) IS NOT"
                      "  (o.win_share_vs_denied, o.rank_vs_denied, o.vp_vs_denied))");
  different.start(pair.ours, pair.theirs);
  if (different.next() && !different.is_null(0)) {
    fail_contradiction(pair, different.integer(0), "trial_forks");
  }
}

/// Common games must be equal, apart from what older ledgers lack.
void check_no_contradiction(const TrialPair& pair) {
  check_fork_parts(pair);
  for (const TrialPart& part : kPartsOfATrial) {
    if (pair.version < part.since) continue;
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
    if (pair.version < part.since) continue;
    const std::string columns = columns_to_merge(pair.db, part.table);
    std::string sql = "INSERT INTO main.";
    sql.append(part.table).append(" (trial, game, ").append(columns).append(") SELECT ?1, game, ");
    sql.append(columns).append(" FROM other.").append(part.table);
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
  Statement version(db, "PRAGMA other.user_version");
  version.start();
  const i64 their_version = version.next() ? version.integer(0) : 0;
  version.reset();
  u64 copied = 0;
  for (const i64 theirs : trials) {
    const TrialPair pair = enter_same(db, path, rule, theirs, their_version);
    if (!rule.keep_ours) check_no_contradiction(pair);
    copied += copy_games(pair);
  }
  return copied;
}

}  // namespace carrack
