// What a worker is worth on each space, for the scripted strategies.
#pragma once

#include <array>

#include "agents/scripted/scripted.hpp"

namespace carrack {

/// The values of all placements of the player to move, box by box, worked out once a decision.
class PlacementValues {
 public:
  /// Empty unless the node is a placement.
  PlacementValues(const State& s, const Weights& weights);
  /// Precondition: a `place` action of the position.
  [[nodiscard]] double of(Action place) const { return values_[place.argument(Verb::place)]; }

 private:
  std::array<double, std::size_t{kWorkers} * kBoxes> values_{};  // by the argument of `place`
};

[[nodiscard]] inline double placement_value(const State& s, Action place, const Weights& weights) {
  return PlacementValues(s, weights).of(place);
}

}  // namespace carrack
