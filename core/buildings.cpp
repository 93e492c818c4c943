// RULES §4 B.5: each worker may buy one tile on show.
#include "core/phases.hpp"

namespace carrack::buildings {
namespace {

/// The kinds on show that the player can pay.
TileSet affordable(const State& s, Player p) noexcept {
  const unsigned money = s.of(p).money();
  TileSet kinds;
  tiles_on_show(s).for_each([&](TileCopy copy) {
    if (catalogue::row(kind_of(copy)).cost <= money) kinds.insert(copy);
  });
  return kinds.kinds();
}

}  // namespace

bool seek(State& s) noexcept {
  for (; s.cursor < s.buildings_box.size() && !s.buildings_box[s.cursor].empty(); ++s.cursor) {
    const Slot slot = s.buildings_box[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    if (!affordable(s, s.actor).empty()) return true;
    s.buildings_box[s.cursor] = Slot();
  }
  begin(s, Phase::discovery);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::buy);
  legal.add_pass();
  const TileSet kinds = affordable(s, s.actor);
  legal.add_set(Verb::buy, kinds.low);
  legal.add_set(Verb::buy, kinds.high, 64);
}

void choose(State& s, Action action) noexcept {
  s.buildings_box[s.cursor++] = Slot();
  if (action.is_pass()) return;
  const auto kind = nth<Tile>(action.argument(Verb::buy));
  s.of(s.actor).pay(catalogue::row(kind).cost);
  s.assign(tiles_on_show(s).copy_of(kind), index(s.actor));
  tiles::on_purchase(s, s.actor, kind);
}

}  // namespace carrack::buildings
