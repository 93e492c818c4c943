// Pieces, goods and discoveries change hands here, within what the box holds (RULES §6).
#pragma once

#include <algorithm>
#include <cassert>

#include "core/game/bags.hpp"
#include "core/game/pieces.hpp"

namespace carrack {

/// If the supply has no missionary, one in the region with the most missionaries (the first of
/// several) becomes a colonist (R26). Precondition: room() for a missionary.
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

/// The same if the supply has any left.
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

inline void take_shown_good(State& s, Player p, Good g) noexcept {
  s.goods_on_show.remove(g);
  s.of(p).add_good(g);
}

/// A tile joins the reserve of age III. Precondition: it is of that age.
constexpr void reserve_tile(State& s, TileCopy copy) noexcept {
  assert(copy >= kFirstOfAgeThree);
  add_bit(s.reserve, index(copy) - index(kFirstOfAgeThree));
}

}  // namespace carrack
