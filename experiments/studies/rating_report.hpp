// The report of `carrack rate` and carrack.rate.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "experiments/statistics/alpha_rank.hpp"
#include "experiments/statistics/luck_adjusted.hpp"
#include "experiments/statistics/pairs.hpp"
#include "experiments/statistics/performance.hpp"
#include "experiments/statistics/plackett_luce.hpp"
#include "experiments/studies/recorded_results.hpp"

namespace carrack {

/// Minimum number of resamples: five lie beyond each end of a 95 % interval. With very few, the
/// interval might not contain the mean.
inline constexpr unsigned kMinResamples = 200;
inline constexpr unsigned kMaxResamples = 1'000'000;

/// The range of the prior's standard deviation, in Elo, beside infinity. Below it the prior
/// outweighs any game in sums of doubles, and the fit does not converge.
inline constexpr double kMinPriorSd = 0.001;
inline constexpr double kMaxPriorSd = 1e9;

struct RatingOptions {
  std::vector<std::string> files{};  // ledgers, or records
  /// Names of tournaments, for ledgers with several; each ledger has all of them. Empty: the only
  /// one of each ledger.
  std::vector<std::string> tournaments{};
  std::string anchor{};   // agent with Elo 0, short or full spec; empty: the mean of all
  double prior_sd = 600;  // in Elo; infinite: maximum likelihood
  bool seat_effects = true;
  unsigned bootstrap = 0;  // resamples of the blocks; 0: none
  bool alpha_rank = false;
  bool luck = false;
  /// Once it is raised, rate() ends early with a report that is not complete; null: never.
  const std::atomic<bool>* stop = nullptr;
};

struct RatingReport {
  Results results;
  PlackettLuceFit fit;
  std::vector<Rating> ratings;  // by entrant
  std::vector<Rating> seats;    // empty without seat effects
  Performances performances;
  std::vector<AlphaRankMass> alpha_rank;     // by entrant; empty unless requested
  std::vector<AdjustedShare> luck_adjusted;  // empty unless requested
  std::vector<std::size_t> order;            // entrants, best first
  /// The signature of the rules that the ledgers were played under, if it is not that of the
  /// present rules; empty otherwise, and for records, whose games are replayed.
  std::string other_signature;
};

/// Reads the games and rates their agents. Throws InputError for unreadable files, files without
/// games, ledgers of rules with different signatures, a ledger with several tournaments and no
/// name, options out of range, and an anchor that did not play.
[[nodiscard]] RatingReport rate(const RatingOptions& options);
/// The same for games that are in memory: the files and tournaments of the options are not used.
/// Throws InputError for options out of range, an anchor that did not play, and no games.
/// Precondition: `games` has the luck of each game if the options want it.
[[nodiscard]] RatingReport rate(RecordedResults games, const RatingOptions& options);

/// The pairs of agents that met, the better one as `one`, in the order of the report.
[[nodiscard]] std::vector<PairFigures> pairs_in_order(const RatingReport& report);

/// The report as one JSON object. Its lists `entrants`, best first, and `seats` have an object a
/// row with the columns of carrack.rate; `pairs`, if wanted, those of carrack.Ledger.pairs. A
/// figure X has `X_interval`, half the width of its interval, and the ends `X_low` and `X_high`,
/// null if unknown. Intervals of means are those of the bootstrap where there are any, as in
/// tables.
[[nodiscard]] std::string rating_json(const RatingReport& report, const RatingOptions& options,
                                      bool with_pairs = false);

}  // namespace carrack
