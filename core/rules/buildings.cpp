// RULES §4 B.5: each worker may buy one tile on show; a builder pays less.
#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::buildings {
namespace {

constexpr unsigned kBuilderDiscount = 5;

/// $ off for the worker whose turn it is.
unsigned discount(const State& s) noexcept {
  return s.buildings_box[s.cursor].worker() == Worker::builder ? kBuilderDiscount : 0;
}

/// The kinds on show that the player can pay.
TileSet affordable(const State& s, Player p) noexcept {
  const Rules& rules = s.ruleset().table();
  const TileSet shown = tiles_on_show(s);
  const unsigned money = s.of(p).money() + discount(s);
  if (money >= rules.dearest) return shown.kinds();
  TileSet can_pay;
  shown.for_each([&](TileCopy copy) {
    if (rules.figures.of(kind_of(copy)).cost <= money) can_pay.insert(copy);
  });
  return can_pay.kinds();
}

}  // namespace

unsigned price(const State& s, Tile kind) noexcept {
  const unsigned cost = s.ruleset().figures().of(kind).cost;
  return cost - std::min(cost, discount(s));
}

bool seek(State& s) noexcept {
  if (s.cursor < s.buildings_box.size() && !s.buildings_box[s.cursor].empty()) {
    const Slot slot = s.buildings_box[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    return true;
  }
  begin(s, Phase::discovery);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.assign_wide(Verb::buy, affordable(s, s.actor).bits());
  legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  if (action.is_pass()) {
    s.buildings_box[s.cursor++] = Slot();
    return;
  }
  const auto kind = nth<Tile>(action.argument(Verb::buy));
  s.of(s.actor).pay(price(s, kind));
  s.buildings_box[s.cursor++] = Slot();
  s.assign(tiles_on_show(s).copy_of(kind), index(s.actor));
  tiles::at_purchase(s, s.actor, kind);
}

}  // namespace carrack::buildings
