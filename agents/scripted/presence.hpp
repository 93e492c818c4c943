// What workers in a region are worth, from a table, as no estimate is used more often.
#pragma once

#include <array>

#include "core/game/game.hpp"

namespace carrack::valuation {

/// Expected VP from workers in a region, over the scorings to come: six for the first place, one
/// for the second, by a logistic of the lead, and less while the region has fewer than the three
/// workers that make it count.
class Presence {
 public:
  [[nodiscard]] static const Presence& table();

  /// The part of the game: how many scorings are still to come.
  [[nodiscard]] static unsigned stage(const State& s) {
    return s.turn <= 3 ? 0 : s.turn <= 6 ? 1 : 2;
  }
  /// Scorings to come, after turns 3, 6 and 8; the later ones count less: much can happen.
  static constexpr std::array<double, 3> kScorings{2.2, 1.7, 1.0};

  [[nodiscard]] double of(unsigned stage, unsigned mine, unsigned other) const {
    const unsigned ready = mine > other ? mine : other;
    const double value = ready_[stage][ready < 3 ? ready : 3] * places_[kEven + mine - other];
    return mine == 0 ? 0 : value;  // without a branch, which would be hard to predict
  }
  /// What `extra` more workers add.
  [[nodiscard]] double gain(unsigned stage, unsigned mine, unsigned other, unsigned extra) const {
    return of(stage, mine + extra, other) - of(stage, mine, other);
  }
  /// The same with the region's good, which the first player with three workers there gets. `good`
  /// is its value to this player, 0 when it is gone.
  [[nodiscard]] double gain(unsigned stage, unsigned mine, unsigned other, unsigned extra,
                            double good) const {
    return gain(stage, mine, other, extra) + closer(mine, extra) * good;
  }

 private:
  Presence();

  /// The share of the good that the extra workers earn.
  [[nodiscard]] static double closer(unsigned mine, unsigned extra) {
    return mine + extra >= 3 ? 1 : 0.25 * extra;
  }

  static constexpr unsigned kEven = 256;                 // nobody has that many workers in a region
  std::array<std::array<double, 4>, 3> ready_{};         // by the most workers of anybody, up to 3
  std::array<double, std::size_t{2} * kEven> places_{};  // by the lead
};

}  // namespace carrack::valuation
