// RULES §5: tiles with an effect at once, and what tiles are worth at the end. The effects of every
// turn are in benefits.cpp, the passive ones with the box that they change.
#include <algorithm>

#include "core/phases.hpp"

namespace carrack::tiles {
namespace {

constexpr unsigned kIncaGold = 20;
constexpr unsigned kAllies = 2;

void discover_free(State& s, Region r, Counter c) noexcept {
  discover(s, r);
  take_counter(s, s.actor, c);
  settle_colonist(s, s.actor, r);
  s.node = Node::buy;
}

/// Own workers in all regions.
unsigned workers_in_regions(const PlayerState& p) noexcept {
  return sum_civilians(p.civilians) + sum_regions(p.soldiers) + sum_regions(p.missionaries) +
         sum_regions(p.builders);
}

/// What a tile earns at the end beside its printed VP.
unsigned earned_vp(const State& s, Player p, Tile kind) noexcept {
  const PlayerState& mine = s.of(p);
  switch (kind) {
    case Tile::mercantilism: return mine.tokens();
    case Tile::population: return workers_in_regions(mine) / 2;
    case Tile::navy: return 4 * mine.ships();  // R1
    case Tile::power: return 2 * sum_regions(mine.soldiers);
    case Tile::prosperity: return 2 * s.tiles_of(p).size();
    case Tile::glory: return 2 * count_bits(mine.colonies());
    case Tile::wealth: return mine.money() / 5;
    default: return 0;
  }
}

}  // namespace

void on_purchase(State& s, Player p, Tile kind) noexcept {
  switch (kind) {
    case Tile::inca_conquest: s.of(p).earn(kIncaGold); break;
    case Tile::cartography:
      if (s.undiscovered() != 0) s.node = Node::claim;
      break;
    case Tile::indian_allies:  // lost where nobody can be stationed (R8)
      if (s.of(p).colonies() != 0 && has_room(s.of(p), Worker::soldier)) s.node = Node::station;
      break;
    default: break;
  }
}

void claim_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::claim, s.undiscovered());
}

void choose_claim(State& s, Action action) noexcept {
  s.flags |= kCartographyUsed;
  const unsigned region = action.argument(Verb::claim);
  const int known = s.known_counter(nth<Region>(region));
  if (known >= 0) {
    discover_free(s, nth<Region>(region), nth<Counter>(static_cast<unsigned>(known)));
  } else {
    s.scratch[0] = region;
    s.node = Node::claim_counter;
  }
}

void choose_claim_counter(State& s, Action action) noexcept {
  const auto region = nth<Region>(static_cast<unsigned>(s.scratch[0]));
  s.scratch[0] = 0;
  discover_free(s, region, nth<Counter>(action.argument(Verb::counter)));
}

void station_options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::station, s.of(s.actor).colonies());
}

void choose_station(State& s, Action action) noexcept {
  const auto region = nth<Region>(action.argument(Verb::station));
  for (unsigned n = 0; n < kAllies && has_room(s.of(s.actor), Worker::soldier); ++n) {
    settle_worker(s, s.actor, region, Worker::soldier);
  }
  s.node = Node::buy;
}

unsigned final_vp(const State& s, Player p) noexcept {
  unsigned vp = 0;
  s.tiles_of(p).for_each([&](TileCopy copy) {
    vp += catalogue::row(kind_of(copy)).vp + earned_vp(s, p, kind_of(copy));
  });
  return vp;
}

}  // namespace carrack::tiles
