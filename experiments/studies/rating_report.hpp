// Everything that `carrack rate` and carrack.rate say about the agents of some games.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/alpha_rank.hpp"
#include "experiments/statistics/luck_adjusted.hpp"
#include "experiments/statistics/performance.hpp"
#include "experiments/statistics/plackett_luce.hpp"

namespace carrack {

/// Of so many resamples five lie beyond each end of an interval of 95 %. Of very few, the interval
/// may not even hold the mean.
inline constexpr unsigned kFewestResamples = 200;
inline constexpr unsigned kMostResamples = 1'000'000;

struct RatingOptions {
  std::vector<std::string> files;  // ledgers, or records
  std::string tournament;          // of ledgers with several
  std::string anchor;              // who has Elo 0, short or whole; empty: the mean of all
  double prior_sd = 600;           // in Elo
  bool seat_effects = true;
  unsigned bootstrap = 0;  // resamples of the blocks; 0: none
  bool alpha_rank = false;
  bool luck = false;
};

struct RatingReport {
  Results results;
  PlackettLuceFit fit;
  std::vector<Rating> ratings;  // by entrant
  std::vector<Rating> seats;    // empty without seat effects
  Performances performances;
  std::vector<AlphaRankMass> alpha_rank;     // by entrant; empty unless asked for
  std::vector<AdjustedShare> luck_adjusted;  // empty unless asked for
  std::vector<std::size_t> order;            // entrants, best first

  [[nodiscard]] double interval(const Rating& rating) const {
    return fit.uses_sandwich() ? rating.sandwich_interval : rating.hessian_interval;
  }
};

/// Reads the games and rates who played them. Throws InputError for what cannot be read, options
/// out of range, and an anchor that did not play.
[[nodiscard]] RatingReport rate(const RatingOptions& options);

}  // namespace carrack
