// RULES §4 B.1: the k-th worker of the box brings $k; §4 E: the box becomes the new player order.
#include <array>

#include "core/rules/phases.hpp"

namespace carrack::initiative {

void resolve(State& s) noexcept {
  const unsigned workers = count_bits(s.in_initiative);
  for (unsigned i = 0; i < workers; ++i) s.of(s.initiative_box[i].player()).earn(i + 1);
  begin(s, Phase::dock);
}

void reorder(State& s) noexcept {
  const unsigned ahead = count_bits(s.in_initiative);
  std::array<Player, kMaxPlayers> order{};
  unsigned filled = 0;
  for (unsigned i = 0; i < ahead; ++i) {
    order[filled++] = s.initiative_box[i].player();
    send_home(s, s.initiative_box[i]);
    s.initiative_box[i] = Slot();
  }
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    if (!has_bit(s.in_initiative, index(p))) order[filled++] = p;
  }
  for (unsigned place = 0; place < filled; ++place) s.set_place(place, order[place]);
  s.in_initiative = 0;
}

}  // namespace carrack::initiative
