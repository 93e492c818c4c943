#include "agents/scripted/world_value.hpp"

#include <algorithm>

#include "agents/scripted/valuation.hpp"
#include "core/game/queries.hpp"

namespace carrack::valuation {
namespace {

double best_forced_war(const State& s, Player p) {
  double best = 0;
  for (unsigned a = 0; a < s.players(); ++a) {
    for (unsigned d = 0; d < s.players(); ++d) {
      if (a == d || a == index(p) || d == index(p)) continue;
      best = std::max(best, forced_war(s, p, nth<Player>(a), nth<Player>(d)));
    }
  }
  return best;
}

}  // namespace

double world_tile(const State& s, Player p, Tile kind, double turns) {
  const PlayerState& mine = s.of(p);
  const BoardRow& board = boards::row(s.board);
  const double money = dollar(s);
  switch (kind) {
    case Tile::around_the_cape: return best_reinforcement(s, p, 3, board.african());
    case Tile::trade_routes_to_asia: {
      double value = 0;
      for (const Good g : {Good::spices, Good::silk, Good::tea}) {
        if (s.supply[g] != 0) value += good(s, p, g);
      }
      return value;
    }
    case Tile::alliance: return 0.15 * turns;
    case Tile::garrisons: return 0.3 * mine.builders_in_regions() + 0.1 * turns;
    case Tile::aztec_conquest: {
      const bool is_new = (s.discovered & board.new_spain()) == 0;
      return best_reinforcement(s, p, 3, board.new_spain()) + (is_new ? discovery(s, p) : 0);
    }
    case Tile::spice_trade: return turns * money * (mine.tokens() + mine.ships() + turns / 2);
    case Tile::goa: return turns * money * (tiles::world::goa(s, p) + 1);
    case Tile::zanzibar: return turns * money * (tiles::world::zanzibar(s, p) + 1);
    case Tile::fleet_of_discovery:
      return ship(s, p) + next_worker(s, Worker::captain) + next_worker(s, Worker::merchant) +
             next_worker(s, Worker::soldier);
    case Tile::colony_in_india: return 2 * turns;
    case Tile::european_war: return 8.5;
    case Tile::cardinal_richelieu: return best_forced_war(s, p);
    case Tile::cathedrals: {
      double value = 0;
      for_each_bit(mine.colonies(), [&](unsigned r) {
        const unsigned missionaries = mine.missionaries_in(nth<Region>(r));
        if (missionaries != 0) value += reinforcement(s, p, nth<Region>(r), missionaries);
      });
      return value;
    }
    case Tile::independence: return tiles::world::independence(s, p) + turns;
    default: return 0;
  }
}

}  // namespace carrack::valuation
