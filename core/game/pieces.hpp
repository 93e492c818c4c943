// Limits of pieces: what the box holds of each type (RULES §6).
#pragma once

#include <algorithm>

#include "core/game/player_state.hpp"
#include "core/game/ruleset.hpp"

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

/// How many more workers of a type can stand outside the regions. Missionaries in regions do not
/// count against the ten here, as they can be traded out (R26).
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

}  // namespace carrack
