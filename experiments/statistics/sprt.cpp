#include "experiments/statistics/sprt.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Minimum blocks for estimating a distribution; see the tests for the error rates.
constexpr std::size_t kMinBlocks = 8;
/// The number of imagined blocks.
constexpr double kImagined = 2;

/// The win share of `a` seats of strength r against `b` seats of strength 1.
double share_of(double a, double b, double r) noexcept { return a * r / (a * r + b); }

/// The logarithm of the empirical likelihood of a mean inside the range of the values, up to the
/// sign and a term that does not depend on the mean.
double log_likelihood_loss(const std::map<double, double>& weights, double mean) {
  // The slope of the sum falls in l and has its only zero where all 1 + l (x - mean) are above 0.
  double low = -1 / (weights.rbegin()->first - mean);
  double high = 1 / (mean - weights.begin()->first);
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double l = 0.5 * (low + high);
    double slope = 0;
    for (const auto& [value, weight] : weights) {
      slope += weight * (value - mean) / (1 + l * (value - mean));
    }
    (slope > 0 ? low : high) = l;
  }
  double sum = 0;
  for (const auto& [value, weight] : weights) {
    sum += weight * std::log1p(0.5 * (low + high) * (value - mean));
  }
  return sum;
}

void check_share(double value, const char* option) {
  if (value > 0 && value < 0.5) return;
  throw InputError(std::string(option) + " should be above 0 and below 0.5");
}

}  // namespace

double expected_share(double elo, unsigned players) noexcept {
  const double r = std::pow(10.0, elo / 400);
  const unsigned less = players / 2;
  const unsigned more = players - less;
  return 0.5 * (share_of(more, less, r) + share_of(less, more, r));
}

double elo_of_share(double share, unsigned players) noexcept {
  if (share <= 0) return -kInfinity;
  if (share >= 1) return kInfinity;
  double low = -10000;
  double high = 10000;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (expected_share(middle, players) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::h0: return "H0";
    case Verdict::h1: return "H1";
    case Verdict::undecided: break;
  }
  return "undecided";
}

Sprt::Sprt(const SprtOptions& options)
    : options_(options),
      mean0_(expected_share(options.elo0, options.players)),
      mean1_(expected_share(options.elo1, options.players)),
      lower_(std::log(options.beta / (1 - options.alpha))),
      upper_(std::log((1 - options.beta) / options.alpha)) {
  if (!(options.elo0 < options.elo1) || options.elo0 < -2000 || options.elo1 > 2000) {
    throw InputError("--elo0 should be below --elo1, and both from -2000 to 2000");
  }
  check_share(options.alpha, "--alpha");
  check_share(options.beta, "--beta");
  const double middle = 0.5 * (mean0_ + mean1_);
  weights_ = {{0, kImagined * (1 - middle)}, {1, kImagined * middle}};
}

double Sprt::llr() const noexcept {
  if (blocks() < 2) return 0;
  return log_likelihood_loss(weights_, mean0_) - log_likelihood_loss(weights_, mean1_);
}

Verdict Sprt::verdict() const noexcept {
  if (blocks() < kMinBlocks) return Verdict::undecided;
  const double ratio = llr();
  return ratio >= upper_ ? Verdict::h1 : ratio <= lower_ ? Verdict::h0 : Verdict::undecided;
}

Interval Sprt::share_interval() const {
  constexpr double kGamesOfABlock = 2;
  return bounded_interval(shares_.over_blocks(kGamesOfABlock), {0, 1});
}

Sprt::Elo Sprt::elo() const {
  if (blocks() == 0) return {std::numeric_limits<double>::quiet_NaN(), {}};
  const auto elo = [&](double share) { return elo_of_share(share, options_.players); };
  const Interval share = share_interval();
  return {elo(shares_.mean()),
          share.is_known() ? Interval{elo(share.low), elo(share.high)} : Interval{}};
}

}  // namespace carrack
