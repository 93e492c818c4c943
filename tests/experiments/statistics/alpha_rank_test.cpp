// α-Rank: cycles, chains, and the example of the paper computed by hand.
#include "experiments/statistics/alpha_rank.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/statistics/sample.hpp"
#include "tests/experiments/statistics/games.hpp"

namespace carrack {
namespace {

TEST(AlphaRank, RockPaperScissorsShareTheMass) {
  Eigen::MatrixXd payoff(3, 3);
  payoff << 0.5, 0.9, 0.1, 0.1, 0.5, 0.9, 0.9, 0.1, 0.5;
  for (const double alpha : {0.0, 0.1, 1.0}) {
    for (const double mass : alpha_rank(payoff, {.alpha = alpha})) EXPECT_NEAR(mass, 1.0 / 3, 1e-9);
  }
}

TEST(AlphaRank, ACircleSharesTheMassAboveWhoLosesToAll) {
  // Rock, paper and scissors with unequal margins, and an entrant that loses to each.
  Eigen::MatrixXd payoff(4, 4);
  payoff << 0.5, 0.8, 0.4, 0.9, 0.2, 0.5, 0.7, 0.9, 0.6, 0.3, 0.5, 0.9, 0.1, 0.1, 0.1, 0.5;
  const std::vector<double> masses = alpha_rank(payoff);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(masses[static_cast<std::size_t>(i)], 1.0 / 3, 1e-9);
  EXPECT_LT(masses[3], 1e-12);
}

TEST(AlphaRank, ATransitiveChainGivesAllToItsHead) {
  Eigen::MatrixXd payoff(4, 4);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) payoff(i, j) = 0.5 + 0.02 * (i - j);  // the last is best, barely
  }
  const std::vector<double> masses = alpha_rank(payoff);
  EXPECT_GT(masses[3], 0.999);
  for (std::size_t i = 0; i + 1 < 4; ++i) EXPECT_LE(masses[i], masses[i + 1]);
  // Weak selection: nearly even, in the same order.
  const std::vector<double> weak = alpha_rank(payoff, {.alpha = 0.01});
  EXPECT_LT(weak[3], 0.3);
  EXPECT_TRUE(std::ranges::is_sorted(weak));
}

TEST(AlphaRank, OfTwoIsTheRatioOfTheirFixationProbabilities) {
  Eigen::MatrixXd payoff(2, 2);
  payoff << 0.5, 0.6, 0.4, 0.5;
  constexpr double kAlpha = 0.3;
  constexpr int kPopulation = 7;
  const auto rho = [](double d) {
    return (1 - std::exp(-kAlpha * d)) / (1 - std::exp(-kPopulation * kAlpha * d));
  };
  const std::vector<double> masses =
      alpha_rank(payoff, {.population = kPopulation, .alpha = kAlpha});
  EXPECT_NEAR(masses[0] / masses[1], rho(0.2) / rho(-0.2), 1e-9);
  EXPECT_NEAR(masses[0] + masses[1], 1, 1e-12);
}

TEST(AlphaRank, EqualEntrantsAndALoneOne) {
  for (const double mass : alpha_rank(Eigen::MatrixXd::Constant(5, 5, 0.5))) {
    EXPECT_NEAR(mass, 0.2, 1e-12);
  }
  EXPECT_EQ(alpha_rank(Eigen::MatrixXd::Constant(1, 1, 0.5)), std::vector<double>{1});
}

TEST(AlphaRank, RatesOfGamesCountSeatsAheadAndTiesHalf) {
  const std::vector<GameOutcome> games{game_of(0, {0, 1, 1}, {1, 2, 2}),
                                       game_of(1, {1, 0, 2}, {1, 1, 3})};
  const Eigen::MatrixXd rates = pairwise_rates(games, 4);
  EXPECT_DOUBLE_EQ(rates(0, 1), 2.5 / 3);
  EXPECT_DOUBLE_EQ(rates(1, 0), 0.5 / 3);
  EXPECT_DOUBLE_EQ(rates(2, 0), 0);
  EXPECT_DOUBLE_EQ(rates(3, 0), 0.5);  // never met
}

TEST(AlphaRank, OfGamesSaysWhatTheyLeaveOpen) {
  // Entrant 0 always beats 2 and mostly beats 1, which always beats 2; then both 0 and 1 even.
  std::vector<GameOutcome> clear;
  std::vector<GameOutcome> open;
  for (u64 b = 0; b < 40; ++b) {
    const auto usual = game_of(b, {0, 1, 2}, {1, 2, 3});
    const auto upset = game_of(b, {0, 1, 2}, {2, 1, 3});
    clear.push_back(b % 8 == 0 ? upset : usual);
    open.push_back(b % 2 == 0 ? upset : usual);
  }
  const std::vector<AlphaRankMass> sure = alpha_rank_of_games(clear, 3);
  EXPECT_NEAR(sure[0].mass, 1, 1e-9);
  EXPECT_TRUE(std::isnan(sure[0].low)) << "all resamples agree";
  const std::vector<AlphaRankMass> unsure = alpha_rank_of_games(open, 3);
  EXPECT_LT(unsure[0].low, 0.2);
  EXPECT_GT(unsure[0].high, 0.8);
  EXPECT_NEAR(unsure[2].mass, 0, 1e-9);
  EXPECT_TRUE(std::isnan(unsure[2].high)) << "it loses in all resamples";
}

TEST(AlphaRank, OfFewBlocksHasNoInterval) {
  std::vector<GameOutcome> games;
  for (u64 b = 0; b + 1 < kFewestBootstrapBlocks; ++b) {
    games.push_back(b % 3 == 0 ? game_of(b, {1, 0}, {1, 2}) : game_of(b, {0, 1}, {1, 2}));
  }
  for (const AlphaRankMass& mass : alpha_rank_of_games(games, 2)) {
    EXPECT_FALSE(std::isnan(mass.mass));
    EXPECT_TRUE(std::isnan(mass.low));
    EXPECT_TRUE(std::isnan(mass.high));
  }
}

}  // namespace
}  // namespace carrack
