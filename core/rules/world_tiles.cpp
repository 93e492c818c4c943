// RULES §9, tile by tile.
#include "core/rules/world_tiles.hpp"

#include <algorithm>

#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::tiles {

void ally_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::ally, low_bits(s.players()) & ~bit(index(s.actor)));
}

void choose_ally(State& s, Action action) noexcept {
  s.set_ally(nth<Player>(action.argument(Verb::ally)));
  resume(s);
}

bool are_allied(const State& s, Player a, Player b) noexcept {
  const unsigned ally = s.ally();
  if (ally == kMaxPlayers) return false;
  const unsigned owner = s.holder(only_copy(Tile::alliance));
  return (owner == index(a) && ally == index(b)) || (owner == index(b) && ally == index(a));
}

unsigned exposed_builders(const State& s, Player p, Region r) noexcept {
  const unsigned builders = s.of(p).builders_in(r);
  return builders != 0 && s.has(p, Tile::garrisons) ? 0 : builders;
}

unsigned exposed_workers(const State& s, Player p, Region r) noexcept {
  const PlayerState& mine = s.of(p);
  return mine.civilians_in(r) + mine.soldiers_in(r) + mine.missionaries_in(r) +
         exposed_builders(s, p, r);
}

unsigned owner_of_india(const State& s) noexcept {
  return std::min(s.holder(only_copy(Tile::colony_in_india)), kMaxPlayers);
}

namespace world {
namespace {

/// The best income of each other player from these kinds of goods alone, added up.
template <typename... Kinds>
unsigned income_of_others(const State& s, Player p, Kinds... kinds) noexcept {
  const Rules& rules = s.ruleset().table();
  unsigned money = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(p)) money += income::best_sets(rules, s.player[q].goods().only(kinds...));
  }
  return money;
}

}  // namespace

void around_the_cape(State& s, Player /*owner*/) { settle_several(s, s.board_row().african()); }

void trade_routes_to_asia(State& s, Player p) {
  for (const Good good : {Good::spices, Good::silk, Good::tea}) take_if_left(s, p, good);
}

void alliance(State& s, Player /*owner*/) { s.node = Node::ally; }

void aztec_conquest(State& s, Player p) {
  const u16 new_spain = s.board_row().new_spain();
  const auto region = nth<Region>(first_bit(new_spain));
  if ((s.discovered & new_spain) == 0) {
    claim_region(s, region, 1 + kAztecColonists);
    return;
  }
  for (unsigned n = 0; n < kAztecColonists; ++n) settle_colonist(s, p, region);
}

void fleet_of_discovery(State& s, Player p) {
  capture_ship(s, p);
  for (const Worker w : {Worker::captain, Worker::merchant, Worker::soldier}) {
    gain_worker(s.of(p), w);
  }
}

void cardinal_richelieu(State& s, Player p) {
  if (warfare::can_force(s, p)) s.node = Node::force;
}

void cathedrals(State& s, Player p) {
  const PlayerState before = s.of(p);
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    for (unsigned n = before.missionaries_in(nth<Region>(r)); n != 0; --n) {
      settle_colonist(s, p, nth<Region>(r));
    }
  }
}

bool spice_trade(State& s) {
  PlayerState& mine = s.of(s.actor);
  mine.earn(each(s, Tile::spice_trade) * (mine.tokens() + mine.ships()));
  return false;
}

unsigned goa(const State& s, Player p) {
  return income_of_others(s, p, Good::spices, Good::tea, Good::silk);
}

unsigned zanzibar(const State& s, Player p) {
  return income_of_others(s, p, Good::ivory, Good::gold, Good::coffee);
}

unsigned independence(const State& s, Player p) {
  unsigned regions = 0;
  for_each_bit(s.of(p).colonies(), [&](unsigned r) {
    const auto region = nth<Region>(r);
    const unsigned own = s.of(p).workers_in(region);
    unsigned rivals = 0;
    for (unsigned q = 0; q < s.players(); ++q) {
      rivals += q != index(p) && s.player[q].workers_in(region) >= own;
    }
    regions += rivals == 0;
  });
  return each(s, Tile::independence) * regions;
}

unsigned colony_in_india(const State& s, Player /*owner*/) {
  return each(s, Tile::colony_in_india) * s.india().total();
}

}  // namespace world
}  // namespace carrack::tiles
