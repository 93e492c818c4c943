// The best of a player's placements, four boxes at a time.
#pragma once

#include <array>
#include <optional>

#include "core/game/legal.hpp"

namespace carrack {

/// What placements are worth is the sum of three terms; the bonuses are added to each other first.
/// All are by the argument of `place`, and one more number follows the last.
struct PlacementTerms {
  const double* values;
  std::array<const float*, 2> bonuses;
};

/// The argument of `place` that is worth most, among the legal ones of workers of these types;
/// there is one. Nothing where one is worth as much as the best before it, or as good as: then
/// random numbers may decide. And nothing below level v3, whose instructions it takes.
[[nodiscard]] std::optional<unsigned> sole_best_placement(const Legal& legal, u32 types,
                                                          const PlacementTerms& terms);

}  // namespace carrack
