// Policy targets without the visits that noise has brought.
#include "agents/search/pruned_policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/random.hpp"

namespace carrack {
namespace {

std::vector<double> pruned(std::vector<VisitedOption> options, double exploration = 1) {
  std::vector<double> policy(options.size());
  write_pruned_policy(options, exploration, policy);
  return policy;
}

TEST(PrunedPolicy, AnOptionKeepsTheVisitsThatItsPriorExplains) {
  // The best scores 0.5 + 10 x 0.6 / 80 = 0.575. The second one falls to that with 0.225 x n = 3,
  // n = 1 + visits: 13 visits.
  const auto policy = pruned(
      {{.visits = 79, .value = 0.5, .prior = 0.6}, {.visits = 21, .value = 0.35, .prior = 0.3}});
  EXPECT_DOUBLE_EQ(policy[0], 79.0 / 92);
  EXPECT_DOUBLE_EQ(policy[1], 13.0 / 92);
}

TEST(PrunedPolicy, ABetterOptionKeepsAllVisits) {
  const auto policy = pruned(
      {{.visits = 60, .value = 0.5, .prior = 0.9}, {.visits = 40, .value = 0.8, .prior = 0.001}});
  EXPECT_DOUBLE_EQ(policy[1], 0.4);
}

TEST(PrunedPolicy, AnOptionThatKeepsOneVisitAtMostLosesIt) {
  const auto policy = pruned({{.visits = 96, .value = 0.5, .prior = 0.6},
                              {.visits = 4, .value = 0.1, .prior = 0.08},
                              {.visits = 0, .value = 0, .prior = 0.32}});
  EXPECT_EQ(policy, (std::vector<double>{1, 0, 0}));
}

TEST(PrunedPolicy, AnOptionWithTheOnlyVisitOfItsPriorKeepsIt) {
  const auto policy = pruned(
      {{.visits = 15, .value = 0.5, .prior = 0.6}, {.visits = 1, .value = 0.3, .prior = 0.4}});
  EXPECT_DOUBLE_EQ(policy[1], 1.0 / 16);
}

/// The visits of PUCT for options of known values.
std::vector<VisitedOption> searched(std::span<const double> values, std::span<const double> used,
                                    std::span<const double> priors, unsigned visits) {
  std::vector<VisitedOption> options;
  for (std::size_t i = 0; i < values.size(); ++i) {
    options.push_back({.visits = 0, .value = values[i], .prior = priors[i]});
  }
  for (unsigned n = 1; n <= visits; ++n) {
    std::size_t best = 0;
    double best_score = -1;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double score =
          values[i] + used[i] * std::sqrt(n) / (1 + static_cast<double>(options[i].visits));
      if (score <= best_score) continue;
      best = i;
      best_score = score;
    }
    ++options[best].visits;
  }
  return options;
}

TEST(PrunedPolicy, GivesTheWorstOptionWhatItHasWithoutNoise) {
  Random random(11, 0);
  double before = 0;
  double after = 0;
  for (unsigned n = 0; n < 200; ++n) {
    std::array<double, 5> values{};
    std::array<double, 5> priors{};
    std::array<double, 5> noisy{};
    for (std::size_t i = 0; i < 5; ++i) {
      values.at(i) = random.uniform();
      priors.at(i) = 0.05 + random.uniform();
    }
    const double total = std::accumulate(priors.begin(), priors.end(), 0.0);
    for (double& prior : priors) prior /= total;
    const auto favoured =
        static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
    for (std::size_t i = 0; i < 5; ++i) {
      noisy.at(i) = 0.75 * priors.at(i) + (i == favoured ? 0.25 : 0);
    }
    constexpr unsigned kVisits = 400;
    const auto without = searched(values, priors, priors, kVisits);
    const auto with = searched(values, noisy, priors, kVisits);
    const auto policy = pruned(with);
    const double wanted = static_cast<double>(without[favoured].visits) / kVisits;
    before += std::abs(static_cast<double>(with[favoured].visits) / kVisits - wanted);
    after += std::abs(policy[favoured] - wanted);
  }
  EXPECT_LT(after, 0.1 * before);
}

}  // namespace
}  // namespace carrack
