// RULES §4 B.2: spaces 1 to 2N - 1, then X, then Y. Each worker lands in a discovered region.
#include "core/phases.hpp"

namespace carrack::dock {
namespace {

constexpr unsigned kMerchantPay = 5;

/// Colonists that come with a missionary: none where another's Reformation forbids it.
unsigned converts(const State& s, Player p) noexcept { return s.has(p, Tile::cathedral) ? 2 : 1; }

}  // namespace

bool seek(State& s) noexcept {
  for (; s.cursor < s.dock.size(); ++s.cursor) {
    const Slot slot = s.dock[s.cursor];
    if (slot.empty()) continue;
    s.actor = slot.player();
    send_home(s, slot);
    return true;
  }
  begin(s, Phase::goods);
  return false;
}

void options(const State& s, Legal& legal) noexcept { legal.assign(Verb::land, s.discovered); }

void choose(State& s, Action action) noexcept {
  const auto region = nth<Region>(action.argument(Verb::land));
  const Slot slot = s.dock[s.cursor];
  s.dock[s.cursor++] = Slot();
  settle_worker(s, slot.player(), region, slot.worker());
  if (slot.worker() == Worker::merchant) s.of(slot.player()).earn(kMerchantPay);
  if (slot.worker() == Worker::missionary) {
    for (unsigned n = converts(s, slot.player()); n != 0; --n) {
      settle_colonist(s, slot.player(), region);
    }
  }
}

}  // namespace carrack::dock
