// Gumbel and Dirichlet noise: moments, and the same numbers on every machine.
#include "agents/search/root_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace carrack {
namespace {

TEST(RootNoise, GumbelNumbersHaveTheMomentsOfTheirDistribution) {
  constexpr std::size_t kDraws = 100'000;
  std::vector<double> noise(kDraws);
  Random random(1, 0);
  draw_gumbel(random, 1, noise);
  const double mean = std::accumulate(noise.begin(), noise.end(), 0.0) / kDraws;
  double squares = 0;
  for (const double g : noise) squares += (g - mean) * (g - mean);
  constexpr double kPi = 3.14159265358979;
  EXPECT_NEAR(mean, 0.5772, 0.02);  // Euler's constant; five standard errors
  EXPECT_NEAR(squares / kDraws, kPi * kPi / 6, 0.05);
}

TEST(RootNoise, TheScaleMultipliesGumbelNumbers) {
  std::array<double, 5> one{};
  std::array<double, 5> three{};
  std::array<double, 5> none{1, 1, 1, 1, 1};
  Random random(2, 0);
  draw_gumbel(random, 1, one);
  random = Random(2, 0);
  draw_gumbel(random, 3, three);
  draw_gumbel(random, 0, none);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_DOUBLE_EQ(three.at(i), 3 * one.at(i));
    EXPECT_EQ(none.at(i), 0);
  }
}

// The Gumbel-max trick.
TEST(RootNoise, TheLargestSumOfLogitAndGumbelNumberIsADrawFromTheSoftmax) {
  const std::array<double, 3> policy{0.6, 0.3, 0.1};
  std::array<unsigned, 3> drawn{};
  Random random(3, 0);
  constexpr unsigned kDraws = 20'000;
  for (unsigned n = 0; n < kDraws; ++n) {
    std::array<double, 3> sums{};
    draw_gumbel(random, 1, sums);
    for (std::size_t i = 0; i < 3; ++i) sums.at(i) += std::log(policy.at(i));
    ++drawn.at(static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin()));
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(drawn.at(i) / double{kDraws}, policy.at(i), 0.02);
}

TEST(RootNoise, DirichletSharesHaveTheMomentsOfTheirDistribution) {
  for (const double concentration : {0.5, 10.83, 200.0}) {
    constexpr unsigned kOptions = 8;
    constexpr unsigned kDraws = 20'000;
    Random random(4, 0);
    double mean = 0;
    double squares = 0;
    for (unsigned n = 0; n < kDraws; ++n) {
      std::array<double, kOptions> shares{};
      draw_dirichlet(random, concentration, shares);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
      EXPECT_GE(*std::ranges::min_element(shares), 0);
      mean += shares[2] / kDraws;
      squares += shares[2] * shares[2] / kDraws;
    }
    const double expected = 1.0 / kOptions;
    EXPECT_NEAR(mean, expected, 0.012) << concentration;
    const double variance = expected * (1 - expected) / (concentration + 1);
    EXPECT_NEAR(squares - mean * mean, variance, 0.08 * variance) << concentration;
  }
}

TEST(RootNoise, ATinyConcentrationGivesAllToOneOption) {
  Random random(5, 0);
  for (unsigned n = 0; n < 100; ++n) {
    std::array<double, 40> shares{};
    draw_dirichlet(random, 0.01, shares);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
    EXPECT_GT(*std::ranges::max_element(shares), 0.4);
  }
}

TEST(RootNoise, OneOptionHasEverything) {
  std::array<double, 1> share{};
  Random random(6, 0);
  draw_dirichlet(random, 10, share);
  EXPECT_EQ(share[0], 1);
}

// Bit by bit, with every compiler and instruction set.
TEST(RootNoise, IsTheSameOnEveryMachine) {
  std::array<double, 2> gumbel{};
  std::array<double, 2> dirichlet{};
  Random random(7, 0);
  draw_gumbel(random, 1, gumbel);
  draw_dirichlet(random, 10.83, dirichlet);
  EXPECT_EQ(gumbel, (std::array<double, 2>{0x1.5fb265a6d26eap+1, -0x1.9074e6558811dp-2}));
  EXPECT_EQ(dirichlet, (std::array<double, 2>{0x1.1ed750e7c664fp-2, 0x1.7094578c1ccd8p-1}));
}

}  // namespace
}  // namespace carrack
