// Pieces, goods and discoveries change hands here, within what the box holds (RULES §6).
#pragma once

#include <algorithm>

#include "core/game/state.hpp"

namespace carrack {

/// Whether missionaries in regions stay missionaries and count against the ten (RULES §6, R21).
[[nodiscard]] constexpr bool counts_missionaries(Ruleset rules) noexcept {
  return rules.has(Module::builder) || rules.has(Module::world);
}

/// Pieces left for civilians, and for pieces that become civilians (49 in all).
[[nodiscard]] constexpr unsigned civilian_room(const PlayerState& p) noexcept {
  const WorkerCounts outside = p.outside();
  return kCivilianPieces - p.civilians_in_regions() - p.missionaries_in_regions() -
         outside[Worker::colonist] - outside[Worker::captain] - outside[Worker::merchant] -
         outside[Worker::missionary];
}

/// Room for how many more workers of a type outside the regions. Missionaries can be traded out of
/// regions (R26), so theirs is bounded as that of a type without members there.
[[nodiscard]] constexpr unsigned room(const PlayerState& p, Worker w) noexcept {
  const unsigned left = kPieces[index(w)] - p.outside()[w];
  switch (w) {
    case Worker::soldier: return left - p.soldiers_in_regions();
    case Worker::builder: return left - p.builders_in_regions();
    case Worker::colonist:
    case Worker::captain:
    case Worker::merchant:
    case Worker::missionary: break;
  }
  return std::min(left, civilian_room(p));
}
[[nodiscard]] constexpr bool has_room(const PlayerState& p, Worker w) noexcept {
  return room(p, w) != 0;
}

/// The types in `among` (bit i for Worker i) that have room.
[[nodiscard]] constexpr u32 types_with_room(const PlayerState& p, u32 among) noexcept {
  u32 set = 0;
  for_each_bit(among, [&](unsigned t) { add_bit(set, t, has_room(p, nth<Worker>(t))); });
  return set;
}

/// The specialists of a ruleset, as a set of types.
[[nodiscard]] constexpr u32 specialist_types(Ruleset rules) noexcept {
  return rules.has(Module::builder) ? 0b111110U : 0b011110U;
}

/// Where the supply has no missionary, one in the region with most of them (the first of several)
/// becomes a colonist (R26). Precondition: room() for a missionary.
constexpr void free_missionary(PlayerState& p) noexcept {
  if (p.outside()[Worker::missionary] + p.missionaries_in_regions() <
      kPieces[index(Worker::missionary)]) {
    return;
  }
  Region most{0};
  for (unsigned r = 1; r < kMaxRegions; ++r) {
    if (p.missionaries_in(nth<Region>(r)) > p.missionaries_in(most)) most = nth<Region>(r);
  }
  p.remove_standing(most, Worker::missionary);
  p.add_standing(most, Worker::colonist);
}

/// A worker of the supply for a space or a box. Precondition: room() for it.
constexpr void draw_worker(PlayerState& p, Worker w) noexcept {
  if (w == Worker::missionary) free_missionary(p);
  p.add_outside(w);
}

/// New workers for the next placement, as many as there are pieces for (R12).
constexpr void gain_workers(PlayerState& p, Worker w, unsigned due) noexcept {
  for (unsigned n = std::min(due, room(p, w)); n != 0; --n) {
    draw_worker(p, w);
    p.add_available(w);
  }
}
constexpr void gain_worker(PlayerState& p, Worker w) noexcept { gain_workers(p, w, 1); }

/// A worker whose turn to act has come goes back to the supply.
constexpr void send_home(State& s, Slot slot) noexcept {
  s.of(slot.player()).remove_outside(slot.worker());
}

/// The first player whose workers in a region reach three takes its good, however the third came
/// (RULES §4 B.2, R4).
inline void claim_token(State& s, Player p, Region r) noexcept {
  if (!has_bit(s.region_tokens, index(r)) || s.of(p).workers_in(r) < 3) return;
  remove_bit(s.region_tokens, index(r));
  s.of(p).add_good(s.board_row().regions()[index(r)].good);
}

/// Puts one worker into a region. Precondition: there is a piece for it.
inline void settle_worker(State& s, Player p, Region r, Worker w) noexcept {
  const bool is_civilian = w == Worker::missionary && !counts_missionaries(s.ruleset());
  s.of(p).add_standing(r, is_civilian ? Worker::colonist : w);
  claim_token(s, p, r);
}

/// One colonist straight into a region, if there is a piece for it.
inline void settle_colonist(State& s, Player p, Region r) noexcept {
  if (civilian_room(s.of(p)) != 0) settle_worker(s, p, r, Worker::colonist);
}

constexpr void take_from_supply(State& s, Player p, Good g) noexcept {
  s.supply.remove(g);
  s.of(p).add_good(g);
}

/// The same where the supply may have run out of it.
constexpr void take_if_left(State& s, Player p, Good g) noexcept {
  if (s.supply[g] != 0) take_from_supply(s, p, g);
}

/// The ship in the box goes to a player. Precondition: there is one.
constexpr void take_ship(State& s, Player p) noexcept {
  s.ship_on_show = 0;
  s.of(p).add_ship();
}

inline void take_counter(State& s, Player p, Counter c) noexcept {
  s.counters.assign(index(c), index(p));
  s.of(p).earn(s.ruleset().figures().of(c).plunder);
}

/// The set of counters (cards) still face down.
[[nodiscard]] constexpr u32 counter_bag(const State& s) noexcept {
  return s.counters.held_by(kInBag);
}
/// Empty with `world`, which has no cards.
[[nodiscard]] constexpr u32 card_bag(const State& s) noexcept { return s.cards.held_by(kInBag); }

inline void take_shown_good(State& s, Player p, Good g) noexcept {
  s.goods_on_show.remove(g);
  s.of(p).add_good(g);
}

/// Every tile of an age that the ruleset plays with.
[[nodiscard]] inline TileSet tile_pool(Ruleset rules, Age age) noexcept {
  return rules.table().tiles[index(age)];
}
/// With reduced_luck, the tiles of age III that have been drawn for the game.
inline constexpr unsigned kReserve = 10;
inline constexpr TileCopy kFirstOfAgeThree = only_copy(Tile::militia);
[[nodiscard]] constexpr TileSet reserved_tiles(const State& s) noexcept {
  constexpr unsigned kFirst = index(kFirstOfAgeThree);
  return {u64{s.reserve} << kFirst, u64{s.reserve} >> (64 - kFirst)};
}
/// A tile of age III joins them. Precondition: it is of that age.
constexpr void reserve_tile(State& s, TileCopy copy) noexcept {
  assert(copy >= kFirstOfAgeThree);
  add_bit(s.reserve, index(copy) - index(kFirstOfAgeThree));
}
/// The tiles of an age that nobody has seen and that can still come.
[[nodiscard]] inline TileSet unseen_tiles(const State& s, Age age) noexcept {
  const TileSet unseen = s.tiles_of(kInBag) & tile_pool(s.ruleset(), age);
  const bool reduced = age == Age::three && count_bits(s.reserve) == kReserve;
  return reduced ? unseen & reserved_tiles(s) : unseen;
}
/// The tiles that the next `tile` event is drawn from.
[[nodiscard]] inline TileSet tile_bag(const State& s) noexcept { return unseen_tiles(s, s.era()); }
[[nodiscard]] constexpr TileSet tiles_on_show(const State& s) noexcept {
  return s.tiles_of(kOnTable);
}

}  // namespace carrack
