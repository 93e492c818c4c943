// Luck-adjusted means: variance reduction and unbiasedness.
#include "experiments/statistics/control_variates.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/game/chance.hpp"
#include "experiments/statistics/luck_adjusted.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/statistics/student.hpp"
#include "tests/experiments/statistics/games.hpp"

namespace carrack {
namespace {

/// Roughly normal, of mean 0 and variance 1.
double noise(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

struct Data {
  Eigen::VectorXd y;
  Eigen::MatrixXd x;
};
/// y = 5 + 2 x1 - x2 + noise.
Data draw(Random& random, Eigen::Index n) {
  Data data{Eigen::VectorXd(n), Eigen::MatrixXd(n, 2)};
  for (Eigen::Index i = 0; i < n; ++i) {
    data.x(i, 0) = noise(random);
    data.x(i, 1) = noise(random);
    data.y[i] = 5 + 2 * data.x(i, 0) - data.x(i, 1) + noise(random);
  }
  return data;
}

TEST(ControlVariates, TakeOutWhatTheyExplainAndKeepTheCoverage) {
  Random random(4, 1);
  constexpr unsigned kRuns = 500;
  unsigned covered = 0;
  double ratio = 0;
  double sum = 0;
  for (unsigned run = 0; run < kRuns; ++run) {
    const Data data = draw(random, 40);
    const AdjustedMean mean = adjusted_mean(data.y, data.x);
    EXPECT_EQ(mean.degrees_of_freedom, 37U);
    covered += std::abs(mean.adjusted - 5) <= student_t(mean.degrees_of_freedom) * mean.error;
    ratio += mean.variance_ratio / kRuns;
    sum += mean.adjusted / kRuns;
    EXPECT_LT(mean.error, mean.plain_error);
  }
  EXPECT_NEAR(covered / double{kRuns}, 0.95, 0.03);
  EXPECT_NEAR(ratio, 1.0 / 6, 0.04);  // residual variance 1 of 6
  EXPECT_NEAR(sum, 5, 0.03);
}

TEST(ControlVariates, ThatExplainNothingCostLittle) {
  Random random(6, 1);
  Data data = draw(random, 200);
  for (Eigen::Index i = 0; i < 200; ++i) data.y[i] = noise(random);
  const AdjustedMean mean = adjusted_mean(data.y, data.x);
  EXPECT_NEAR(mean.variance_ratio, 1, 0.06);
  Sample plain;
  for (Eigen::Index i = 0; i < 200; ++i) plain.add(data.y[i]);
  EXPECT_NEAR(mean.plain, plain.mean(), 1e-12);
  EXPECT_NEAR(mean.plain_error, plain.over_blocks().standard_error, 1e-12);
}

TEST(ControlVariates, ThatRepeatEachOtherCountOnce) {
  Random random(7, 1);
  const Data data = draw(random, 50);
  Eigen::MatrixXd twice(50, 3);
  twice << data.x, data.x.col(0) - data.x.col(1);
  const AdjustedMean once = adjusted_mean(data.y, data.x);
  const AdjustedMean again = adjusted_mean(data.y, twice);
  EXPECT_NEAR(again.adjusted, once.adjusted, 1e-9);
  EXPECT_NEAR(again.error, once.error, 1e-9);
  EXPECT_EQ(again.degrees_of_freedom, once.degrees_of_freedom);
  EXPECT_THROW(static_cast<void>(adjusted_mean(Eigen::VectorXd::Zero(4), twice.topRows(4))),
               InputError);
}

TEST(Luck, IsZeroOnAverageForWhateverIsPlayed) {
  // Random play of both kinds of editions: by seat, the mean over games is 0 within its error, and
  // single games are not.
  for (const char* const edition : {"aoe3", "empires"}) {
    constexpr unsigned kPlayers = 3;
    std::array<Sample, kPlayers> luck;
    for (u64 game = 0; game < 120; ++game) {
      State s = start(Ruleset::make(edition, kPlayers));
      ChanceSource chance(derive_seed(1, 2, game));
      Random random(game, 3);
      Luck sum{};
      while (!is_over(s)) {
        const State before = s;
        if (!is_chance(s)) {
          const Legal options = legal(s);
          apply(s, options[random.below(options.size())]);
          continue;
        }
        apply(s, chance.draw(s));
        const Luck draw = luck_of_draw(before, s);
        for (unsigned p = 0; p < kPlayers; ++p) sum[p] += draw[p];
      }
      for (unsigned p = 0; p < kPlayers; ++p) luck[p].add(sum[p]);
    }
    for (const Sample& sample : luck) {
      EXPECT_LT(std::abs(sample.mean()), 3 * sample.over_blocks().standard_error) << edition;
      EXPECT_GT(sample.variance(), 0.5) << edition;
    }
  }
}

TEST(Luck, AdjustedSharesUseTheLuckOfBothSides) {
  // The luckier seat usually wins; entrant 0 is not stronger.
  Random random(9, 1);
  Results results{"aoe3-2", 2, {"a", "b"}, {}};
  std::vector<Luck> luck;
  for (u64 b = 0; b < 200; ++b) {
    const double own = noise(random);
    const double other = noise(random);
    results.games.push_back(
        game_by_scores(b, {0, 1}, {own + 0.5 * noise(random), other + 0.5 * noise(random)}));
    luck.push_back({own, other});
  }
  const std::vector<AdjustedShare> adjusted = luck_adjusted_win_shares(results, luck);
  ASSERT_EQ(adjusted.size(), 2U);
  EXPECT_LT(adjusted[0].variance_ratio, 0.6);
  EXPECT_NEAR(adjusted[0].mean, 0.5, 2 * adjusted[0].interval.half());
  EXPECT_NEAR(adjusted[0].mean + adjusted[1].mean, 1, 1e-9);
}

TEST(Luck, AdjustedSharesOfFewBlocksAreUnknown) {
  Random random(9, 3);
  Results results{"aoe3-2", 2, {"a", "b", "c"}, {}};
  std::vector<Luck> luck;
  for (unsigned b = 0; b < 9; ++b) {
    // Five blocks of the first two, four of the first and the third.
    results.games.push_back(game_of(b, {0, b < 5 ? 1U : 2U}, {1 + b % 2, 2 - b % 2}));
    luck.push_back({noise(random), noise(random)});
  }
  const std::vector<AdjustedShare> adjusted = luck_adjusted_win_shares(results, luck);
  ASSERT_EQ(adjusted.size(), 3U);
  EXPECT_TRUE(adjusted[0].is_known());
  EXPECT_TRUE(adjusted[1].is_known());
  EXPECT_FALSE(adjusted[2].is_known());
  EXPECT_FALSE(adjusted[2].interval.is_known());
  EXPECT_TRUE(std::isnan(adjusted[2].variance_ratio));
}

TEST(Luck, AdjustedSharesOfWhoAlwaysWinsHaveAWidth) {
  Random random(9, 2);
  Results results{"aoe3-2", 2, {"a", "b"}, {}};
  std::vector<Luck> luck;
  for (u64 b = 0; b < 40; ++b) {
    results.games.push_back(game_of(b, {0, 1}, {1, 2}));
    luck.push_back({noise(random), noise(random)});
  }
  const std::vector<AdjustedShare> adjusted = luck_adjusted_win_shares(results, luck);
  EXPECT_EQ(adjusted[0].interval.high, 1);
  EXPECT_LT(adjusted[0].interval.low, 0.95);
  EXPECT_EQ(adjusted[1].interval.low, 0);
}

TEST(Luck, AShareThatCannotVaryHasNoInterval) {
  Random random(9, 2);
  Results results{"aoe3-2", 2, {"a"}, {}};
  std::vector<Luck> luck;
  for (u64 b = 0; b < 40; ++b) {
    results.games.push_back(game_of(b, {0, 0}, {1, 2}));
    luck.push_back({noise(random), noise(random)});
  }
  const std::vector<AdjustedShare> adjusted = luck_adjusted_win_shares(results, luck);
  EXPECT_EQ(adjusted[0].mean, 0.5);
  EXPECT_FALSE(adjusted[0].interval.is_known());
}

}  // namespace
}  // namespace carrack
