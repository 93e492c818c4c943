// Constructed games, and games drawn from a model.
#pragma once

#include <cmath>
#include <initializer_list>
#include <vector>

#include "core/base/random.hpp"
#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// A game with these ranks and entrants by seat.
inline GameOutcome game_of(u64 block, const std::vector<unsigned>& entrants,
                           const std::vector<unsigned>& ranks) {
  GameOutcome game{block, static_cast<u32>(entrants.size()), {}};
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    game.by_seat[i] = {entrants[i], static_cast<u8>(i), static_cast<u8>(ranks[i]),
                       static_cast<i16>(100 - 10 * static_cast<int>(ranks[i]))};
  }
  return game;
}

/// A standard Gumbel variable: of eta_i + Gumbel_i, the order is a Plackett-Luce ranking (Yellott,
/// Journal of Mathematical Psychology 15, 1977).
inline double gumbel(Random& random) {
  return -std::log(-std::log((random.next() + 0.5) * 0x1p-32));
}

/// The game decided by `score`: the highest is first.
inline GameOutcome game_by_scores(u64 block, const std::vector<unsigned>& entrants,
                                  const std::vector<double>& score) {
  std::vector<unsigned> ranks;
  for (const double own : score) {
    ranks.push_back(
        1 + static_cast<unsigned>(std::ranges::count_if(score, [&](double s) { return s > own; })));
  }
  return game_of(block, entrants, ranks);
}

}  // namespace carrack
