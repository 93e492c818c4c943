// RULES §4 B.2: spaces 1 to 2N - 1, then X, Y and Mayflower's ships. Each worker lands in a
// discovered region.
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::dock {
namespace {

constexpr unsigned kMerchantPay = 5;

}  // namespace

bool seek(State& s) noexcept {
  s.cursor = static_cast<u8>(Slot::first_taken(s.dock, s.cursor));
  if (s.cursor < s.dock.size()) {
    const Slot slot = s.dock[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    return true;
  }
  s.flags = static_cast<u8>(s.flags & ~kDockReordered);
  begin(s, Phase::goods);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::land, s.discovered);
  if (s.ruleset().terms().may_decline) legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  const Slot slot = s.dock[s.cursor];
  s.dock[s.cursor++] = Slot();
  if (action.is_pass()) return;
  const auto region = nth<Region>(action.argument(Verb::land));
  settle_worker(s, slot.player(), region, slot.worker());
  if (slot.worker() == Worker::merchant) s.of(slot.player()).earn(kMerchantPay);
  if (slot.worker() == Worker::missionary) {
    for (unsigned n = tiles::converts(s, slot.player(), region); n != 0; --n) {
      settle_colonist(s, slot.player(), region);
    }
  }
}

}  // namespace carrack::dock
