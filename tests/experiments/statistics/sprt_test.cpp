// The sequential test: its Elo scale, its stopping, its error rates.
#include "experiments/statistics/sprt.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/random.hpp"
#include "tests/experiments/statistics/games.hpp"

namespace carrack {
namespace {

TEST(Sprt, TheEloScaleIsTheLogisticWhereSeatsAreHalved) {
  for (const unsigned players : {2U, 4U, 6U}) {
    for (const double elo : {-300.0, 0.0, 25.0, 120.0}) {
      EXPECT_NEAR(expected_share(elo, players), 1 / (1 + std::pow(10, -elo / 400)), 1e-12);
    }
  }
  for (const unsigned players : {2U, 3U, 5U}) {
    EXPECT_NEAR(expected_share(0, players), 0.5, 1e-12);
    EXPECT_NEAR(elo_of_share(expected_share(137, players), players), 137, 1e-6);
  }
  // Three seats: A has two or one of them, with 1.778 times B's chance each.
  const double r = std::pow(10, 0.25);
  EXPECT_NEAR(expected_share(100, 3), (2 * r / (2 * r + 1) + r / (r + 2)) / 2, 1e-12);
  EXPECT_EQ(elo_of_share(1, 4), std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo_of_share(0, 4), -std::numeric_limits<double>::infinity());
}

/// The most that the sum of weight * log(probability) can be for a distribution on 0, 1/2 and 1
/// with this mean, by trying all of them.
double most_likely(const std::array<double, 3>& weights, double mean) {
  double most = -std::numeric_limits<double>::infinity();
  constexpr int kSteps = 2'000'000;
  for (int i = 1; i < kSteps; ++i) {
    const double half = static_cast<double>(i) / kSteps;
    const double one = mean - half / 2;
    const double zero = 1 - half - one;
    if (one <= 0 || zero <= 0) continue;
    most = std::max(most, weights[0] * std::log(zero) + weights[1] * std::log(half) +
                              weights[2] * std::log(one));
  }
  return most;
}

TEST(Sprt, TheRatioIsThatOfTheMostLikelyDistributions) {
  const SprtOptions options{.elo0 = 100, .elo1 = 300, .players = 2};
  Sprt test(options);
  for (const double share : {0.5, 1.0, 1.0, 0.0, 0.5, 1.0, 0.5, 1.0, 1.0}) test.add(share);
  const double mean0 = expected_share(100, 2);
  const double mean1 = expected_share(300, 2);
  const std::array<double, 3> weights{1 + 2 - mean0 - mean1, 3, 5 + mean0 + mean1};
  EXPECT_NEAR(test.llr(), most_likely(weights, mean1) - most_likely(weights, mean0), 1e-6);
}

TEST(Sprt, OneResultForAllBlocksIsKnownToBeRare) {
  // The imagined blocks keep the ratio finite, and favour neither hypothesis.
  Sprt test({.elo0 = 200, .elo1 = 300, .players = 2});
  for (int block = 0; block < 1000; ++block) test.add(0.5);
  EXPECT_EQ(test.verdict(), Verdict::h0);
  EXPECT_TRUE(std::isfinite(test.llr()));
  Sprt won({.elo0 = 200, .elo1 = 300, .players = 2});
  for (int block = 0; block < 1000; ++block) won.add(1);
  EXPECT_EQ(won.verdict(), Verdict::h1);
}

TEST(Sprt, TheBoundsAreWalds) {
  const Sprt test({.elo0 = 0, .elo1 = 100, .players = 4});
  EXPECT_NEAR(test.upper_bound(), std::log(19), 1e-12);
  EXPECT_NEAR(test.lower_bound(), -std::log(19), 1e-12);
}

TEST(Sprt, WithoutBlocksNothingIsKnown) {
  const Sprt test({.elo0 = 0, .elo1 = 50, .players = 2});
  EXPECT_TRUE(std::isnan(test.shares().mean()));
  EXPECT_TRUE(std::isnan(test.elo().estimate));
  EXPECT_FALSE(test.elo().interval.is_known());
  EXPECT_FALSE(test.share_interval().is_known());
  EXPECT_EQ(test.llr(), 0);
  EXPECT_EQ(test.verdict(), Verdict::undecided);
}

TEST(Sprt, WrongOptionsAreRefused) {
  EXPECT_THROW(Sprt({.elo0 = 10, .elo1 = 10}), InputError);
  EXPECT_THROW(Sprt({.elo0 = 0, .elo1 = 5000}), InputError);
  EXPECT_THROW(Sprt({.alpha = 0}), InputError);
  EXPECT_THROW(Sprt({.beta = 0.5}), InputError);
  EXPECT_THROW(Sprt({.elo0 = std::nan("")}), InputError);
}

/// A block of two games at a table of four, whose winners are drawn from the Plackett-Luce model;
/// in both games the same seats are lucky, `correlation` times as much as everything else.
double play_block(Random& random, double elo, double correlation) {
  const double advantage = elo * std::log(10.0) / 400;
  std::array<double, 4> lucky{};
  for (double& value : lucky) value = correlation * gumbel(random);
  double share = 0;
  for (unsigned variant = 0; variant < 2; ++variant) {
    double best = -100;
    bool first = false;
    for (unsigned seat = 0; seat < 4; ++seat) {
      const bool is_first = (seat < 2) == (variant == 0);
      const double score = lucky[seat] + gumbel(random) + (is_first ? advantage : 0);
      if (score > best) {
        best = score;
        first = is_first;
      }
    }
    share += first ? 0.5 : 0;
  }
  return share;
}

struct ErrorRate {
  double wrong = 0;   // share of tests that end at the wrong hypothesis
  double blocks = 0;  // mean length
};

/// Tests of games with a true difference that is one of the hypotheses.
ErrorRate error_rate(const SprtOptions& options, double truth, double correlation, unsigned tests,
                     u64 seed) {
  Random random(seed, 1);
  ErrorRate rate;
  const Verdict wrong = truth == options.elo0 ? Verdict::h1 : Verdict::h0;
  for (unsigned i = 0; i < tests; ++i) {
    Sprt test(options);
    while (test.verdict() == Verdict::undecided && test.blocks() < 20000) {
      test.add(play_block(random, truth, correlation));
    }
    rate.wrong += test.verdict() == wrong ? 1.0 / tests : 0;
    rate.blocks += static_cast<double>(test.blocks()) / tests;
  }
  return rate;
}

TEST(Sprt, ErrsNoMoreOftenThanItIsAllowedTo) {
  constexpr unsigned kTests = 400;
  const double margin = 3 * std::sqrt(0.05 * 0.95 / kTests);  // of the simulation, 0.033
  for (const double elo1 : {60.0, 150.0}) {
    const SprtOptions options{.elo0 = 0, .elo1 = elo1, .players = 4};
    const ErrorRate type1 = error_rate(options, 0, 0, kTests, 1);
    const ErrorRate type2 = error_rate(options, elo1, 0, kTests, 2);
    EXPECT_LE(type1.wrong, 0.05 + margin) << elo1;
    EXPECT_LE(type2.wrong, 0.05 + margin) << elo1;
    EXPECT_GT(type1.wrong + type2.wrong, 0.02) << "a test that never errs waits too long";
    EXPECT_GT(type1.blocks, 8);
  }
}

TEST(Sprt, ErrsNoMoreOftenWhereNearlyAllBlocksAreEven) {
  constexpr unsigned kTests = 1000;
  const double margin = 3 * std::sqrt(0.05 * 0.95 / kTests);
  for (const double even : {0.8, 0.9}) {
    const SprtOptions options{.elo0 = 0, .elo1 = 25, .players = 2};
    for (const double truth : {0.0, 25.0}) {
      Random random(12, static_cast<u64>(100 * even + truth));
      const double won = expected_share(truth, 2) - even / 2;
      unsigned wrong = 0;
      for (unsigned i = 0; i < kTests; ++i) {
        Sprt test(options);
        while (test.verdict() == Verdict::undecided) {
          const double drawn = random.uniform();
          test.add(drawn < even ? 0.5 : drawn < even + won ? 1 : 0);
          ASSERT_TRUE(std::isfinite(test.llr()));
        }
        wrong += test.verdict() == (truth > 0 ? Verdict::h0 : Verdict::h1) ? 1 : 0;
      }
      EXPECT_LE(wrong, (0.05 + margin) * kTests) << even << ", " << truth;
    }
  }
}

TEST(Sprt, ErrsNoMoreOftenWhereH0IsFarFromEven) {
  // Blocks of two equal games are the most skewed ones.
  constexpr unsigned kTests = 1000;
  const double margin = 3 * std::sqrt(0.05 * 0.95 / kTests);
  for (const double elo0 : {-300.0, 200.0, 400.0}) {
    const SprtOptions options{.elo0 = elo0, .elo1 = elo0 + 150, .players = 2};
    for (const double truth : {options.elo0, options.elo1}) {
      Random random(13, static_cast<u64>(truth + 1000));
      unsigned wrong = 0;
      for (unsigned i = 0; i < kTests; ++i) {
        Sprt test(options);
        while (test.verdict() == Verdict::undecided) {
          test.add(random.uniform() < expected_share(truth, 2) ? 1 : 0);
        }
        wrong += test.verdict() == (truth > elo0 ? Verdict::h0 : Verdict::h1) ? 1 : 0;
      }
      EXPECT_LE(wrong, (0.05 + margin) * kTests) << elo0 << ", " << truth;
    }
  }
}

TEST(Sprt, KeepsAlphaAndBetaApart) {
  constexpr unsigned kTests = 500;
  const SprtOptions options{.elo0 = 0, .elo1 = 120, .alpha = 0.01, .beta = 0.2, .players = 4};
  EXPECT_LE(error_rate(options, 0, 0, kTests, 3).wrong, 0.01 + 3 * std::sqrt(0.01 / kTests));
  const double type2 = error_rate(options, 120, 0, kTests, 4).wrong;
  EXPECT_LE(type2, 0.2 + 3 * std::sqrt(0.2 * 0.8 / kTests));
  EXPECT_GT(type2, 0.08);
}

TEST(Sprt, SeatsThatAreLuckyInBothGamesShortenTheTest) {
  // Agents swap seats within a block, so seat advantages cancel and the error rate holds.
  const SprtOptions options{.elo0 = 0, .elo1 = 100, .players = 4};
  const ErrorRate correlated = error_rate(options, 0, 1.5, 300, 5);
  EXPECT_LE(correlated.wrong, 0.05 + 3 * std::sqrt(0.05 * 0.95 / 300));
  const ErrorRate independent = error_rate(options, 0, 0, 300, 6);
  EXPECT_LT(correlated.blocks, independent.blocks);
}

TEST(Sprt, APerfectScoreSaysHowLargeTheDifferenceIsAtLeast) {
  Sprt test({.elo0 = 0, .elo1 = 50, .players = 4});
  test.add(1);
  EXPECT_FALSE(test.elo().interval.is_known());  // unknown for one block
  for (int block = 1; block < 48; ++block) test.add(1);
  const Interval share = test.share_interval();
  EXPECT_NEAR(share.low, 96 / (96 + 2.0117 * 2.0117), 1e-5);
  EXPECT_EQ(share.high, 1);
  const Sprt::Elo elo = test.elo();
  EXPECT_NEAR(elo.interval.low, elo_of_share(share.low, 4), 1e-9);
  EXPECT_NEAR(elo.interval.low, 550, 1);
  EXPECT_EQ(elo.interval.high, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace carrack
