// Merges the games of one ledger into another.
#include <array>
#include <optional>

#include "core/base/error.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/ledger.hpp"
#include "experiments/ledger/ledger_path.hpp"
#include "experiments/ledger/merge_trials.hpp"
#include "experiments/ledger/validation.hpp"

namespace carrack {
namespace {

/// The tables that reference a game.
constexpr std::array<std::string_view, 5> kPartsOfAGame{"seats", "turns", "purchases", "searches",
                                                        "records"};

/// Attaches a second file as schema `other`.
class Attached {
 public:
  Attached(Database& db, const std::string& path) : db_(db) {
    Statement(db_, "ATTACH ? AS other").run(ledger_uri_for_reading(path));
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() {
    try {
      db_.execute("DETACH other");
    } catch (const std::runtime_error&) {  // otherwise detached with the connection
    }
  }

 private:
  Database& db_;
};

i64 number(Database& db, const std::string& sql) {
  Statement select(db, sql);
  select.start();
  return select.next() ? select.integer(0) : 0;
}

/// The two ledgers of a merge.
struct Pair {
  Database& db;
  const std::string& other;
  MergeRule rule;

  /// Throws InputError for contradictory data.
  [[noreturn]] void contradict(const std::string& where, std::string_view what,
                               std::string_view ours, std::string_view theirs) const {
    const auto shown = [](std::string_view text) {
      return text.empty() ? std::string("nothing") : excerpt(text);
    };
    throw InputError("ledger " + db.path() + " and ledger " + other +
                     " contradict each other: " + where + ": " + std::string(what) + " is " +
                     shown(ours) + " in the first and " + shown(theirs) + " in the second");
  }
};

/// Our tournament with the same name and plan, created if there is none.
i64 enter_same(const Pair& pair, i64 theirs) {
  Database& db = pair.db;
  Statement same(db,
                 "SELECT o.name, m.tournament, m.hash, o.hash, m.signature, o.signature,"
                 " m.configuration, o.configuration FROM other.tournaments o"
                 " LEFT JOIN main.tournaments m ON m.name = o.name WHERE o.tournament = ?");
  same.start(theirs);
  if (!same.next()) throw InputError("ledger " + pair.other + ": was changed while it was read");
  if (!same.is_null(1)) {
    const std::string where = "tournament '" + excerpt(same.text(0)) + "'";
    const std::string difference = configuration_difference(same.text(7), same.text(6));
    if (!difference.empty()) {
      throw InputError("ledger " + pair.other + ": its " + where + " differs from that of ledger " +
                       db.path() + ": " + difference);
    }
    if (pair.rule.ignore_signature) return same.integer(1);
    if (same.text(4) != same.text(5)) {
      pair.contradict(where, "the signature of the rules", same.text(4), same.text(5));
    }
    if (same.text(2) != same.text(3)) pair.contradict(where, "hash", same.text(2), same.text(3));
    return same.integer(1);
  }
  same.reset();
  Statement(db,
            "INSERT INTO main.tournaments (name, hash, configuration, signature, engine, begun)"
            " SELECT name, hash, configuration, signature, engine, begun FROM other.tournaments"
            " WHERE tournament = ?")
      .run(theirs);
  const i64 ours = db.last_id();
  Statement(db,
            "INSERT INTO main.agents SELECT ?, agent, name, spec, configuration"
            " FROM other.agents WHERE tournament = ?")
      .run(ours, theirs);
  return ours;
}

/// Throws InputError if a row of the query has different values in the ledgers. Its columns: the
/// name of the tournament, `keys` numbers of the location, then pairs of our and their values.
void expect_equal(const Pair& pair, std::string_view query, int keys, i64 ours, i64 theirs) {
  Statement rows(pair.db, query);
  for (rows.start(ours, theirs); rows.next();) {
    for (int column = 1 + keys; column < rows.columns(); column += 2) {
      if (rows.as_text(column) == rows.as_text(column + 1)) continue;
      std::string where = "tournament '" + excerpt(rows.text(0)) + "'";
      for (int key = 1; key <= keys; ++key) {
        where += ", " + rows.column_name(key) + ' ' + std::to_string(rows.integer(key));
      }
      // Views of a text are valid until the next one.
      const std::string mine(rows.as_text(column));
      pair.contradict(where, rows.column_name(column), mine, rows.as_text(column + 1));
    }
  }
}

/// Common data must be equal in both ledgers.
void check_no_contradiction(const Pair& pair, i64 ours, i64 theirs) {
  expect_equal(pair,
               "SELECT t.name, m.block, m.chance AS \"seed of chance\", o.chance,"
               " m.lineup AS \"line-up\", o.lineup, m.games, o.games"
               " FROM main.blocks m JOIN other.blocks o USING (block)"
               " JOIN main.tournaments t ON t.tournament = m.tournament"
               " WHERE m.tournament = ?1 AND o.tournament = ?2 ORDER BY m.block",
               1, ours, theirs);
  if (pair.rule.keep_ours) return;
  expect_equal(pair,
               "SELECT t.name, m.block, m.permutation, s.seat, m.decisions, o.decisions,"
               " s.agent, x.agent, s.rank, x.rank, s.win_share, x.win_share, s.vp, x.vp,"
               " s.colonies, x.colonies, s.discoveries, x.discoveries, s.tiles, x.tiles,"
               " s.economy, x.economy, s.bought, x.bought, s.forfeit, x.forfeit,"
               " s.forfeit_decision, x.forfeit_decision"
               " FROM main.games m JOIN other.games o USING (block, permutation)"
               " JOIN main.seats s ON s.game = m.game"
               " JOIN other.seats x ON x.game = o.game AND x.seat = s.seat"
               " JOIN main.tournaments t ON t.tournament = m.tournament"
               " WHERE m.tournament = ?1 AND o.tournament = ?2"
               " ORDER BY m.block, m.permutation, s.seat",
               3, ours, theirs);
}

/// Throws InputError if their identifiers would become too large when appended to ours.
void check_room_for(const Pair& pair, std::string_view what, i64 ours, i64 theirs) {
  if (theirs <= kMaxId - ours) return;
  throw InputError("ledger " + pair.other + ": its largest " + std::string(what) + " is " +
                   std::to_string(theirs) + ", expected at most " + std::to_string(kMaxId - ours) +
                   " to be merged after " + std::to_string(ours) + " of ledger " + pair.db.path());
}

/// The columns of a table of games, separated by commas, without `game`.
std::string columns_to_copy(Database& db, std::string_view table) {
  Statement rows(db,
                 "SELECT name FROM pragma_table_info(?, 'main') WHERE name <> 'game' ORDER BY cid");
  std::string columns;
  for (rows.start(table); rows.next();) {
    columns.append(columns.empty() ? "" : ", ").append(rows.text(0));
  }
  return columns;
}

/// Copies the missing games with all rows that reference them. Returns their number.
u64 copy_games(const Pair& pair, i64 ours, i64 theirs) {
  Database& db = pair.db;
  // New rows are appended in their order.
  const i64 behind = number(db, "SELECT coalesce(max(game), 0) FROM main.games");
  const i64 behind_runs = number(db, "SELECT coalesce(max(run), 0) FROM main.runs");
  check_room_for(pair, "game", behind,
                 number(db, "SELECT coalesce(max(game), 0) FROM other.games"));
  check_room_for(pair, "run", behind_runs,
                 number(db, "SELECT coalesce(max(run), 0) FROM other.runs"));
  Statement(db,
            "INSERT INTO main.blocks (tournament, block, chance, lineup, games)"
            " SELECT ?, block, chance, lineup, games FROM other.blocks WHERE tournament = ?"
            " ON CONFLICT DO NOTHING")
      .run(ours, theirs);
  Statement(db,
            "INSERT INTO main.runs (run, tournament, engine, host, pid, begun, lease)"
            " SELECT ?1 + run, ?2, engine, host, pid, begun, 0 FROM other.runs r"
            " WHERE r.tournament = ?3 AND EXISTS (SELECT 1 FROM other.games o WHERE o.run = r.run"
            "  AND NOT EXISTS (SELECT 1 FROM main.games g WHERE g.tournament = ?2"
            "   AND g.block = o.block AND g.permutation = o.permutation))")
      .run(behind_runs, ours, theirs);
  Statement games(db,
                  "INSERT INTO main.games (game, tournament, block, permutation, run, decisions)"
                  " SELECT ?1 + game, ?2, block, permutation, ?3 + run, decisions"
                  " FROM other.games WHERE tournament = ?4 ON CONFLICT DO NOTHING");
  games.run(behind, ours, behind_runs, theirs);
  const int copied = db.changes();
  for (const std::string_view table : kPartsOfAGame) {
    const std::string columns = columns_to_copy(db, table);
    std::string copy = "INSERT INTO main.";
    copy.append(table).append(" (game, ").append(columns).append(") SELECT ?1 + game, ");
    copy.append(columns).append(" FROM other.").append(table);
    copy += " WHERE game IN (SELECT game - ?1 FROM main.games WHERE game > ?1)";
    Statement(db, copy).run(behind);
  }
  Statement(db,
            "UPDATE main.blocks AS b SET done = (SELECT count(*) FROM main.games g"
            " WHERE g.tournament = b.tournament AND g.block = b.block)"
            " WHERE tournament = ?1 AND block IN (SELECT block FROM other.games WHERE"
            " tournament = ?2)")
      .run(ours, theirs);
  Statement(db,
            "DELETE FROM main.claims WHERE tournament = ?1 AND block IN"
            " (SELECT block FROM main.blocks WHERE tournament = ?1 AND done = games)")
      .run(ours);
  return static_cast<u64>(copied);
}

}  // namespace

u64 Ledger::merge(const std::string& path, MergeRule rule) {
  check_ledger_path(path, /*may_be_new=*/false);
  if (is_same_file(db_.file(), path)) {
    throw InputError("ledger " + path + ": cannot be merged with itself");
  }
  { const Ledger checked(path, Database::Mode::read); }
  const std::lock_guard lock(mutex_);
  std::optional<Attached> attached;  // detached after the transaction
  Transaction transaction(db_);      // locks only this file: the other one may be in use
  attached.emplace(db_, path);
  const Pair pair{db_, path, rule};
  u64 copied = 0;
  std::vector<i64> tournaments;
  Statement all(db_, "SELECT tournament FROM other.tournaments ORDER BY tournament");
  for (all.start(); all.next();) tournaments.push_back(all.integer(0));
  all.reset();
  for (const i64 theirs : tournaments) {
    const i64 ours = enter_same(pair, theirs);
    check_no_contradiction(pair, ours, theirs);
    copied += copy_games(pair, ours, theirs);
  }
  copied += merge_trials(db_, path, rule);
  transaction.commit();
  return copied;
}

}  // namespace carrack
