// The Gumbel root: visits by sequential halving, completed values, improved policies.
#include "agents/search/gumbel_root.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "agents/search/root_noise.hpp"

namespace carrack {
namespace {

std::vector<GumbelOption> options_of(std::span<const double> policy) {
  std::vector<GumbelOption> options;
  for (const double p : policy) options.push_back({.logit = std::log(p)});
  return options;
}

/// Searches options of known values. Returns the number of visits of each.
std::vector<u64> search(std::vector<GumbelOption>& options, std::span<const double> values,
                        u64 considered, u64 budget, const ValueTransform& transform = {}) {
  GumbelRoot root;
  root.start(options.size(), considered, transform, budget);
  std::vector<u64> visits(options.size());
  for (u64 n = 0; n < budget; ++n) {
    const unsigned option = root.pick(options);
    ++visits.at(option);
    options[option].value = values[option];
    ++options[option].visits;
  }
  return visits;
}

std::vector<double> falling_policy(std::size_t options) {
  std::vector<double> policy;
  for (std::size_t i = 0; i < options; ++i) policy.push_back(1.0 / static_cast<double>(i + 2));
  return policy;
}

TEST(GumbelRoot, VisitsWhatSequentialHalvingPrescribes) {
  // Four rounds of 16 visits: 16 options once, 8 twice, 4 four times, 2 eight times.
  auto options = options_of(falling_policy(20));
  const std::vector<double> equal(20, 0.5);
  EXPECT_EQ(search(options, equal, 16, 64),
            (std::vector<u64>{15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}));
}

TEST(GumbelRoot, GoesOnWithTwoOptionsWhereTheBudgetIsNotAMultiple) {
  // Three rounds for 6 options: 30 / (3 x 6) = 1 each, then 3: 3 each, then 2: 5 each. The 5 visits
  // that are left go to the last two in turn.
  auto options = options_of(falling_policy(6));
  const std::vector<double> equal(6, 0.5);
  EXPECT_EQ(search(options, equal, 6, 30), (std::vector<u64>{12, 11, 4, 1, 1, 1}));
}

TEST(GumbelRoot, AShortBudgetVisitsAsManyOptionsOnce) {
  auto options = options_of(falling_policy(8));
  const std::vector<double> equal(8, 0.5);
  EXPECT_EQ(search(options, equal, 16, 3), (std::vector<u64>{1, 1, 1, 0, 0, 0, 0, 0}));
}

TEST(GumbelRoot, OneConsideredOptionHasAllVisits) {
  auto options = options_of(falling_policy(4));
  options[2].noise = 5;
  const std::vector<double> equal(4, 0.5);
  EXPECT_EQ(search(options, equal, 1, 9), (std::vector<u64>{0, 0, 9, 0}));
}

TEST(GumbelRoot, SaysHowManyPicksItsRoundHas) {
  GumbelRoot root;
  root.start(6, 6, {}, 30);  // rounds of 6, 9, 10 picks, and what is left in pairs of 5 each
  auto options = options_of(falling_policy(6));
  std::vector<u64> left;
  for (int n = 0; n < 26; ++n) {
    left.push_back(root.picks_of_round());
    ++options[root.pick(options)].visits;
  }
  EXPECT_EQ(left, (std::vector<u64>{6, 5, 4,  3, 2, 1, 9, 8, 7, 6, 5, 4, 3,
                                    2, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10}));
}

TEST(GumbelRoot, BetterOptionsSurvive) {
  const std::vector<double> values{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
  auto options = options_of(falling_policy(8));
  // Three rounds of 16 visits.
  EXPECT_EQ(search(options, values, 8, 48), (std::vector<u64>{2, 2, 2, 2, 6, 6, 14, 14}));
}

TEST(GumbelRoot, NoiseDecidesWhatIsConsidered) {
  auto options = options_of(falling_policy(8));
  for (const std::size_t option : {3U, 6U}) options[option].noise = 20;
  const std::vector<double> equal(8, 0.5);
  EXPECT_EQ(search(options, equal, 2, 10), (std::vector<u64>{0, 0, 0, 5, 0, 0, 5, 0}));
}

TEST(GumbelRoot, TheMostPickedOptionsAreThoseOfTheLastRound) {
  GumbelRoot root;
  root.start(4, 4, {}, 8);
  auto options = options_of(falling_policy(4));
  EXPECT_FALSE(root.is_most_picked(0));
  for (int n = 0; n < 8; ++n) ++options[root.pick(options)].visits;
  EXPECT_TRUE(root.is_most_picked(0));
  EXPECT_TRUE(root.is_most_picked(1));
  EXPECT_FALSE(root.is_most_picked(2));
  EXPECT_FALSE(root.is_most_picked(9));  // there is no such option
}

TEST(CompletedValues, OfUnvisitedOptionsAreTheMeanByPriorOfTheVisitedOnes) {
  auto options = options_of(std::array{0.5, 0.3, 0.2});
  options[0].visits = 6;
  options[0].value = 0.4;
  options[1].visits = 2;
  options[1].value = 0.8;
  std::array<double, 3> scores{};
  write_completed_scores(options, {.visit_offset = 50, .value_scale = 0.1}, scores);
  const double mixed = (0.5 * 0.4 + 0.3 * 0.8) / 0.8;
  EXPECT_NEAR(scores[0], std::log(0.5) + 5.6 * 0.4, 1e-12);
  EXPECT_NEAR(scores[1], std::log(0.3) + 5.6 * 0.8, 1e-12);
  EXPECT_NEAR(scores[2], std::log(0.2) + 5.6 * mixed, 1e-12);
}

TEST(ImprovedPolicy, IsThePriorWhereNothingIsKnown) {
  const std::array policy{0.5, 0.3, 0.2};
  const auto options = options_of(policy);
  std::array<double, 3> improved{};
  write_improved_policy(options, {}, improved);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(improved.at(i), policy.at(i), 1e-12);
}

TEST(ImprovedPolicy, DoesNotDependOnTheNoise) {
  auto options = options_of(std::array{0.5, 0.3, 0.2});
  options[1].visits = 3;
  options[1].value = 0.7;
  std::array<double, 3> without{};
  std::array<double, 3> with{};
  write_improved_policy(options, {}, without);
  options[0].noise = 9;
  write_improved_policy(options, {}, with);
  EXPECT_EQ(without, with);
}

TEST(ImprovedPolicy, OfAPriorThatIsRoundedToZeroIsFinite) {
  std::vector<GumbelOption> options{{.logit = logit_of(1)}, {.logit = logit_of(0)}};
  std::array<double, 2> improved{};
  write_improved_policy(options, {}, improved);
  EXPECT_NEAR(improved[0], 1, 1e-12);
  EXPECT_GE(improved[1], 0);
}

/// A random policy, and values from 0 to 1.
struct Case {
  explicit Case(Random& random) {
    double total = 0;
    for (std::size_t i = 0; i < policy.size(); ++i) {
      policy.at(i) = 0.01 + random.uniform();
      values.at(i) = random.uniform();
      total += policy.at(i);
    }
    for (double& p : policy) p /= total;
  }
  [[nodiscard]] double value_of(std::span<const double> of) const {
    return std::inner_product(values.begin(), values.end(), of.begin(), 0.0);
  }

  std::array<double, 6> policy{};
  std::array<double, 6> values{};
};

// Section 4 of the paper, with exact values: the improved policy is worth no less than the prior,
// however many options have been visited.
TEST(ImprovedPolicy, IsWorthNoLessThanThePrior) {
  Random random(8, 0);
  for (unsigned n = 0; n < 1000; ++n) {
    const Case known(random);
    auto options = options_of(known.policy);
    for (std::size_t i = 0; i < options.size(); ++i) {
      options[i].visits = random.below(3);
      options[i].value = known.values.at(i);
    }
    // Unvisited options are worth what the visited ones are; then nothing is known of them.
    double mass = 0;
    double mean = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].visits == 0) continue;
      mass += known.policy.at(i);
      mean += known.policy.at(i) * known.values.at(i);
    }
    if (mass == 0) continue;
    Case completed = known;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].visits == 0) completed.values.at(i) = mean / mass;
    }
    std::array<double, 6> improved{};
    write_improved_policy(options, {}, improved);
    EXPECT_NEAR(std::accumulate(improved.begin(), improved.end(), 0.0), 1, 1e-12);
    EXPECT_GE(completed.value_of(improved), completed.value_of(known.policy) - 1e-12);
  }
}

// Section 3 of the paper: so is the chosen option on average, even with a visit for each of two.
TEST(GumbelRoot, TheChosenOptionIsWorthNoLessThanThePriorOnAverage) {
  Random random(9, 0);
  for (const u64 budget : {2U, 4U, 16U}) {
    double gain = 0;
    double least = 1;
    constexpr unsigned kCases = 20;
    constexpr unsigned kSearches = 2000;
    for (unsigned c = 0; c < kCases; ++c) {
      const Case known(random);
      double chosen = 0;
      for (unsigned n = 0; n < kSearches; ++n) {
        auto options = options_of(known.policy);
        std::array<double, 6> noise{};
        draw_gumbel(random, 1, noise);
        for (std::size_t i = 0; i < options.size(); ++i) options[i].noise = noise.at(i);
        GumbelRoot root;
        root.start(options.size(), 4, {}, budget);
        for (u64 visit = 0; visit < budget; ++visit) {
          const unsigned option = root.pick(options);
          options[option].value = known.values.at(option);
          ++options[option].visits;
        }
        std::array<double, 6> scores{};
        write_completed_scores(options, {}, scores);
        unsigned best = 6;
        for (unsigned i = 0; i < 6; ++i) {
          scores.at(i) += noise.at(i);
          if (root.is_most_picked(i) && (best == 6 || scores.at(i) > scores.at(best))) best = i;
        }
        chosen += known.values.at(best) / kSearches;
      }
      const double more = chosen - known.value_of(known.policy);
      gain += more / kCases;
      least = std::min(least, more);
    }
    EXPECT_GT(least, -0.02) << budget;  // three standard errors of a mean of 2,000 values
    EXPECT_GT(gain, 0.1) << budget;
  }
}

}  // namespace
}  // namespace carrack
