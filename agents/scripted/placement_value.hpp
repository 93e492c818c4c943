// What a worker is worth on each space, for the scripted strategies.
#pragma once

#include <array>

#include "agents/scripted/strategy.hpp"
#include "agents/scripted/turn_estimates.hpp"

namespace carrack {

/// The values of all placements of a player. Playouts keep one for every seat, so that what placing
/// workers does not change is worked out once a turn, and once a search for the turn of its root.
class PlacementValues {
 public:
  /// Must be called before a position that does not follow by play from the last one, and before
  /// another strategy.
  void forget() {
    turn_ = 0;
    of_later_.turn = 0;
  }
  /// Must be called before a search. Until the next call, all positions must follow from `root`.
  void start(const State& root);
  /// Values the placements of `s.actor`, always the same player. Precondition: the node is a
  /// placement.
  void update(const State& s, const Strategy& strategy);
  /// The value of a placement. Precondition: it is legal in the last position.
  [[nodiscard]] double of(Action place) const { return values_[place.argument(Verb::place)]; }
  /// All values, by the argument of `place`. Values of placements that are not legal in the last
  /// position are undefined.
  [[nodiscard]] const double* values() const { return values_.data(); }

 private:
  void weigh(const State& s, const TurnEstimates& now, const Strategy& strategy);
  [[nodiscard]] double buildings_value(const State& s, const TurnEstimates& now) const;

  unsigned shared_turn_ = 0;  // the turn of which all playouts have the same estimates; 0: none
  TurnEstimates of_root_;     // those of shared_turn_
  TurnEstimates of_later_;    // of the turn that was valued last, if it is another

  unsigned turn_ = 0;                       // the one whose estimates are weighed; 0: none
  std::array<double, kBoxes> whole_;        // from Box::captain on: before what the worker gives up
  std::array<double, kTilesOnShow> tiles_;  // best first, prices subtracted
  u32 rows_known_;                          // bits by Worker: whose values there are this turn
  std::array<unsigned, kWorkers> on_dock_;  // workers when the dock was valued
  // By the argument of `place`, with one more element, which is read too.
  std::array<double, std::size_t{kWorkers} * kBoxes + 1> values_;
};

/// The value of one placement.
[[nodiscard]] double placement_value(const State& s, Action place, const Strategy& strategy);

}  // namespace carrack
