// VP over the course of a game, as curves for the replay page.
#pragma once

#include <string>
#include <vector>

#include "core/game/state.hpp"

namespace carrack::picture {

/// The VP of every position of a game, if the game ended there.
class VpCurve {
 public:
  explicit VpCurve(unsigned players) : players_(players) {}
  void add(const State& s);

  /// For each position, the VP by seat.
  [[nodiscard]] const std::vector<std::vector<int>>& vp() const noexcept { return vp_; }
  /// The steps after which a turn begins.
  [[nodiscard]] const std::vector<std::size_t>& turns() const noexcept { return turns_; }
  /// A step line for each seat, class `vp-p1` …, and a line where each turn begins. One unit wide
  /// per step and one high per VP; the page scales it.
  [[nodiscard]] std::string svg() const;

 private:
  unsigned players_;
  std::vector<std::vector<int>> vp_;
  std::vector<std::size_t> turns_;
  unsigned turn_ = 0;  // of the last added position
};

}  // namespace carrack::picture
