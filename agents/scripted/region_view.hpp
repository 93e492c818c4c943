// The discovered regions as one player sees them, counted once for many questions.
#pragma once

#include <array>

#include "core/game/game.hpp"

namespace carrack::valuation {

/// By region: the most workers of a player other than `p`.
[[nodiscard]] RegionCounts most_of_others(const State& s, Player p);

/// Answers best_reinforcement() for one player of one position, for many numbers of workers.
/// look_at() must be called first.
class RegionView {
 public:
  /// Forgets what it has seen, and counts the regions of a position.
  void look_at(const State& s, Player p);

  /// What `extra` more workers are worth in the region where they are worth most; 0 without
  /// regions.
  [[nodiscard]] double best_reinforcement(unsigned extra);

 private:
  static constexpr unsigned kRemembered = 32;

  struct Row {
    unsigned mine;
    unsigned other;  // the most workers of another
    double good;     // what the token there is worth; 0 without one
  };
  [[nodiscard]] double work_out(unsigned extra) const;

  unsigned stage_;
  unsigned count_;
  u32 known_;  // bits: answers worked out
  std::array<Row, kMaxRegions> rows_;
  std::array<double, kRemembered> answers_;
};

}  // namespace carrack::valuation
