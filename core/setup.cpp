// RULES §3: places in the player order, drawn one by one; money by place.
#include "core/phases.hpp"

namespace carrack::setup {

void options(const State& s, Legal& legal) noexcept {
  u64 unplaced = low_bits(s.players());
  for (unsigned place = 0; place < s.cursor; ++place) unplaced &= ~bit(index(s.in_place(place)));
  legal.assign(Verb::order, unplaced);
}

void choose(State& s, Action action) noexcept {
  const unsigned place = s.cursor++;
  const auto p = nth<Player>(action.argument(Verb::order));
  s.order = (s.order & ~(15U << 4 * place)) | index(p) << 4 * place;
  s.of(p).earn(place);  // $10 at once, and $1 for each place behind the first
  if (s.cursor == s.players()) {
    s.cursor = 0;
    s.node = Node::restock;
  }
}

}  // namespace carrack::setup
