// Ratings from rankings with ties: the Plackett-Luce model.
//
// A ranking is a sequence of choices: the best from all, the next best from the rest, and so on. A
// tied group is chosen at once. With alternatives A, the group C is chosen with the probability
//
//   f(C) / sum of f(S) over all S in A of an observed order,
//   log f(S) = log delta_|S| + mean of eta_i over i in S,    eta_i = strength of i's entrant
//                                                                    + effect of i's seat,
//
// delta_1 = 1. Turner, van Etten, Firth, Kosmidis, "Modelling rankings in R: the PlackettLuce
// package", Computational Statistics 35, 2020, formula (1). Of two entrants without ties this is
// the model of Bradley and Terry, so strength differences are Elo differences: 400 / ln 10 points
// per unit.
//
// All parameters have independent Gaussian priors around 0 and are estimated at the maximum of the
// posterior, so an entrant that won everything has a finite rating. The log-posterior is concave.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/statistics/outcome.hpp"

namespace carrack {

/// Elo points of one unit of strength.
inline constexpr double kEloPerUnit = 173.71779276130073;  // 400 / ln 10

struct PlackettLuceOptions {
  /// Standard deviation of the prior of strengths and seat effects, in units of strength. Infinite:
  /// maximum likelihood, which exists only if wins and losses connect all entrants.
  double prior_sd = 600 / kEloPerUnit;
  /// Whether the model has seat effects.
  bool seat_effects = true;
};

/// The estimates. All covariances are of the parameters in the order strengths, seats, ties.
struct PlackettLuceFit {
  Eigen::VectorXd strengths;         // by entrant; their sum is 0
  Eigen::VectorXd seats;             // by seat; their sum is 0; empty without seat effects
  std::vector<unsigned> tie_orders;  // observed sizes of tied groups, from 2
  Eigen::VectorXd log_tie;           // log delta of each of them
  double log_likelihood = 0;         // of the games alone, without the prior
  unsigned iterations = 0;
  std::size_t blocks = 0;
  /// Inverse of the observed information (with the prior): valid for independent games.
  Eigen::MatrixXd hessian_covariance;
  /// The sandwich H^-1 (sum over blocks of g g') H^-1 of the blocks' scores g: valid for games that
  /// are dependent within a block. Liang and Zeger, Biometrika 73, 1986; times B / (B - 1). The
  /// prior counts as one more observation, so that unidentified effects (an entrant that always has
  /// the same seat, and that seat) get the prior's uncertainty. One game with the mean information
  /// of all games counts too, so that the variance is not 0 if the scores of blocks cancel out.
  Eigen::MatrixXd sandwich_covariance;
  /// Whether every entrant has beaten or tied with every other, directly or through others. If not,
  /// only the prior keeps some differences finite, and the block scores understate the uncertainty.
  bool connected = false;

  /// Whether the sandwich alone gives the intervals: the games connect the entrants, and there are
  /// more blocks than parameters. If not, each interval is the wider one of both kinds.
  [[nodiscard]] bool uses_sandwich() const noexcept;
};

/// Where the intervals come from: "sandwich", or "wider", the wider one of the sandwich's and the
/// Hessian's.
[[nodiscard]] std::string_view elo_interval_kind(const PlackettLuceFit& fit);

/// Fits by Newton's method. `entrants` is the number of entrants, including those without games
/// (which stay at the prior). Throws InputError if there are no games or, without a prior, no
/// maximum or several: strengths and seat effects of entrants that never change seats.
[[nodiscard]] PlackettLuceFit fit_plackett_luce(std::span<const GameOutcome> games,
                                                std::size_t entrants,
                                                const PlackettLuceOptions& options = {});

/// A difference between an entrant and a reference on the Elo scale.
struct Rating {
  double elo = 0;
  double hessian_interval = 0;   // half the width of the 95 % interval
  double sandwich_interval = 0;  // the same, robust to dependence within blocks
  double interval = 0;           // the one to show; NaN with fewer than two blocks or one entrant
};
/// Ratings of all entrants relative to `anchor`, or to the mean of all if anchor is npos.
inline constexpr std::size_t kMeanOfAll = static_cast<std::size_t>(-1);
[[nodiscard]] std::vector<Rating> elo_ratings(const PlackettLuceFit& fit,
                                              std::size_t anchor = kMeanOfAll);
/// Seat effects relative to their mean.
[[nodiscard]] std::vector<Rating> elo_seats(const PlackettLuceFit& fit);

/// Whether every entrant reaches every other along wins (a seat ranked above another, or equal to
/// it).
[[nodiscard]] bool wins_connect(std::span<const GameOutcome> games, std::size_t entrants);

}  // namespace carrack
