#include "agents/scripted/world_value.hpp"

#include <algorithm>

#include "agents/scripted/valuation.hpp"
#include "core/game/queries.hpp"

namespace carrack::valuation {

double asian_goods(const State& s, Player p) {
  double value = 0;
  for (const Good g : {Good::spices, Good::silk, Good::tea}) {
    if (s.supply[g] != 0) value += good(s, p, g);
  }
  return value;
}

double aztec_conquest(const State& s, Player p) {
  const u16 new_spain = s.board_row().new_spain();
  const bool is_new = (s.discovered & new_spain) == 0;
  return best_reinforcement(s, p, 3, new_spain) + (is_new ? discovery(s, p) : 0);
}

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

double converted_missionaries(const State& s, Player p) {
  double value = 0;
  for_each_bit(s.of(p).colonies(), [&](unsigned r) {
    const unsigned missionaries = s.of(p).missionaries_in(nth<Region>(r));
    if (missionaries != 0) value += reinforcement(s, p, nth<Region>(r), missionaries);
  });
  return value;
}

}  // namespace carrack::valuation
