// One ledger's games into another: results of machines that share no file.
#include <array>

#include "core/error.hpp"
#include "experiments/ledger/ledger.hpp"
#include "experiments/ledger/schema.hpp"

namespace carrack {
namespace {

/// The tables that hang on a game, with their other columns.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPartsOfAGame{{
    {"seats",
     "seat, agent, rank, win_share, vp, colonies, discoveries, tiles, economy, bought, forfeit,"
     " forfeit_decision, forfeit_reason"},
    {"turns",
     "turn, seat, money, vp, colonists, soldiers, missionaries, regions, goods, ships, tiles"},
    {"purchases", "place, turn, seat, tile, price, money"},
    {"searches", "seat, decisions, iterations, nodes, seconds"},
    {"records", "zstd"},
}};

/// A second file on the same connection, as schema `other`.
class Attached {
 public:
  Attached(Database& db, const std::string& path) : db_(db) {
    Statement(db_, "ATTACH ? AS other").run(path);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() {
    try {
      db_.execute("DETACH other");
    } catch (const InputError&) {  // it ends with the connection
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

/// The tournament of ours that is theirs too: of the same name and hash; begun if there is none.
i64 enter_same(Database& db, i64 theirs) {
  Statement same(db,
                 "SELECT o.name, o.hash, m.hash, m.tournament FROM other.tournaments o"
                 " LEFT JOIN main.tournaments m ON m.name = o.name WHERE o.tournament = ?");
  same.start(theirs);
  same.next();
  if (!same.is_null(3)) {
    if (same.text(1) != same.text(2)) {
      throw InputError("ledger " + db.path() + ": its tournament '" + std::string(same.text(0)) +
                       "' has the configuration " + std::string(same.text(2)) + ", not " +
                       std::string(same.text(1)) + " as the one to be merged");
    }
    return same.integer(3);
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

/// Copies the games that are not here yet, with all that hangs on them. Returns how many.
u64 copy_games(Database& db, i64 ours, i64 theirs) {
  // New rows keep their order behind our own.
  const i64 behind = number(db, "SELECT coalesce(max(game), 0) FROM main.games");
  const i64 behind_runs = number(db, "SELECT coalesce(max(run), 0) FROM main.runs");
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
  for (const auto& [table, columns] : kPartsOfAGame) {
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

u64 Ledger::merge(const std::string& path) {
  { const Ledger checked(path, Database::Mode::write); }  // a ledger, and of this schema
  const std::lock_guard lock(mutex_);
  const Attached attached(db_, path);
  std::vector<i64> tournaments;
  Statement all(db_, "SELECT tournament FROM other.tournaments ORDER BY tournament");
  for (all.start(); all.next();) tournaments.push_back(all.integer(0));
  all.reset();
  u64 copied = 0;
  Transaction transaction(db_);
  for (const i64 theirs : tournaments) copied += copy_games(db_, enter_same(db_, theirs), theirs);
  transaction.commit();
  return copied;
}

}  // namespace carrack
