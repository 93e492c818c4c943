// RULES §4 D: what tiles bring every turn, player by player, tile by tile in catalogue order; and
// the decisions that this brings. What each tile does is in tile_effects.cpp.
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::benefits {
namespace {

/// The regions bordering `from` where the player has workers.
u32 march_targets(const State& s, unsigned from, u32 colonies) noexcept {
  return s.board_row().regions()[from].adjacent & colonies;
}

}  // namespace

void seek(State& s) noexcept {
  for (; s.cursor < s.players(); ++s.cursor) {
    s.actor = s.in_place(s.cursor);
    TileSet ahead = s.tiles_of(s.actor) & tiles::each_turn_tiles(s.ruleset().edition());
    if (s.step != 0) ahead = ahead.from(s.step);
    while (!ahead.empty()) {
      const TileCopy copy = ahead.first();
      s.step = static_cast<u8>(index(copy) + 1);
      if (tiles::each_turn(s, kind_of(copy))) return;
      ahead = ahead.from(s.step);
    }
    s.step = 0;
  }
  s.actor = Player{0};
  refresh::begin(s);
}

// stables

bool can_march(const State& s, Player p) noexcept {
  const u32 colonies = s.of(p).colonies();
  bool any = false;
  for_each_bit(colonies, [&](unsigned r) {
    any |= s.of(p).soldiers_in(nth<Region>(r)) != 0 && march_targets(s, r, colonies) != 0;
  });
  return any;
}

void march_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::march);
  legal.add_pass();
  const u32 colonies = s.of(s.actor).colonies();
  for_each_bit(colonies, [&](unsigned from) {
    if (s.of(s.actor).soldiers_in(nth<Region>(from)) == 0) return;
    legal.add_set(Verb::march, march_targets(s, from, colonies), from * kMaxRegions);
  });
}

void choose_march(State& s, Action action) noexcept {
  if (!action.is_pass()) {
    const unsigned argument = action.argument(Verb::march);
    s.of(s.actor).remove_standing(nth<Region>(argument / kMaxRegions), Worker::soldier);
    settle_worker(s, s.actor, nth<Region>(argument % kMaxRegions), Worker::soldier);
  }
  if (s.phase == Phase::discovery) {
    enter_box(s);
  } else {
    tiles::resume(s);
  }
}

// migration

bool can_migrate(const State& s) noexcept {
  const PlayerState& mine = s.of(s.actor);
  bool any = false;
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    any |= mine.civilians_in(nth<Region>(r)) != 0 && (s.discovered & ~bit(r)) != 0;
  }
  return any;
}

void migrate_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::migrate);
  legal.add_pass();
  for (unsigned from = 0; from < kMaxRegions; ++from) {
    const unsigned colonists = s.of(s.actor).civilians_in(nth<Region>(from));
    if (colonists == 0) continue;
    for_each_bit(s.discovered & ~bit(from), [&](unsigned to) {
      const unsigned one = (from * kMaxRegions + to) * 2;
      legal.add(Verb::migrate, one);
      if (colonists > 1) legal.add(Verb::migrate, one + 1);
    });
  }
}

void choose_migrate(State& s, Action action) noexcept {
  tiles::resume(s);
  if (action.is_pass()) return;
  const unsigned argument = action.argument(Verb::migrate);
  const unsigned colonists = argument % 2 + 1;
  const unsigned from = argument / 2 / kMaxRegions;
  s.of(s.actor).remove_standing(nth<Region>(from), Worker::colonist, colonists);
  for (unsigned n = 0; n < colonists; ++n) {
    settle_worker(s, s.actor, nth<Region>(argument / 2 % kMaxRegions), Worker::colonist);
  }
}

// smuggler: scratch holds the kind that came, + 1, until one is given for it

bool can_swap(const State& s) noexcept {
  bool any = false;
  for (unsigned p = 0; p < s.players(); ++p) {
    any |= p != index(s.actor) && s.player[p].goods().has_goods();
  }
  return any && s.of(s.actor).goods().has_goods();
}

void swap_options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::swap);
  legal.add_pass();
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor)) continue;
    legal.add_set(Verb::swap, s.player[p].goods().kinds(), p * kGoods);
  }
}

void choose_swap(State& s, Action action) noexcept {
  if (action.is_pass()) {
    tiles::resume(s);
    return;
  }
  const unsigned argument = action.argument(Verb::swap);
  const auto good = nth<Good>(argument % kGoods);
  s.player[argument / kGoods].remove_good(good);
  s.of(s.actor).add_good(good);
  s.scratch[0] = argument + 1;
  s.node = Node::give;
}

void give_options(const State& s, Legal& legal) noexcept {
  Holding before = s.of(s.actor).goods();
  before.remove(nth<Good>(static_cast<unsigned>(s.scratch[0] - 1) % kGoods));
  legal.assign(Verb::give, before.kinds());
}

void choose_give(State& s, Action action) noexcept {
  const auto good = nth<Good>(action.argument(Verb::give));
  s.of(s.actor).remove_good(good);
  s.player[(s.scratch[0] - 1) / kGoods].add_good(good);
  s.scratch = {};
  tiles::resume(s);
}

// trading_house

bool seek_sell(State& s) noexcept {
  Legal open;
  sell_options(s, open);
  if (open.size() > 1) return true;
  choose_sell(s, kPass);
  return false;
}

void sell_options(const State& s, Legal& legal) noexcept {
  const Sale sale = Sale::of(s);
  Holding left = s.of(s.actor).goods();
  left -= sale.sold;
  legal.assign(Verb::sell, left.kinds() & ~low_bits(sale.last));
  legal.add_pass();
}

void choose_sell(State& s, Action action) noexcept {
  Sale sale = Sale::of(s);
  if (!action.is_pass()) {
    sale.last = action.argument(Verb::sell);
    sale.sold.add(nth<Good>(sale.last));
    sale.write(s);
    return;
  }
  PlayerState& mine = s.of(s.actor);
  Holding left = mine.goods();
  left -= sale.sold;
  mine.set_goods(left);
  s.supply += sale.sold;
  mine.earn(tiles::each(s, Tile::trading_house) * sale.sold.tokens());
  s.scratch = {};
  tiles::resume(s);
}

}  // namespace carrack::benefits
