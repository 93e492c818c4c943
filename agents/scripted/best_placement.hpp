// The best of a player's placements, four boxes at a time.
#pragma once

#include <array>
#include <optional>

#include "core/game/legal.hpp"

namespace carrack {

/// A placement is worth the sum of three terms; the bonuses are added to each other first. All
/// arrays are indexed by the argument of `place`, with one more number at the end.
struct PlacementTerms {
  const double* values;
  std::array<const float*, 2> bonuses;
};

/// The legal argument of `place` that is worth most, among workers of these types. Nothing if an
/// argument is worth as much, or nearly as much, as the best before it: then random numbers may
/// decide. Nothing below level v3, whose instructions it uses. Precondition: there is a legal
/// argument.
[[nodiscard]] std::optional<unsigned> sole_best_placement(const Legal& legal, u32 types,
                                                          const PlacementTerms& terms);

}  // namespace carrack
