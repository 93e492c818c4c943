#include "experiments/statistics/alpha_rank.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/random.hpp"
#include "experiments/statistics/interval.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Adds the comparisons of seats: ahead(i, j) counts seats of i ahead of seats of j, ties half.
void compare(const GameOutcome& game, MatrixXd& ahead) {
  for (const SeatOutcome& a : game.seats()) {
    for (const SeatOutcome& b : game.seats()) {
      if (a.entrant == b.entrant) continue;
      ahead(a.entrant, b.entrant) += a.rank < b.rank ? 1 : a.rank == b.rank ? 0.5 : 0;
    }
  }
}

MatrixXd rates(const MatrixXd& ahead) {
  MatrixXd payoff = MatrixXd::Constant(ahead.rows(), ahead.cols(), 0.5);
  for (Index i = 0; i < ahead.rows(); ++i) {
    for (Index j = 0; j < ahead.cols(); ++j) {
      const double met = ahead(i, j) + ahead(j, i);
      if (met > 0) payoff(i, j) = ahead(i, j) / met;
    }
  }
  return payoff;
}

/// Practically infinite selection: rates that differ by 1e-4 are separated.
constexpr double kStrongSelection = 1e6;
/// Lower bound of the probabilities, so that the chain stays connected.
constexpr double kMinProbability = 1e-280;

double fixation(double advantage, double alpha, unsigned population) {
  if (advantage == 0) return 1.0 / population;
  const double x = alpha * std::abs(advantage);
  const double ratio = std::expm1(-x) / std::expm1(-(population * x));
  if (advantage > 0) return ratio;
  return std::max(kMinProbability, ratio * std::exp(-(population - 1.0) * x));
}

/// Elimination without subtractions, so that small masses are accurate: Grassmann,
/// Taksar, Heyman, Operations Research 33, 1985. The diagonal is not used.
std::vector<double> stationary(MatrixXd p) {
  const Index n = p.rows();
  for (Index k = n - 1; k > 0; --k) {
    const double leave = p.row(k).head(k).sum();
    for (Index i = 0; i < k; ++i) p(i, k) /= leave;
    for (Index i = 0; i < k; ++i) {
      for (Index j = 0; j < k; ++j) {
        if (i != j) p(i, j) += p(i, k) * p(k, j);
      }
    }
  }
  std::vector<double> mass(static_cast<std::size_t>(n));
  mass[0] = 1;
  double total = 1;
  for (Index k = 1; k < n; ++k) {
    double m = 0;
    for (Index i = 0; i < k; ++i) m += mass[static_cast<std::size_t>(i)] * p(i, k);
    mass[static_cast<std::size_t>(k)] = m;
    total += m;
  }
  for (double& m : mass) m /= total;
  return mass;
}

/// The 2.5 % and 97.5 % quantiles. Unknown if they agree; masses that differ by less than rounding
/// do, such as those caused by kMinProbability.
Interval quantiles(std::vector<double> values) {
  constexpr double kRounding = 1e-12;
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto quantile = [&](double p) {
    return values[static_cast<std::size_t>(p * static_cast<double>(values.size() - 1))];
  };
  const Interval interval{quantile(0.025), quantile(0.975)};
  return interval.high - interval.low < kRounding ? Interval{} : interval;
}

}  // namespace

MatrixXd pairwise_rates(std::span<const GameOutcome> games, std::size_t entrants) {
  const auto k = static_cast<Index>(entrants);
  MatrixXd ahead = MatrixXd::Zero(k, k);
  for (const GameOutcome& game : games) compare(game, ahead);
  return rates(ahead);
}

std::vector<double> alpha_rank(const MatrixXd& payoff, const AlphaRankOptions& options) {
  assert(payoff.rows() == payoff.cols() && payoff.rows() > 0);
  const MatrixXd advantage =
      payoff.transpose() - payoff;  // (i, j): fixation of j in a population of i
  const double alpha = options.alpha > 0 ? options.alpha : kStrongSelection;
  MatrixXd chain(payoff.rows(), payoff.cols());
  for (Index i = 0; i < payoff.rows(); ++i) {
    for (Index j = 0; j < payoff.cols(); ++j) {
      chain(i, j) = fixation(advantage(i, j), alpha, options.population);
    }
  }
  return stationary(chain);  // the factor 1 / (K - 1) does not change the distribution
}

std::vector<AlphaRankMass> alpha_rank_of_games(std::span<const GameOutcome> games,
                                               std::size_t entrants, unsigned replicates,
                                               u64 seed) {
  const auto k = static_cast<Index>(entrants);
  const BlockOrder order = by_block(games);
  const std::vector<double> masses = alpha_rank(pairwise_rates(games, entrants));
  if (order.size() < kFewestBootstrapBlocks) replicates = 0;  // no interval
  std::vector<std::vector<double>> resampled(entrants);
  for (unsigned r = 0; r < replicates; ++r) {
    Random random(seed, r);
    MatrixXd ahead = MatrixXd::Zero(k, k);
    for (std::size_t b = 0; b < order.size(); ++b) {
      const unsigned drawn = random.below(static_cast<unsigned>(order.size()));
      for (const std::size_t i : order.block(drawn)) compare(games[i], ahead);
    }
    const std::vector<double> drawn = alpha_rank(rates(ahead));
    for (std::size_t e = 0; e < entrants; ++e) resampled[e].push_back(drawn[e]);
  }
  std::vector<AlphaRankMass> result(entrants);
  for (std::size_t e = 0; e < entrants; ++e) {
    const Interval interval = quantiles(std::move(resampled[e]));
    result[e] = {masses[e], interval.low, interval.high};
  }
  return result;
}

}  // namespace carrack
