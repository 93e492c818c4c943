// Stores a finished game in one transaction.
#include <algorithm>

#include "core/base/error.hpp"
#include "core/game/catalogue.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/ledger/compression.hpp"
#include "experiments/ledger/ledger_statements.hpp"

namespace carrack {
namespace {

std::string_view tile_name(Tile tile) { return catalogue::row(tile).name; }

}  // namespace

Ledger::Statements::Statements(Database& db)
    : game(db,
           "INSERT INTO games (tournament, block, permutation, run, decisions)"
           " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"),
      seat(db, "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      turn(db, "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      purchase(db, "INSERT INTO purchases VALUES (?, ?, ?, ?, ?, ?, ?)"),
      search(db, "INSERT INTO searches VALUES (?, ?, ?, ?, ?, ?)"),
      record(db, "INSERT INTO records VALUES (?, ?)"),
      count_block(db, "UPDATE blocks SET done = done + 1 WHERE tournament = ? AND block = ?"),
      free_block(db,
                 "DELETE FROM claims WHERE tournament = ?1 AND block = ?2 AND (SELECT done = games"
                 " FROM blocks WHERE tournament = ?1 AND block = ?2)") {}

bool Ledger::keep(i64 tournament, i64 run, u64 games_per_block, const FinishedGame& finished) {
  const std::string packed = compress(finished.record);
  const u64 block = finished.fixture.number / games_per_block;
  const u64 permutation = finished.fixture.number % games_per_block;
  const auto players = static_cast<unsigned>(finished.fixture.seating.size());
  const Result& result = finished.game.result;
  const auto shares = win_shares(result.rank, players);

  const std::lock_guard lock(mutex_);
  db_.check_in_place();
  if (!statements_) statements_ = std::make_unique<Statements>(db_);
  Statements& insert = *statements_;
  Transaction transaction(db_);
  insert.game.run(tournament, block, permutation, run, finished.game.decisions);
  if (db_.changes() == 0) return false;
  const i64 game = db_.last_id();

  for (unsigned p = 0; p < players; ++p) {
    const Breakdown& b = result.breakdown[p];
    const auto failed = std::ranges::find(finished.game.forfeits, p, &Forfeit::seat);
    std::optional<std::string_view> kind;
    std::optional<u32> decision;
    std::optional<std::string> reason;
    if (failed != finished.game.forfeits.end()) {
      kind = name(failed->kind);
      decision = failed->decision;
      reason = printable(failed->what);  // may be the text of an external program
    }
    insert.seat.run(game, p + 1, finished.fixture.seating[p], result.rank[p], shares[p],
                    result.vp[p], b.colonies, b.discoveries, b.tiles, b.economy, b.bought, kind,
                    decision, reason);
    const SearchRow& s = finished.log.search[p];
    insert.search.run(game, p + 1, s.decisions, s.iterations, s.nodes, s.seconds);
  }
  for (const TurnRow& t : finished.log.turns) {
    insert.turn.run(game, t.turn, t.seat + 1, t.money, t.vp, t.colonists, t.soldiers,
                    t.missionaries, t.regions, t.goods, t.ships, t.tiles, t.discoveries,
                    t.vp_by_source.colonies, t.vp_by_source.discoveries, t.vp_by_source.tiles,
                    t.vp_by_source.economy, t.vp_by_source.bought);
  }
  for (const PurchaseRow& b : finished.log.purchases) {
    insert.purchase.run(game, b.place, b.turn, b.seat + 1, tile_name(b.tile), b.price,
                        b.money_before);
  }
  insert.record.run(game, Statement::blob(packed));
  insert.count_block.run(tournament, block);
  insert.free_block.run(tournament, block);
  transaction.commit();
  return true;
}

}  // namespace carrack
