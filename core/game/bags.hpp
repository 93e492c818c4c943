// What is face down and can still come: counters, cards and tiles; and the tiles on show.
#pragma once

#include "core/game/state.hpp"

namespace carrack {

/// The set of counters still face down.
[[nodiscard]] constexpr u32 counter_bag(const State& s) noexcept {
  return s.counters.held_by(kInBag);
}
/// The set of cards still face down; empty with `world`, which has no cards.
[[nodiscard]] constexpr u32 card_bag(const State& s) noexcept { return s.cards.held_by(kInBag); }

/// How many tiles of age III are drawn for a game with reduced_luck.
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
