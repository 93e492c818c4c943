// Ratings: published examples, parameter recovery, missing maxima, coverage of intervals.
#include "experiments/statistics/plackett_luce.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/base/error.hpp"
#include "tests/experiments/statistics/games.hpp"

namespace carrack {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr PlackettLuceOptions kMaximumLikelihood{.prior_sd = kInfinity, .seat_effects = false};

/// Davidson's chocolate puddings (JASA 65, 1970, example 2): i, j, preferences for i, for j, for
/// neither.
std::vector<GameOutcome> pudding_games() {
  constexpr unsigned kPudding[][5] = {{1, 2, 19, 22, 16}, {1, 3, 16, 19, 12}, {2, 3, 19, 19, 10},
                                      {1, 4, 18, 23, 13}, {2, 4, 23, 19, 9},  {3, 4, 19, 20, 15},
                                      {1, 5, 13, 19, 18}, {2, 5, 16, 20, 12}, {3, 5, 16, 15, 17},
                                      {4, 5, 17, 14, 16}, {1, 6, 18, 21, 12}, {2, 6, 22, 20, 12},
                                      {3, 6, 13, 18, 10}, {4, 6, 14, 19, 18}, {5, 6, 11, 21, 12}};
  std::vector<GameOutcome> games;
  u64 block = 0;
  for (const auto& row : kPudding) {
    const std::vector<unsigned> pair{row[0] - 1, row[1] - 1};
    for (unsigned n = 0; n < row[2]; ++n) games.push_back(game_of(block++, pair, {1, 2}));
    for (unsigned n = 0; n < row[3]; ++n) games.push_back(game_of(block++, pair, {2, 1}));
    for (unsigned n = 0; n < row[4]; ++n) games.push_back(game_of(block++, pair, {1, 1}));
  }
  return games;
}

TEST(PlackettLuce, IsThePublishedFitOfTheTiedPuddings) {
  // Vignette of the R package PlackettLuce 0.4, section 2.1.1 and 2.2: worths, log-worths against
  // the mean with standard errors, residual deviance. It stopped after 7 iterations, as Davidson
  // did, so its last digits are not the maximum's.
  const std::vector<GameOutcome> games = pudding_games();
  const PlackettLuceFit fit = fit_plackett_luce(games, 6, kMaximumLikelihood);
  constexpr double kWorth[] = {0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855};
  constexpr double kLogWorth[] = {-0.176581, 0.043664, -0.023617, -0.001295, -0.042726, 0.200555};
  constexpr double kError[] = {0.121949, 0.121818, 0.126823, 0.122003, 0.127054, 0.126594};
  const double total = fit.strengths.array().exp().sum();
  for (Eigen::Index i = 0; i < 6; ++i) {
    EXPECT_NEAR(std::exp(fit.strengths[i]) / total, kWorth[i], 5e-5);
    EXPECT_NEAR(fit.strengths[i], kLogWorth[i], 2e-4);
    EXPECT_NEAR(std::sqrt(fit.hessian_covariance(i, i)), kError[i], 1e-4);
  }
  ASSERT_EQ(fit.tie_orders, std::vector<unsigned>{2});
  EXPECT_NEAR(std::exp(fit.log_tie[0]), 0.7468147, 1e-4);
  EXPECT_NEAR(std::sqrt(fit.hessian_covariance(6, 6)), 0.0825, 1e-4);
  // The package counts each of the 743 choices among three outcomes, as we do.
  EXPECT_NEAR(-2 * fit.log_likelihood, 1619.4, 0.06);
  EXPECT_TRUE(fit.connected);
}

TEST(PlackettLuce, IsThePublishedFitOfTheSmallNetwork) {
  // The same vignette, section 2.3: A beats B, C beats A, B beats A, B beats C.
  const std::vector<GameOutcome> games{game_of(0, {0, 1}, {1, 2}), game_of(1, {0, 2}, {2, 1}),
                                       game_of(2, {0, 1}, {2, 1}), game_of(3, {1, 2}, {1, 2})};
  const PlackettLuceFit fit = fit_plackett_luce(games, 3, kMaximumLikelihood);
  const std::vector<Rating> against_a = elo_ratings(fit, 0);
  EXPECT_NEAR(against_a[1].elo / kEloPerUnit, 0.8392, 1e-4);
  EXPECT_NEAR(against_a[2].elo / kEloPerUnit, 0.4196, 1e-4);
  EXPECT_NEAR(against_a[1].hessian_interval / kEloPerUnit / 1.959964, 1.3596, 1e-4);
  EXPECT_NEAR(against_a[2].hessian_interval / kEloPerUnit / 1.959964, 1.5973, 1e-4);
  EXPECT_EQ(against_a[0].elo, 0);
  EXPECT_EQ(against_a[0].hessian_interval, 0);
  EXPECT_NEAR(-2 * fit.log_likelihood, 5.1356, 1e-4);
}

TEST(PlackettLuce, TwoEntrantsHaveTheEloOfTheirScore) {
  std::vector<GameOutcome> games;
  for (u64 i = 0; i < 100; ++i) {
    const bool first = i < 64;
    games.push_back(game_of(i, {0, 1}, first ? std::vector{1U, 2U} : std::vector{2U, 1U}));
  }
  const PlackettLuceFit fit = fit_plackett_luce(games, 2, kMaximumLikelihood);
  const std::vector<Rating> ratings = elo_ratings(fit, 1);
  EXPECT_NEAR(ratings[0].elo, 400 * std::log10(0.64 / 0.36), 1e-6);
  // Information of a binomial: n p q in units of strength.
  EXPECT_NEAR(ratings[0].hessian_interval, kEloPerUnit * 1.959964 / std::sqrt(100 * 0.64 * 0.36),
              1e-6);
}

/// The likelihood of one game for given parameters, computed from the definition.
double probability(const std::vector<unsigned>& ranks, const std::vector<double>& worth,
                   const std::vector<double>& delta) {
  double p = 1;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < ranks.size(); ++i) left.push_back(i);
  const auto f = [&](unsigned set) {
    double product = 1;
    unsigned size = 0;
    for (std::size_t i = 0; i < worth.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      product *= worth[i];
      ++size;
    }
    return delta[size] * std::pow(product, 1.0 / size);
  };
  for (unsigned rank = 1; !left.empty(); ++rank) {
    unsigned chosen = 0;
    unsigned all = 0;
    for (const std::size_t i : left) {
      all |= 1U << i;
      if (ranks[i] == rank) chosen |= 1U << i;
    }
    if (chosen == 0) continue;
    double total = 0;
    for (unsigned set = all; set != 0; set = (set - 1) & all) total += f(set);
    p *= f(chosen) / total;
    std::erase_if(left, [&](std::size_t i) { return ranks[i] == rank; });
  }
  return p;
}

TEST(PlackettLuce, TheLikelihoodIsTheDefinitionsAlsoWithTiesOfThree) {
  const std::vector<GameOutcome> games{
      game_of(0, {0, 1, 2, 3}, {1, 2, 2, 2}), game_of(1, {3, 1, 0, 2}, {2, 2, 1, 4}),
      game_of(2, {2, 3, 1, 0}, {1, 1, 3, 3}), game_of(3, {1, 0, 3, 2}, {1, 2, 3, 4}),
      game_of(4, {0, 1, 2, 3}, {4, 3, 1, 2}), game_of(5, {0, 1, 2, 3}, {1, 1, 1, 4}),
      game_of(6, {3, 2, 1, 0}, {1, 2, 3, 4})};
  const PlackettLuceFit fit = fit_plackett_luce(games, 4, {.seat_effects = true});
  ASSERT_EQ(fit.tie_orders, (std::vector<unsigned>{2, 3}));
  const auto log_likelihood = [&](const PlackettLuceFit& at) {
    const std::vector<double> delta{0, 1, std::exp(at.log_tie[0]), std::exp(at.log_tie[1]), 0};
    double sum = 0;
    for (const GameOutcome& game : games) {
      std::vector<unsigned> ranks;
      std::vector<double> worth;
      for (const SeatOutcome& s : game.seats()) {
        ranks.push_back(s.rank);
        worth.push_back(std::exp(at.strengths[s.entrant] + at.seats[s.seat]));
      }
      sum += std::log(probability(ranks, worth, delta));
    }
    return sum;
  };
  EXPECT_NEAR(fit.log_likelihood, log_likelihood(fit), 1e-9);

  // It is the maximum of the posterior: any step reduces it.
  const auto log_posterior = [&](const PlackettLuceFit& at) {
    const double precision = 1 / (600 / kEloPerUnit * 600 / kEloPerUnit);
    return log_likelihood(at) -
           0.5 * precision * (at.strengths.squaredNorm() + at.seats.squaredNorm()) -
           0.5 * at.log_tie.squaredNorm() / 100;
  };
  for (const double step : {-1e-3, 1e-3}) {
    for (Eigen::Index i = 0; i < 4; ++i) {
      PlackettLuceFit moved = fit;
      moved.strengths[i] += step;
      EXPECT_LT(log_posterior(moved), log_posterior(fit));
      moved = fit;
      moved.seats[i] += step;
      EXPECT_LT(log_posterior(moved), log_posterior(fit));
    }
    for (Eigen::Index i = 0; i < 2; ++i) {
      PlackettLuceFit moved = fit;
      moved.log_tie[i] += step;
      EXPECT_LT(log_posterior(moved), log_posterior(fit));
    }
  }
}

TEST(PlackettLuce, FindsTheStrengthsAndSeatsThatGamesWereDrawnFrom) {
  const std::vector<double> strength{0.8, 0.3, -0.1, -0.4, -0.6};
  const std::vector<double> seat{0.25, 0.05, -0.3};
  Random random(11, 1);
  std::vector<GameOutcome> games;
  for (u64 i = 0; i < 6000; ++i) {
    std::vector<unsigned> entrants;
    std::vector<double> score;
    for (unsigned s = 0; s < 3; ++s) {
      entrants.push_back(random.below(5));  // an entrant may meet itself
      score.push_back(strength[entrants[s]] + seat[s] + gumbel(random));
    }
    games.push_back(game_by_scores(i, entrants, score));
  }
  const PlackettLuceFit fit = fit_plackett_luce(games, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(fit.strengths[static_cast<Eigen::Index>(i)], strength[i], 0.08);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(fit.seats[static_cast<Eigen::Index>(i)], seat[i], 0.08);
  }
  EXPECT_TRUE(fit.log_tie.size() == 0 && fit.uses_sandwich());
  EXPECT_NEAR(fit.strengths.sum(), 0, 1e-9);
  EXPECT_NEAR(fit.seats.sum(), 0, 1e-9);
  // Independent games: both covariances estimate the same.
  for (const Rating& rating : elo_ratings(fit)) {
    EXPECT_NEAR(rating.sandwich_interval / rating.hessian_interval, 1, 0.1);
  }
}

TEST(PlackettLuce, WhoWonEverythingHasAFiniteRatingAndAWideInterval) {
  std::vector<GameOutcome> games;
  for (u64 i = 0; i < 30; ++i) {
    games.push_back(
        game_of(i, {0, 1, 2}, i % 2 == 0 ? std::vector{1U, 2U, 3U} : std::vector{1U, 3U, 2U}));
  }
  EXPECT_FALSE(wins_connect(games, 3));
  EXPECT_THROW(static_cast<void>(fit_plackett_luce(games, 3, kMaximumLikelihood)), InputError);
  const PlackettLuceFit fit = fit_plackett_luce(games, 3, {.seat_effects = false});
  EXPECT_FALSE(fit.uses_sandwich());
  const std::vector<Rating> ratings = elo_ratings(fit, 1);
  EXPECT_GT(ratings[0].elo, 400);
  EXPECT_LT(ratings[0].elo, 2000);
  EXPECT_GT(ratings[0].interval, 200);
  EXPECT_GE(ratings[0].interval, ratings[0].hessian_interval);
  EXPECT_NEAR(ratings[2].elo, 0, 1);
  EXPECT_THROW(static_cast<void>(fit_plackett_luce({}, 3)), InputError);
}

/// The error of a fit without a prior, with seat effects.
std::string refusal(std::span<const GameOutcome> games, std::size_t entrants) {
  try {
    static_cast<void>(
        fit_plackett_luce(games, entrants, {.prior_sd = kInfinity, .seat_effects = true}));
  } catch (const InputError& error) {
    return error.what();
  }
  return "fitted";
}

TEST(PlackettLuce, WithoutAPriorTheCauseOfAMissingMaximumIsSaid) {
  std::vector<GameOutcome> won;        // by entrant 0
  std::vector<GameOutcome> tied;       // all
  std::vector<GameOutcome> of_seat;    // won by the first seat
  std::vector<GameOutcome> last_lost;  // all places but the last are tied
  for (u64 i = 0; i < 12; ++i) {
    const unsigned first = i % 2 == 0 ? 0 : 1;
    const std::vector<unsigned> pair{first, 1 - first};
    won.push_back(game_of(i, pair, first == 0 ? std::vector{1U, 2U} : std::vector{2U, 1U}));
    tied.push_back(game_of(i, pair, {1, 1}));
    of_seat.push_back(game_of(i, pair, {1, 2}));
    std::vector<unsigned> ranks(3, 1);
    ranks[i % 3] = 3;
    last_lost.push_back(game_of(i, {0, 0, 0}, ranks));
  }
  EXPECT_NE(refusal(won, 2).find("some entrants never lost to"), std::string::npos);
  EXPECT_NE(refusal(won, 3).find("never met"), std::string::npos);
  EXPECT_NE(refusal(tied, 2).find("all games are ties"), std::string::npos) << refusal(tied, 2);
  EXPECT_NE(refusal(of_seat, 2).find("has no bound"), std::string::npos) << refusal(of_seat, 2);
  EXPECT_NE(refusal(last_lost, 1).find("has no bound"), std::string::npos) << refusal(last_lost, 1);
  // A loss of each suffices.
  won.push_back(game_of(20, {0, 1}, {2, 1}));
  won.push_back(game_of(21, {1, 0}, {1, 2}));
  EXPECT_EQ(refusal(won, 2), "fitted");
}

TEST(PlackettLuce, WithFewBlocksTheIntervalIsTheWiderOneAndOneBlockHasNone) {
  // Within a block the same entrant always wins, so that its games are worth one.
  std::vector<GameOutcome> games;
  for (u64 block = 0; block < 3; ++block) {
    for (unsigned i = 0; i < 30; ++i) {
      games.push_back(
          game_of(block, {0, 1}, block == 0 ? std::vector{1U, 2U} : std::vector{2U, 1U}));
    }
  }
  const PlackettLuceFit few = fit_plackett_luce(games, 2);
  EXPECT_TRUE(few.connected && !few.uses_sandwich());
  EXPECT_EQ(elo_interval_kind(few), "wider");
  const Rating rating = elo_ratings(few)[0];
  EXPECT_GT(rating.sandwich_interval, 2 * rating.hessian_interval);
  EXPECT_EQ(rating.interval, rating.sandwich_interval);
  const PlackettLuceFit one = fit_plackett_luce(std::span(games).first(30), 2);
  EXPECT_TRUE(std::isnan(elo_ratings(one)[0].interval));
}

TEST(PlackettLuce, BlocksWhoseScoresCancelOutLeaveAWideInterval) {
  // In each block p1 wins both games, so that both entrants win once.
  std::vector<GameOutcome> games;
  for (u64 block = 0; block < 12; ++block) {
    games.push_back(game_of(block, {0, 1}, {1, 2}));
    games.push_back(game_of(block, {1, 0}, {1, 2}));
  }
  const PlackettLuceFit fit = fit_plackett_luce(games, 2, {.seat_effects = false});
  ASSERT_TRUE(fit.uses_sandwich());
  EXPECT_GT(elo_ratings(fit, 1)[0].interval, 20);
  EXPECT_LT(elo_ratings(fit, 1)[0].interval, elo_ratings(fit, 1)[0].hessian_interval);
}

TEST(PlackettLuce, EntrantsThatNeverMetAreHeldTogetherByThePrior) {
  std::vector<GameOutcome> games;
  for (u64 i = 0; i < 20; ++i) {
    const unsigned base = i % 2 == 0 ? 0 : 2;
    games.push_back(
        game_of(i, {base, base + 1}, i % 4 < 2 ? std::vector{1U, 2U} : std::vector{2U, 1U}));
  }
  const PlackettLuceFit fit = fit_plackett_luce(games, 4, {.seat_effects = false});
  EXPECT_FALSE(fit.connected);
  const std::vector<Rating> ratings = elo_ratings(fit, 0);
  EXPECT_NEAR(ratings[2].elo, 0, 1e-6);
  EXPECT_GT(ratings[2].hessian_interval, 2 * ratings[1].hessian_interval);
}

TEST(PlackettLuce, EntrantsThatNeverChangeSeatsAreAsUncertainAsThePrior) {
  // Entrant 0 is always p1: its strength and the seat effect are confounded.
  Random random(3, 1);
  std::vector<GameOutcome> fixed;
  std::vector<GameOutcome> changed;
  for (u64 i = 0; i < 400; ++i) {
    const bool first = random.below(3) != 0;
    fixed.push_back(game_of(i, {0, 1}, first ? std::vector{1U, 2U} : std::vector{2U, 1U}));
    changed.push_back(i % 2 == 0
                          ? fixed.back()
                          : game_of(i, {1, 0}, first ? std::vector{2U, 1U} : std::vector{1U, 2U}));
  }
  const PlackettLuceFit fit = fit_plackett_luce(fixed, 2);
  ASSERT_TRUE(fit.uses_sandwich());
  EXPECT_GT(elo_ratings(fit, 1)[0].sandwich_interval, 600);
  EXPECT_LT(elo_ratings(fit_plackett_luce(changed, 2), 1)[0].sandwich_interval, 60);
  // Without a prior there is no answer, which is no interval of width 0.
  EXPECT_NE(refusal(fixed, 2).find("do not tell entrants from seats"), std::string::npos)
      << refusal(fixed, 2);
  EXPECT_EQ(refusal(changed, 2), "fitted");
  // Without seat effects it is identified.
  EXPECT_LT(
      elo_ratings(fit_plackett_luce(fixed, 2, {.seat_effects = false}), 1)[0].sandwich_interval,
      60);
}

TEST(PlackettLuce, TheOnlyEntrantHasNoInterval) {
  std::vector<GameOutcome> games;
  for (u64 i = 0; i < 40; ++i) {
    games.push_back(game_of(i, {0, 0}, i % 3 == 0 ? std::vector{1U, 2U} : std::vector{2U, 1U}));
  }
  const PlackettLuceFit fit = fit_plackett_luce(games, 1);
  EXPECT_NEAR(elo_ratings(fit)[0].elo, 0, 1e-9);
  EXPECT_TRUE(std::isnan(elo_ratings(fit)[0].interval));
  EXPECT_GT(elo_seats(fit)[0].interval, 20);
  EXPECT_EQ(refusal(games, 1), "fitted");
}

/// Games of identical agents. Within a block, shared draws favour an entrant at a seat equally in
/// every game.
std::vector<GameOutcome> null_games(Random& random, unsigned blocks, double correlation) {
  constexpr unsigned kPlayers = 3;
  std::vector<GameOutcome> games;
  for (unsigned block = 0; block < blocks; ++block) {
    std::array<std::array<double, kPlayers>, kPlayers> common{};
    for (auto& row : common) {
      for (double& value : row) value = correlation * gumbel(random);
    }
    std::array<double, kPlayers> favourite{};
    for (double& value : favourite) value = correlation * gumbel(random);
    for (unsigned rotation = 0; rotation < kPlayers; ++rotation) {
      std::vector<unsigned> entrants;
      std::vector<double> score;
      for (unsigned seat = 0; seat < kPlayers; ++seat) {
        entrants.push_back((seat + rotation) % kPlayers);
        score.push_back(common[seat][entrants[seat]] + favourite[entrants[seat]] + gumbel(random));
      }
      games.push_back(game_by_scores(block, entrants, score));
    }
  }
  return games;
}

TEST(PlackettLuce, IdenticalAgentsRateEqualAtTheNominalCoverage) {
  Random random(2024, 1);
  constexpr unsigned kRuns = 400;
  unsigned by_block = 0;
  unsigned by_game = 0;
  for (unsigned run = 0; run < kRuns; ++run) {
    const std::vector<GameOutcome> games = null_games(random, 50, 1.5);
    const PlackettLuceFit fit = fit_plackett_luce(games, 3);
    ASSERT_TRUE(fit.uses_sandwich());
    const Rating difference = elo_ratings(fit, 1)[0];
    by_block += std::abs(difference.elo) <= difference.sandwich_interval;
    by_game += std::abs(difference.elo) <= difference.hessian_interval;
  }
  // Three standard errors of a share of 0.95 in 400 are 0.033.
  EXPECT_NEAR(by_block / double{kRuns}, 0.95, 0.033);
  // Treating the games of a block as independent is overconfident; the test detects it.
  EXPECT_LT(by_game / double{kRuns}, 0.95 - 0.033);
}

}  // namespace
}  // namespace carrack
