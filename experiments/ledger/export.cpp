#include "experiments/ledger/export.hpp"

#include <array>

#include "experiments/csv.hpp"
#include "experiments/ledger/ledger.hpp"

namespace carrack {
namespace {

constexpr std::array<ExportTable, 6> kTables{{
    {"agents",
     "SELECT agent, name, spec, configuration FROM agents WHERE tournament = ?1 ORDER BY agent"},
    {"games",
     "SELECT g.block, g.permutation, b.lineup, printf('%016x', b.chance) AS chance, g.decisions"
     " FROM games g JOIN blocks b USING (tournament, block) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation"},
    {"seats",
     "SELECT g.block, g.permutation, s.seat, s.agent, s.rank, s.win_share, s.vp, s.colonies,"
     " s.discoveries, s.tiles, s.economy, s.bought, s.forfeit, s.forfeit_decision,"
     " s.forfeit_reason FROM games g JOIN seats s USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, s.seat"},
    {"turns",
     "SELECT g.block, g.permutation, t.turn, t.seat, t.money, t.vp, t.colonists, t.soldiers,"
     " t.missionaries, t.regions, t.goods, t.ships, t.tiles FROM games g JOIN turns t USING (game)"
     " WHERE g.tournament = ?1 ORDER BY g.block, g.permutation, t.turn, t.seat"},
    {"purchases",
     "SELECT g.block, g.permutation, p.place, p.turn, p.seat, p.tile, p.price, p.money"
     " FROM games g JOIN purchases p USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, p.place"},
    {"searches",
     "SELECT g.block, g.permutation, s.seat, s.decisions, s.iterations, s.nodes, s.seconds"
     " FROM games g JOIN searches s USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, s.seat"},
}};

}  // namespace

std::span<const ExportTable> export_tables() noexcept { return kTables; }

void Ledger::export_csv(i64 tournament, const ExportTable& table,
                        const std::function<void(std::string_view)>& write) {
  const std::lock_guard lock(mutex_);
  Statement rows(db_, table.sql);
  std::string line;
  for (int c = 0; c < rows.columns(); ++c) {
    line += (c == 0 ? "" : ",") + csv_field(rows.column_name(c));
  }
  write(line + '\n');
  for (rows.start(tournament); rows.next();) {
    line.clear();
    for (int c = 0; c < rows.columns(); ++c) {
      if (c != 0) line += ',';
      line += csv_field(rows.as_text(c));
    }
    line += '\n';
    write(line);
  }
}

}  // namespace carrack
