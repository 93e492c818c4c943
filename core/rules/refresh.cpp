// RULES §4 E: tiles, goods and ship are restocked, colonists arrive, the next turn begins. The
// setup (§3) fills the same spaces the same way.
#include "core/game/knowledge.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/restocking.hpp"

namespace carrack::refresh {
namespace {

bool needs_tile(const State& s) noexcept {
  return tiles_on_show(s).size() < kTilesOnShow && !tile_bag(s).empty();
}

bool needs_good(const State& s) noexcept { return !s.goods_on_show.full() && s.supply.has_goods(); }

/// Tiles on show at the end of an age go to the holder kInBag; nothing draws from an old age.
void sweep_tiles(State& s) noexcept {
  if (!is_last_of_age(s.turn)) return;
  s.assign_all(tiles_on_show(s), kInBag);
  s.flags |= kTilesSwept;
}

/// Untaken goods go back into the supply or, in 2015, leave the game.
void clear_goods(State& s) noexcept {
  if (s.ruleset().terms().untaken_goods_return) {
    for (const Good good : s.goods_on_show) s.supply.add(good);
  }
  s.goods_on_show.clear();
}

void restock_ship(State& s) noexcept {
  if (s.ship_on_show != 0 || s.supply.ships() == 0) return;
  s.supply.remove_ships(1);
  s.ship_on_show = 1;
}

void start_turn(State& s) noexcept {
  if (s.phase != Phase::setup) ++s.turn;
  s.flags = static_cast<u8>(s.flags & ~kTilesSwept);
  s.sailed = 0;
  placement::open(s);
  carrack::begin(s, Phase::placement);
}

void end_restocking(State& s) noexcept {
  s.step = 0;
  if (s.phase == Phase::setup) {
    start_turn(s);
    return;
  }
  const unsigned colonists = s.ruleset().figures().colonists;
  for (unsigned p = 0; p < s.players(); ++p) {
    gain_workers(s.player[p], Worker::colonist, colonists);
  }
  if (is_last_of_age(s.turn)) {
    scoring::resolve(s);
  } else {
    finish(s);
  }
}

/// Stops at a node while `open`; otherwise the step is over.
bool stop_at(State& s, Node node, bool open) noexcept {
  if (open) {
    s.node = node;
  } else {
    ++s.step;
  }
  return open;
}

}  // namespace

void begin(State& s) noexcept {
  if (s.turn == kTurns) {
    scoring::resolve(s);
  } else {
    carrack::begin(s, Phase::refresh);
  }
}

void finish(State& s) noexcept {
  if (s.turn == kTurns) {
    s.phase = Phase::end;
    s.node = Node::over;
    s.actor = Player{0};
    s.cursor = 0;
    return;
  }
  initiative::reorder(s);
  start_turn(s);
}

void seek(State& s) noexcept {
  const Ruleset rules = s.ruleset();
  const Steps& steps = steps_of(s);
  for (;;) {
    switch (steps[s.step]) {
      case Step::sweep_tiles:
        sweep_tiles(s);
        ++s.step;
        break;
      case Step::draw_tiles:
        if (stop_at(s, Node::tile, needs_tile(s))) return;
        break;
      case Step::clear_goods:
        clear_goods(s);
        ++s.step;
        break;
      case Step::draw_goods:
        if (stop_at(s, Node::good, needs_good(s))) return;
        break;
      case Step::ship:
        restock_ship(s);
        ++s.step;
        break;
      case Step::draw_reserve: {
        const bool due = rules.has(Variant::reduced_luck) && count_bits(s.reserve) < kReserve;
        if (stop_at(s, Node::reserve, due)) return;
        break;
      }
      case Step::open_counters: {
        const bool due = rules.has(Variant::open_counters) && unfixed_regions(s) != 0;
        if (stop_at(s, Node::open_counter, due)) return;
        break;
      }
      case Step::nations_start:
        ++s.step;
        if (rules.has(Module::national) && rules.has(Module::world)) {
          nations::place_starting_pieces(s);
        }
        break;
      case Step::first_colony:
        ++s.step;
        if (rules.has(Module::national) && nations::begin_first_colony(s)) return;
        break;
      case Step::done: end_restocking(s); return;
    }
  }
}

// choose_tile and choose_good keep the node while another draw is due, which saves a call of
// seek().

void choose_tile(State& s, Action action) noexcept {
  const TileSet bag = tile_bag(s);
  s.assign(bag.copy_of(nth<Tile>(action.argument(Verb::tile))), kOnTable);
  if (bag.size() == 1 || tiles_on_show(s).size() >= kTilesOnShow) s.node = Node::restock;
}

void choose_good(State& s, Action action) noexcept {
  const auto good = nth<Good>(action.argument(Verb::good));
  s.supply.remove(good);
  s.goods_on_show.add(good);
  if (!needs_good(s)) s.node = Node::restock;
}

void choose_reserve(State& s, Action action) noexcept {
  reserve_tile(s, only_copy(nth<Tile>(action.argument(Verb::reserve))));
  s.node = Node::restock;
}

void choose_open_counter(State& s, Action action) noexcept {
  const auto region = nth<Region>(first_bit(unfixed_regions(s)));
  fix_counter(s, region, nth<Counter>(action.argument(Verb::counter)), kEverybody);
  s.node = Node::restock;
}

}  // namespace carrack::refresh
