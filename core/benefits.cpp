// RULES §4 D, §5: what tiles bring every turn, player by player, tile by tile in catalogue order.
#include <algorithm>

#include "core/phases.hpp"

namespace carrack::benefits {
namespace {

/// Tiles that this phase has something to do for.
constexpr TileSet kBenefitTiles = [] {
  TileSet set;
  set.insert(nth<TileCopy>(0));  // the two settlers
  set.insert(nth<TileCopy>(1));
  for (const Tile kind :
       {Tile::monastery, Tile::trade_routes, Tile::training_grounds, Tile::indentured_servitude,
        Tile::conquistadors, Tile::navigator, Tile::trading_post, Tile::privateers,
        Tile::ship_yards, Tile::taxation, Tile::west_indies_co, Tile::colonization_laws,
        Tile::marketplace, Tile::military_academy, Tile::fortress, Tile::stables, Tile::migration,
        Tile::factory}) {
    set.insert(only_copy(kind));
  }
  return set;
}();

/// $ that a tile brings each turn.
unsigned rent(const State& s, Tile kind) noexcept {
  switch (kind) {
    case Tile::trading_post: return 5;
    case Tile::taxation: return 10;
    default: return s.ruleset().edition() == Edition::aoe3 ? 25 : 30;  // factory
  }
}

/// A colonist on a space of the dock that nobody else can take; it lands next turn.
void post_colonist(State& s, unsigned space) noexcept {
  if (!has_room(s.of(s.actor), Worker::colonist)) return;
  s.of(s.actor).add_outside(Worker::colonist);
  s.dock[space] = Slot(s.actor, Worker::colonist);
}

/// A worker that waits in the discovery box.
void post_explorer(State& s, Worker w) noexcept {
  if (!has_room(s.of(s.actor), w)) return;
  s.of(s.actor).add_outside(w);
  s.of(s.actor).add_discovery(w);
}

/// $1 per own ship from each other player, as far as they have it.
void raid(State& s) noexcept {
  const unsigned demand = s.of(s.actor).ships();
  for (unsigned p = 0; p < s.players(); ++p) {
    if (p == index(s.actor)) continue;
    const unsigned ransom = std::min(demand, s.player[p].money());
    s.player[p].pay(ransom);
    s.of(s.actor).earn(ransom);
  }
}

/// The regions bordering `from` where the player has workers.
u32 march_targets(const State& s, unsigned from, u32 colonies) noexcept {
  return catalogue::regions(s.ruleset().board())[from].adjacent & colonies;
}

bool can_march(const State& s) noexcept {
  const u32 colonies = s.of(s.actor).colonies();
  bool any = false;
  for_each_bit(colonies, [&](unsigned r) {
    any |= s.of(s.actor).soldiers_in(nth<Region>(r)) != 0 && march_targets(s, r, colonies) != 0;
  });
  return any;
}

bool can_migrate(const State& s) noexcept {
  return count_bits(s.discovered) > 1 && sum_civilians(s.of(s.actor).civilians) != 0;
}

/// Does what a tile does by itself. True: it has a decision (or a draw), and the node stands at it.
bool use(State& s, Tile kind) noexcept {
  PlayerState& mine = s.of(s.actor);
  switch (kind) {
    case Tile::settlers: gain_worker(mine, Worker::colonist); break;
    case Tile::monastery: gain_worker(mine, Worker::missionary); break;
    case Tile::trade_routes:
    case Tile::marketplace: gain_worker(mine, Worker::merchant); break;
    case Tile::training_grounds:
    case Tile::military_academy:
    case Tile::fortress: gain_worker(mine, Worker::soldier); break;
    case Tile::ship_yards: gain_worker(mine, Worker::captain); break;
    case Tile::indentured_servitude: post_colonist(s, dock::kX); break;
    case Tile::colonization_laws: post_colonist(s, dock::kY); break;
    case Tile::conquistadors: post_explorer(s, Worker::soldier); break;
    case Tile::navigator: post_explorer(s, Worker::captain); break;
    case Tile::privateers: raid(s); break;
    case Tile::west_indies_co:
      if ((s.supply & low_bits(60)) == 0) break;
      s.node = Node::cargo;
      return true;
    case Tile::stables:
      if (!can_march(s)) break;
      s.node = Node::march;
      return true;
    case Tile::migration:
      if (!can_migrate(s)) break;
      s.node = Node::migrate;
      return true;
    default: mine.earn(rent(s, kind));
  }
  return false;
}

}  // namespace

bool seek(State& s) noexcept {
  for (; s.cursor < s.players(); ++s.cursor) {
    s.actor = s.in_place(s.cursor);
    TileSet ahead = s.tiles_of(s.actor) & kBenefitTiles;
    if (s.step != 0) ahead = ahead.from(s.step);
    while (!ahead.empty()) {
      const TileCopy copy = ahead.first();
      s.step = static_cast<u8>(index(copy) + 1);
      if (use(s, kind_of(copy))) return true;
      ahead = ahead.from(s.step);
    }
    s.step = 0;
  }
  s.actor = Player{0};
  refresh::begin(s);
  return false;
}

void choose_cargo(State& s, Action action) noexcept {
  take_from_supply(s, s.actor, nth<Good>(action.argument(Verb::cargo)));
  s.node = Node::benefits;
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
  s.node = Node::benefits;
  if (action.is_pass()) return;
  const unsigned argument = action.argument(Verb::march);
  PlayerState::RegionLanes::sub(s.of(s.actor).soldiers, argument / kMaxRegions, 1);
  settle_worker(s, s.actor, nth<Region>(argument % kMaxRegions), Worker::soldier);
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
  s.node = Node::benefits;
  if (action.is_pass()) return;
  const unsigned argument = action.argument(Verb::migrate);
  const unsigned colonists = argument % 2 + 1;
  const unsigned from = argument / 2 / kMaxRegions;
  PlayerState::CivilianLanes::sub(s.of(s.actor).civilians, from, colonists);
  for (unsigned n = 0; n < colonists; ++n) {
    settle_worker(s, s.actor, nth<Region>(argument / 2 % kMaxRegions), Worker::colonist);
  }
}

}  // namespace carrack::benefits
