// RULES §4 E: tiles, goods and ship are restocked, colonists arrive, the next turn begins. The
// setup (§3.4) fills the same spaces the same way.
#include "core/phases.hpp"

namespace carrack::refresh {
namespace {

enum Row : u8 { kTileRow, kGoodRow };

bool needs_tile(const State& s) noexcept {
  return tiles_on_show(s).size() < kTilesOnShow && !tile_bag(s).empty();
}

bool needs_good(const State& s) noexcept {
  constexpr u32 kLast = 15U << 4 * (kGoodsOnShow - 1);
  return (s.on_show & kLast) == kLast && (s.supply & low_bits(60)) != 0;
}

bool is_last_of_age(unsigned turn) noexcept { return turn == 3 || turn == 6; }

/// What is left of the old age leaves the game: on show it becomes like the unseen tiles of its
/// age, from which nobody will ever draw again.
void sweep_tiles(State& s) noexcept {
  tiles_on_show(s).for_each([&](TileCopy copy) { s.assign(copy, kInBag); });
  s.flags |= kTilesSwept;
}

void return_goods(State& s) noexcept {
  for (unsigned i = 0; i < kGoodsOnShow; ++i) {
    const unsigned good = s.on_show >> 4 * i & 15U;
    if (good < kGoods) PlayerState::GoodLanes::add(s.supply, good, 1);
  }
  s.on_show = kNoGoods;
}

void restock_ship(State& s) noexcept {
  if (s.ship_on_show != 0 || PlayerState::GoodLanes::get(s.supply, PlayerState::kShipLane) == 0) {
    return;
  }
  PlayerState::GoodLanes::sub(s.supply, PlayerState::kShipLane, 1);
  s.ship_on_show = 1;
}

void start_turn(State& s) noexcept {
  if (s.phase != Phase::setup) ++s.turn;
  s.flags = static_cast<u8>(s.flags & ~kTilesSwept);
  s.sailed = 0;
  placement::open(s);
  carrack::begin(s, Phase::placement);
}

void finish(State& s) noexcept {
  for (unsigned p = 0; p < s.players(); ++p) {
    gain_workers(s.player[p], Worker::colonist, kNewColonists);
  }
  if (is_last_of_age(s.turn)) scoring::resolve(s);
  initiative::reorder(s);
  start_turn(s);
}

}  // namespace

void begin(State& s) noexcept {
  if (s.turn == kTurns) {
    scoring::resolve(s);
    s.phase = Phase::end;
    s.node = Node::over;
    s.cursor = 0;
    return;
  }
  if (is_last_of_age(s.turn)) sweep_tiles(s);
  carrack::begin(s, Phase::refresh);
}

void seek(State& s) noexcept {
  if (s.step == kTileRow) {
    if (needs_tile(s)) {
      s.node = Node::tile;
      return;
    }
    s.step = kGoodRow;
    return_goods(s);
  }
  if (needs_good(s)) {
    s.node = Node::good;
    return;
  }
  s.step = 0;
  restock_ship(s);
  if (s.phase == Phase::setup) {
    start_turn(s);
  } else {
    finish(s);
  }
}

void choose_tile(State& s, Action action) noexcept {
  s.assign(tile_bag(s).copy_of(nth<Tile>(action.argument(Verb::tile))), kOnTable);
  s.node = Node::restock;
}

void choose_good(State& s, Action action) noexcept {
  const auto good = nth<Good>(action.argument(Verb::good));
  PlayerState::GoodLanes::sub(s.supply, index(good), 1);
  show_good(s, good);
  s.node = Node::restock;
}

}  // namespace carrack::refresh
