// Pieces, goods and discoveries change hands here, within what the box holds (RULES §6).
#pragma once

#include <algorithm>

#include "core/game/state.hpp"

namespace carrack {

/// Whether missionaries in regions stay missionaries and count against the ten (RULES §6, R21).
[[nodiscard]] constexpr bool counts_missionaries(Ruleset rules) noexcept {
  return rules.has(Module::builder) || rules.has(Module::world);
}

/// Own soldiers, builders or missionaries in all regions together.
[[nodiscard]] constexpr unsigned sum_regions(u64 lanes) noexcept {
  constexpr u64 kOnes = 0x1111111111U;
  return static_cast<unsigned>((lanes & low_bits(40)) * kOnes >> 36 & 15U);
}
[[nodiscard]] constexpr unsigned sum_civilians(u64 lanes) noexcept {
  constexpr u64 kOnes = 0x0041041041041041U;
  return static_cast<unsigned>((lanes & low_bits(60)) * kOnes >> 54 & 63U);
}

/// Pieces left for civilians, and for pieces that become civilians (49 in all).
[[nodiscard]] constexpr unsigned civilian_room(const PlayerState& p) noexcept {
  const WorkerCounts outside = p.outside();
  return kCivilianPieces - sum_civilians(p.civilians) - sum_regions(p.missionaries) -
         outside[Worker::colonist] - outside[Worker::captain] - outside[Worker::merchant] -
         outside[Worker::missionary];
}

/// Room for how many more workers of a type outside the regions. Missionaries can be traded out of
/// regions (R26), so theirs is bounded as that of a type without members there.
[[nodiscard]] constexpr unsigned room(const PlayerState& p, Worker w) noexcept {
  const unsigned left = kPieces[index(w)] - p.outside()[w];
  switch (w) {
    case Worker::soldier: return left - sum_regions(p.soldiers);
    case Worker::builder: return left - sum_regions(p.builders);
    default: return std::min(left, civilian_room(p));
  }
}
[[nodiscard]] constexpr bool has_room(const PlayerState& p, Worker w) noexcept {
  return room(p, w) != 0;
}

/// The types in `among` (bit i for Worker i) that have room.
[[nodiscard]] constexpr u32 types_with_room(const PlayerState& p, u32 among) noexcept {
  u32 set = 0;
  for_each_bit(among, [&](unsigned t) { set |= u32{has_room(p, nth<Worker>(t))} << t; });
  return set;
}

/// The specialists of a ruleset, as a set of types.
[[nodiscard]] constexpr u32 specialist_types(Ruleset rules) noexcept {
  return rules.has(Module::builder) ? 0b111110U : 0b011110U;
}

/// Where the supply has no missionary, one in the region with most of them (the first of several)
/// becomes a colonist (R26). Precondition: room() for a missionary.
constexpr void free_missionary(PlayerState& p) noexcept {
  if (p.outside()[Worker::missionary] + sum_regions(p.missionaries) <
      kPieces[index(Worker::missionary)]) {
    return;
  }
  unsigned most = 0;
  for (unsigned r = 1; r < kMaxRegions; ++r) {
    if (p.missionaries_in(nth<Region>(r)) > p.missionaries_in(nth<Region>(most))) most = r;
  }
  PlayerState::RegionLanes::sub(p.missionaries, most, 1);
  PlayerState::CivilianLanes::add(p.civilians, most, 1);
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
  s.region_tokens = static_cast<u16>(s.region_tokens & ~bit(index(r)));
  s.of(p).add_good(boards::row(s.board).regions()[index(r)].good);
}

/// Puts one worker into a region. Precondition: there is a piece for it.
inline void settle_worker(State& s, Player p, Region r, Worker w) noexcept {
  PlayerState& mine = s.of(p);
  if (w == Worker::soldier) {
    PlayerState::RegionLanes::add(mine.soldiers, index(r), 1);
  } else if (w == Worker::builder) {
    PlayerState::RegionLanes::add(mine.builders, index(r), 1);
  } else if (w == Worker::missionary && counts_missionaries(s.ruleset())) {
    PlayerState::RegionLanes::add(mine.missionaries, index(r), 1);
  } else {
    PlayerState::CivilianLanes::add(mine.civilians, index(r), 1);
  }
  claim_token(s, p, r);
}

/// Own workers of a type in a region; captains and merchants are civilians there.
[[nodiscard]] constexpr unsigned standing(const PlayerState& p, Region r, Worker w) noexcept {
  switch (w) {
    case Worker::colonist: return p.civilians_in(r);
    case Worker::missionary: return p.missionaries_in(r);
    case Worker::soldier: return p.soldiers_in(r);
    case Worker::builder: return p.builders_in(r);
    default: return 0;
  }
}
/// Takes workers out of a region, back into the supply.
constexpr void lose_workers(PlayerState& p, Region r, Worker w, unsigned n) noexcept {
  switch (w) {
    case Worker::missionary: PlayerState::RegionLanes::sub(p.missionaries, index(r), n); break;
    case Worker::soldier: PlayerState::RegionLanes::sub(p.soldiers, index(r), n); break;
    case Worker::builder: PlayerState::RegionLanes::sub(p.builders, index(r), n); break;
    default: PlayerState::CivilianLanes::sub(p.civilians, index(r), n); break;
  }
}

/// One colonist straight into a region, if there is a piece for it.
inline void settle_colonist(State& s, Player p, Region r) noexcept {
  if (civilian_room(s.of(p)) != 0) settle_worker(s, p, r, Worker::colonist);
}

constexpr void take_from_supply(State& s, Player p, Good g) noexcept {
  PlayerState::GoodLanes::sub(s.supply, index(g), 1);
  s.of(p).add_good(g);
}

/// The same where the supply may have run out of it.
constexpr void take_if_left(State& s, Player p, Good g) noexcept {
  if (PlayerState::GoodLanes::get(s.supply, index(g)) != 0) take_from_supply(s, p, g);
}

/// The ship in the box goes to a player. Precondition: there is one.
constexpr void take_ship(State& s, Player p) noexcept {
  s.ship_on_show = 0;
  s.of(p).add_ship();
}

constexpr void take_counter(State& s, Player p, Counter c) noexcept {
  s.counters.assign(index(c), index(p));
  s.of(p).earn(catalogue::kCounterRows[index(c)].plunder);
}

/// The set of counters (cards) still face down.
[[nodiscard]] constexpr u32 counter_bag(const State& s) noexcept {
  return s.counters.held_by(kInBag);
}
/// Empty with `world`, which has no cards.
[[nodiscard]] constexpr u32 card_bag(const State& s) noexcept { return s.cards.held_by(kInBag); }

/// Goods on show: four nibbles, ascending, 15 for an empty space.
inline constexpr u16 kNoGoods = 0xFFFF;
[[nodiscard]] constexpr u32 goods_on_show(const State& s) noexcept {
  u32 kinds = 0;
  for (unsigned i = 0; i < kGoodsOnShow; ++i) kinds |= 1U << (s.on_show >> 4 * i & 15U);
  return kinds & static_cast<u32>(low_bits(kGoods));
}
void show_good(State& s, Good g) noexcept;    // precondition: a free space
void unshow_good(State& s, Good g) noexcept;  // precondition: it is on show

inline void take_shown_good(State& s, Player p, Good g) noexcept {
  unshow_good(s, g);
  s.of(p).add_good(g);
}

/// Every tile of an age that the ruleset plays with.
[[nodiscard]] TileSet tile_pool(Ruleset rules, Age age) noexcept;
/// With reduced_luck, the tiles of age III that have been drawn for the game.
inline constexpr unsigned kReserve = 10;
inline constexpr TileCopy kFirstOfAgeThree = only_copy(Tile::militia);
[[nodiscard]] constexpr TileSet reserved_tiles(const State& s) noexcept {
  constexpr unsigned kFirst = index(kFirstOfAgeThree);
  return {u64{s.reserve} << kFirst, u64{s.reserve} >> (64 - kFirst)};
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
