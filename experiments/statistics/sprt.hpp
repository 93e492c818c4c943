// Sequential comparison of two agents: a generalised sequential probability ratio test over blocks.
//
// A block is one chance seed and a set of games in which both agents have every seat equally often;
// its observation is the mean share of the win that agent A's seats take, 1/2 for equal agents.
// Blocks are independent, games of a block are not. H0: the Elo difference is elo0; H1: it is elo1.
// Each hypothesis fixes the mean of the observations, m0 or m1, but not their distribution. The
// likelihood of a mean m is that of the most likely distribution on the observed values x_i with
// this mean (empirical likelihood: Owen, Biometrika 75, 1988), and the log-likelihood ratio is
//
//   LLR = sum w_i log(1 + l0 (x_i - m0)) - sum w_i log(1 + l1 (x_i - m1)),
//
// where the l of each m solves sum w_i (x_i - m) / (1 + l (x_i - m)) = 0 and w_i counts the blocks
// with x_i. Two imagined blocks count too, all of whose games A won or lost, with the weights 2 (m0
// + m1) / 2 and 2 - m0 - m1: they favour neither hypothesis, and without them first blocks that are
// all alike would decide at once. A normal likelihood would err too often if the observations are
// skewed, that is if H0 is far from 0. The test ends at log(beta / (1 - alpha)) for H0, at log((1 -
// beta) / alpha) for H1: Van den Bergh, "The generalized sequential probability ratio test" (the
// statistics of fishtest and fastchess, there over pairs of games); Wald, Annals of Mathematical
// Statistics 16, 1945.
//
// An Elo difference is one of the Plackett-Luce model (plackett_luce.hpp): with a seats of A and b
// of B at a table and r = 10^(elo / 400), A's seats together win with a r / (a r + b). With half of
// the seats each this is the usual logistic. With an odd number of seats a block plays a line-up
// and its complement, and the expected share is the mean of both.
#pragma once

#include <map>
#include <string_view>

#include "core/base/types.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {

/// The share of wins that A's seats are expected to take in a block at a table of `players`.
[[nodiscard]] double expected_share(double elo, unsigned players) noexcept;
/// Its inverse: -infinity for a share of 0 or less, infinity for 1 or more.
[[nodiscard]] double elo_of_share(double share, unsigned players) noexcept;

struct SprtOptions {
  double elo0 = 0;
  double elo1 = 50;     // above elo0
  double alpha = 0.05;  // probability of accepting H1 if H0 is true
  double beta = 0.05;   // probability of accepting H0 if H1 is true
  unsigned players = 2;
};

enum class Verdict : u8 { undecided, h0, h1 };
[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;

/// The sequential probability ratio test of one match.
class Sprt {
 public:
  /// Throws InputError if an option is out of range, with its name on the command line.
  explicit Sprt(const SprtOptions& options);

  /// Adds a block: the mean share of A's seats in its two games, 0 to 1.
  void add(double share) {
    shares_.add(share);
    weights_[share] += 1;
  }

  [[nodiscard]] std::size_t blocks() const noexcept { return shares_.count(); }
  [[nodiscard]] double llr() const noexcept;
  [[nodiscard]] double lower_bound() const noexcept { return lower_; }
  [[nodiscard]] double upper_bound() const noexcept { return upper_; }
  [[nodiscard]] Verdict verdict() const noexcept;

  /// A's mean share, NaN without blocks; its 95 % interval is that of a sample of fixed size.
  [[nodiscard]] const Sample& shares() const noexcept { return shares_; }
  [[nodiscard]] Interval share_interval() const;
  /// The Elo difference of the mean share, and of both ends of its interval; infinite if A won or
  /// lost every game. Early stopping biases this estimate away from 0; the verdict accounts for it,
  /// the estimate does not.
  struct Elo {
    double estimate;    // NaN without blocks
    Interval interval;  // NaN for fewer than two blocks
  };
  [[nodiscard]] Elo elo() const;

 private:
  SprtOptions options_;
  double mean0_;  // share expected under H0
  double mean1_;
  double lower_;
  double upper_;
  Sample shares_;
  std::map<double, double> weights_;  // of each share, with those of the imagined blocks
};

}  // namespace carrack
