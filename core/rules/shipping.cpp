// RULES §4 B.4: the highest total takes the ship; captain and merchant count 2, all others 1.
#include "core/rules/phases.hpp"

namespace carrack::shipping {

void resolve(State& s) noexcept {
  unsigned highest = 0;
  Player winner{0};
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    PlayerState& mine = s.of(p);
    const WorkerCounts workers = mine.shipping();
    if (workers.empty()) continue;
    const unsigned total = strength(workers);
    if (total > highest) {  // a tie goes to the earlier in player order
      highest = total;
      winner = p;
    }
    mine.remove_outside(workers);  // all go home
    mine.set_shipping({});
  }
  if (highest > 0 && s.ship_on_show != 0) take_ship(s, winner);
  begin(s, Phase::buildings);
}

}  // namespace carrack::shipping
