// Who beats whom: entrants by pairs, from the games in which both played.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "experiments/statistics/outcome.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {

/// A mean over pairs of seats, with its 95 % interval over blocks, which is unknown for fewer than
/// two blocks.
struct PairMean {
  double mean = 0;
  Interval interval;
};

/// Two different entrants that met at a table. If an entrant has several seats of a table, every
/// pair of a seat of the one and a seat of the other counts.
struct PairFigures {
  std::size_t one = 0;  // numbers of entrants
  std::size_t other = 0;
  std::size_t games = 0;   // in which both played
  std::size_t blocks = 0;  // with such games
  PairMean ahead;          // the share in which `one` ranks ahead of `other`; a tie is half
  PairMean vp_difference;  // VP of `one` minus those of `other`
  double p =
      std::numeric_limits<double>::quiet_NaN();  // p-value of `ahead` being 1/2, adjusted (Holm)
};

/// All ordered pairs of entrants that met, by their numbers. Games are the observations, and the
/// p-values are adjusted for the number of unordered pairs that have at least two blocks.
[[nodiscard]] std::vector<PairFigures> pairs_of(std::span<const GameOutcome> games);

}  // namespace carrack
