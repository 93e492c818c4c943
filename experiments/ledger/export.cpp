#include "experiments/ledger/export.hpp"

#include <array>

#include "experiments/base/csv.hpp"
#include "experiments/ledger/ledger.hpp"

namespace carrack {
namespace {

constexpr std::string_view kInteger = "INTEGER";
constexpr std::string_view kReal = "REAL";
constexpr std::string_view kText = "TEXT";

constexpr ExportColumn kBlock{"block", kInteger, "g.block",
                              "number of the block, whose games share one seed of chance, from 0"};
constexpr ExportColumn kPermutation{"permutation", kInteger, "g.permutation",
                                    "number of the seating within the block, from 0"};
constexpr ExportColumn kGame{
    "game", kInteger,
    "g.block * (SELECT max(games) FROM blocks WHERE tournament = ?1) + g.permutation",
    "number of the game in the plan, from 0, as in its record"};

constexpr std::array kAgents{
    ExportColumn{"number", kInteger, "agent", "place in the plan, from 0"},
    ExportColumn{"agent", kText, "name", "name; entrants with the same spec get #2, #3"},
    ExportColumn{"spec", kText, "spec", "spec with every key at its value"},
    ExportColumn{"configuration", kText, "configuration", "the spec as JSON"},
};
constexpr std::array kGames{
    kBlock,
    kPermutation,
    kGame,
    ExportColumn{"lineup", kText,
                 "(SELECT json_group_array(name) FROM (SELECT a.name FROM json_each(b.lineup) l"
                 " JOIN agents a ON a.tournament = g.tournament AND a.agent = l.value"
                 " ORDER BY l.key))",
                 "names of the agents of the block as a JSON list, before seating"},
    ExportColumn{"chance", kText, "printf('%016x', b.chance)",
                 "seed of chance, 16 hexadecimal digits"},
    ExportColumn{"decisions", kInteger, "g.decisions", "decisions of all players"},
};
constexpr std::array kSeats{
    kBlock,
    kPermutation,
    kGame,
    ExportColumn{"seat", kInteger, "s.seat", "seat, p1 is 1"},
    ExportColumn{"agent", kText, "a.name", "name of the agent"},
    ExportColumn{"rank", kInteger, "s.rank",
                 "1 is best; shared ranks are 1, 1, 3; forfeits are last"},
    ExportColumn{"win_share", kReal, "s.win_share",
                 "1 divided by the number of seats of rank 1 for those seats, else 0"},
    ExportColumn{"vp", kInteger, "s.vp", "final VP; after a forfeit, those of random play"},
    ExportColumn{"colonies", kInteger, "s.colonies", "VP from colonies"},
    ExportColumn{"discoveries", kInteger, "s.discoveries", "VP from discoveries"},
    ExportColumn{"tiles", kInteger, "s.tiles", "VP from tiles at the end"},
    ExportColumn{"economy", kInteger, "s.economy", "VP from the last income"},
    ExportColumn{"bought", kInteger, "s.bought", "VP bought"},
    ExportColumn{"forfeit", kText, "s.forfeit",
                 "failure of the agent: crashed, timed_out, illegal, protocol"},
    ExportColumn{"forfeit_decision", kInteger, "s.forfeit_decision",
                 "decision of the game at which it failed, from 0"},
    ExportColumn{"forfeit_reason", kText, "s.forfeit_reason", "reason of the failure, one line"},
};
constexpr std::array kTurnColumns{
    kBlock,
    kPermutation,
    kGame,
    ExportColumn{"turn", kInteger, "t.turn", "turn that has ended, 1 to 8"},
    ExportColumn{"seat", kInteger, "t.seat", "seat, p1 is 1"},
    ExportColumn{"money", kInteger, "t.money", "money in $"},
    ExportColumn{"vp", kInteger, "t.vp", "VP if the game ended here"},
    ExportColumn{"colonists", kInteger, "t.colonists", "colonists and builders in regions"},
    ExportColumn{"soldiers", kInteger, "t.soldiers", "soldiers in regions"},
    ExportColumn{"missionaries", kInteger, "t.missionaries", "missionaries in regions"},
    ExportColumn{"regions", kInteger, "t.regions", "regions with an own worker"},
    ExportColumn{"goods", kInteger, "t.goods", "trade goods, without ships"},
    ExportColumn{"ships", kInteger, "t.ships", "merchant ships"},
    ExportColumn{"tiles", kInteger, "t.tiles", "tiles owned"},
    ExportColumn{"discoveries", kInteger, "t.discoveries", "discovery counters and cards held"},
    ExportColumn{"colonies_vp", kInteger, "t.colonies_vp", "of vp: from colonies so far"},
    ExportColumn{"discoveries_vp", kInteger, "t.discoveries_vp", "of vp: from discoveries"},
    ExportColumn{"tiles_vp", kInteger, "t.tiles_vp", "of vp: from tiles if the game ended here"},
    ExportColumn{"economy_vp", kInteger, "t.economy_vp", "of vp: from the last income"},
    ExportColumn{"bought_vp", kInteger, "t.bought_vp", "of vp: bought so far"},
};
constexpr std::array kPurchases{
    kBlock,
    kPermutation,
    kGame,
    ExportColumn{"place", kInteger, "p.place", "order of purchases in the game, from 1"},
    ExportColumn{"turn", kInteger, "p.turn", "turn, 1 to 8"},
    ExportColumn{"seat", kInteger, "p.seat", "seat of the buyer, p1 is 1"},
    ExportColumn{"tile", kText, "p.tile", "name of the tile"},
    ExportColumn{"price", kInteger, "p.price", "price paid in $"},
    ExportColumn{"money", kInteger, "p.money", "money of the buyer before, in $"},
};
constexpr std::array kSearches{
    kBlock,
    kPermutation,
    kGame,
    ExportColumn{"seat", kInteger, "s.seat", "seat, p1 is 1"},
    ExportColumn{"decisions", kInteger, "s.decisions", "decisions of the agent in the game"},
    ExportColumn{"iterations", kInteger, "s.iterations", "total iterations of its searches"},
    ExportColumn{"nodes", kInteger, "s.nodes", "total nodes of its trees"},
    ExportColumn{
        "seconds", kReal, "s.seconds",
        "time of its searches, or of the answers of an external program, in s; 0 for other "
        "agents; depends on the machine"},
};

constexpr std::array<ExportTable, 6> kTables{{
    {"agents", "one row per agent", kAgents, "FROM agents WHERE tournament = ?1 ORDER BY number"},
    {"games", "one row per game", kGames,
     "FROM games g JOIN blocks b USING (tournament, block) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation"},
    {"seats", "one row per seat of a game", kSeats,
     "FROM games g JOIN seats s USING (game)"
     " JOIN agents a ON a.tournament = g.tournament AND a.agent = s.agent WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, s.seat"},
    {"turns", "one row per turn and seat of a game, at the end of the turn", kTurnColumns,
     "FROM games g JOIN turns t USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, t.turn, t.seat"},
    {"purchases", "one row per purchase", kPurchases,
     "FROM games g JOIN purchases p USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, p.place"},
    {"searches", "one row per seat of a game: totals of the agent's searches", kSearches,
     "FROM games g JOIN searches s USING (game) WHERE g.tournament = ?1"
     " ORDER BY g.block, g.permutation, s.seat"},
}};

}  // namespace

std::string ExportTable::sql() const {
  std::string text = "SELECT ";
  for (const ExportColumn& column : columns) {
    text.append(column.value).append(" AS ");
    text.append(column.name).append(&column == &columns.back() ? " " : ", ");
  }
  return text.append(rows);
}

std::span<const ExportTable> export_tables() noexcept { return kTables; }

void Ledger::export_csv(i64 tournament, const ExportTable& table,
                        const std::function<void(std::string_view)>& write) {
  const std::lock_guard lock(mutex_);
  Statement rows(db_, table.sql());
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
