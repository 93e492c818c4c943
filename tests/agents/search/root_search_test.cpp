// Searches of a game with known values and priors: first-play urgency, noise, the Gumbel root.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "agents/search/search_impl.hpp"
#include "tests/agents/search/two_decisions.hpp"
#include "tests/sanitized.hpp"

namespace carrack::testing {
namespace {

using Game = TwoDecisions;
using GameSearch = Search<Game, KnownPriors>;

SearchOptions puct(u64 iterations) {
  SearchOptions options;
  options.budget.iterations = iterations;
  options.tree.memory = 1;  // sanitizers take long to set up large trees
  options.selection.rule = Selection::puct;
  options.selection.exploration = 1;
  options.expansion.prior = Prior::policy;
  return options;
}

SearchOptions gumbel(u64 iterations, double scale) {
  SearchOptions options = puct(iterations);
  options.root.rule = RootSelection::gumbel;
  options.root.gumbel_scale = scale;
  return options;
}

BasicReport<u16> report_of(GameSearch& search, u64 seed = 1) {
  Random random(seed, 0);
  static_cast<void>(search.choose({}, Game::legal({}), random));
  return search.report();
}

BasicReport<u16> report_of(const SearchOptions& options, u64 seed = 1) {
  GameSearch search(options);
  return report_of(search, seed);
}

template <typename Member>
std::array<double, Game::kActions> by_action(const BasicReport<u16>& report, Member member) {
  std::array<double, Game::kActions> numbers{};
  for (const auto& option : report.options) {
    numbers.at(option.action) = static_cast<double>(std::invoke(member, option));
  }
  return numbers;
}
std::array<double, Game::kActions> visits_of(const BasicReport<u16>& report) {
  return by_action(report, &BasicOptionReport<u16>::visits);
}
std::array<double, Game::kActions> targets_of(const BasicReport<u16>& report) {
  return by_action(report, &BasicOptionReport<u16>::policy_target);
}

/// The visits of PUCT at the root, where an unvisited option has the mean of all visits less
/// `reduction` times the root of the visited options' priors.
std::array<double, Game::kActions> expected_visits(unsigned iterations, double reduction) {
  std::array<double, Game::kActions> visits{};
  double sum = 0;
  for (unsigned n = 0; n < iterations; ++n) {
    double mass = 0;
    for (std::size_t a = 0; a < visits.size(); ++a) {
      if (visits.at(a) > 0) mass += static_cast<double>(Game::kPriors.at(a));
    }
    const double first_play = n == 0 ? 0 : sum / n - reduction * std::sqrt(mass);
    std::size_t best = 0;
    double best_score = -2;
    for (std::size_t a = 0; a < visits.size(); ++a) {
      const double q = visits.at(a) > 0 ? static_cast<double>(Game::kValues.at(a)) : first_play;
      const double score =
          q + static_cast<double>(Game::kPriors.at(a)) * std::sqrt(n + 1) / (1 + visits.at(a));
      if (score <= best_score) continue;
      best = a;
      best_score = score;
    }
    ++visits.at(best);
    sum += static_cast<double>(Game::kValues.at(best));
  }
  return visits;
}

TEST(FirstPlay, IsTheMeanOfTheParentLessTheReduction) {
  for (const double reduction : {0.0, 0.1, 0.35, 1.0}) {
    for (const u64 iterations : {1U, 2U, 5U, 12U, 40U}) {
      SearchOptions options = puct(iterations);
      options.selection.reduction = reduction;
      EXPECT_EQ(visits_of(report_of(options)),
                expected_visits(static_cast<unsigned>(iterations), reduction))
          << reduction << ", " << iterations;
    }
  }
  EXPECT_NE(expected_visits(12, 0), expected_visits(12, 0.35));
}

TEST(FirstPlay, WithoutPriorsIsTheMeanOfTheParentItself) {
  SearchOptions options = puct(40);
  options.selection.rule = Selection::ucb1;
  options.selection.exploration = 0;
  options.expansion.prior = Prior::none;
  options.selection.reduction = 0;
  // Without exploration the first option stays ahead of its equals.
  const auto visits = visits_of(report_of(options));
  EXPECT_EQ(*std::ranges::max_element(visits), 40);
}

TEST(Grave, TakesTheValuesOfTheSamePlayerAlone) {
  // No node has so many visits: each player's highest node serves. That of the second player is
  // where it decides, as with RAVE alone, not the root, where the first one does.
  SearchOptions options;
  options.budget.iterations = 60;
  options.selection.exploration = 0.1;
  options.selection.first_play = 0.5;
  options.selection.rave = 50;
  GameSearch rave(options);
  options.selection.grave = 1'000'000;
  GameSearch grave(options);
  const auto expected = report_of(rave);
  const auto found = report_of(grave);
  EXPECT_EQ(visits_of(found), visits_of(expected));
  EXPECT_EQ(found.nodes, expected.nodes);
}

/// Fails once when a flag is raised.
class FailingPolicy : public KnownPriors {
 public:
  static inline std::atomic<bool> fails = false;
  [[nodiscard]] Payoff payoff(const Game::State& end) const {
    if (fails.exchange(false)) throw std::runtime_error("a policy that fails");
    return KnownPriors::payoff(end);
  }
};

TEST(SharedSearch, StartsAfreshAfterAPolicyHasFailed) {
  SearchOptions options = puct(4000);
  options.parallel.kind = Parallel::tree;
  options.parallel.threads = 2;
  Search<Game, FailingPolicy> search(options);
  for (u64 seed = 1; seed <= 5; ++seed) {
    Random random(seed, 0);
    FailingPolicy::fails = true;
    EXPECT_THROW(static_cast<void>(search.choose({}, Game::legal({}), random)), std::runtime_error);
    static_cast<void>(search.choose({}, Game::legal({}), random));
    double visits = 0;
    for (const auto& option : search.report().options) visits += static_cast<double>(option.visits);
    EXPECT_EQ(visits, 4000);
  }
}

TEST(RootNoise, IsMixedIntoThePriorsOfTheRoot) {
  SearchOptions options = puct(20);
  options.root.noise = 0.25;
  std::array<double, Game::kActions> first{};
  for (const u64 seed : {1U, 2U}) {
    const auto priors = by_action(report_of(options, seed), &BasicOptionReport<u16>::prior);
    EXPECT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0), 1, 1e-6);
    for (std::size_t a = 0; a < priors.size(); ++a) {
      const double noise = priors.at(a) - 0.75 * static_cast<double>(Game::kPriors.at(a));
      EXPECT_GT(noise, -1e-6);
      EXPECT_LT(noise, 0.25 + 1e-6);
      EXPECT_NE(noise, 0);
    }
    EXPECT_NE(priors, first);
    first = priors;
  }
  EXPECT_EQ(first, by_action(report_of(options, 2), &BasicOptionReport<u16>::prior));
}

TEST(RootNoise, IsAtNoOtherNode) {
  SearchOptions options = puct(60);
  options.root.noise = 1;
  GameSearch search(options);
  static_cast<void>(report_of(search));
  const SearchTree& tree = search.tree();
  unsigned nodes = 0;
  tree.for_each_child(search.worker().root_cell(), [&](u32 child) {
    if (tree.first_block(child) == SearchTree::kNone) return;
    ++nodes;
    tree.for_each_edge(child, [&](u32 e) {
      EXPECT_NEAR(tree.edge(e).prior, Game::kPriors.at(tree.edge(e).action), 1e-6);
    });
  });
  EXPECT_GE(nodes, 2U);
}

TEST(RootNoise, CanBeLeftOut) {
  SearchOptions options = puct(30);
  GameSearch plain(options);
  options.root.noise = 0.5;
  GameSearch noisy(options);
  noisy.use_noise(false);
  const auto report = report_of(noisy);
  EXPECT_EQ(visits_of(report), visits_of(report_of(plain)));
  EXPECT_TRUE(std::isnan(report.options.front().policy_target));
  noisy.use_noise(true);
  EXPECT_FALSE(std::isnan(report_of(noisy).options.front().policy_target));
}

TEST(RootNoise, ItsVisitsAreTakenOffThePolicyTarget) {
  SearchOptions options = puct(400);
  options.root.noise = 0.5;
  options.root.noise_alpha = 0.5;  // nearly all of it on one option
  double removed = 0;
  for (u64 seed = 1; seed <= 10; ++seed) {
    const auto report = report_of(options, seed);
    const auto visits = visits_of(report);
    const auto targets = targets_of(report);
    std::vector<VisitedOption> visited;
    for (std::size_t a = 0; a < visits.size(); ++a) {
      visited.push_back({.visits = static_cast<u64>(visits.at(a)),
                         .value = static_cast<double>(Game::kValues.at(a)),
                         .prior = static_cast<double>(Game::kPriors.at(a))});
    }
    std::array<double, Game::kActions> expected{};
    write_pruned_policy(visited, 1, expected);
    for (std::size_t a = 0; a < visits.size(); ++a) {
      EXPECT_NEAR(targets.at(a), expected.at(a), 1e-6);
      removed += std::max(0.0, visits.at(a) / 400 - targets.at(a)) / 10;
    }
  }
  EXPECT_GT(removed, 0.02);
}

TEST(RootNoise, OfAnEvaluatorsPriorsToo) {
  SearchOptions options = puct(20);
  options.root.noise = 0.25;
  GameSearch search(options);
  search.evaluate_with(
      [](std::span<const Game::State> /*leaves*/, std::span<Rewards> values,
         std::span<float> logits) {
        for (Rewards& value : values) value.fill(0.5F);
        std::ranges::fill(logits, 0.0F);
      },
      2, /*priors=*/true);
  const auto report = report_of(search);
  const auto priors = by_action(report, &BasicOptionReport<u16>::prior);
  EXPECT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0), 1, 1e-6);
  for (const double prior : priors) {
    EXPECT_GT(prior, 0.75 / 6 - 1e-6);
    EXPECT_GT(std::abs(prior - 1.0 / 6), 1e-6);
  }
  const auto targets = targets_of(report);
  EXPECT_NEAR(std::accumulate(targets.begin(), targets.end(), 0.0), 1, 1e-6);
}

TEST(GumbelSearch, WithoutNoiseVisitsThePriorsFirstOptionsByHalves) {
  // Four considered options by prior: 0, 1, 2, and 4 before 5 of the same prior. Two rounds of 20
  // visits: 5 each, then 10 each for the best two by log prior + (50 + visits) x value.
  SearchOptions options = gumbel(40, 0);
  options.root.considered = 4;
  const auto report = report_of(options);
  EXPECT_EQ(visits_of(report), (std::array<double, 6>{5, 15, 15, 0, 5, 0}));
  EXPECT_EQ(report.options.front().action, 1);
}

TEST(GumbelSearch, WithoutWeightOfValuesChoosesByThePrior) {
  SearchOptions options = gumbel(40, 0);
  options.root.considered = 4;
  options.root.value_scale = 0;
  const auto report = report_of(options);
  EXPECT_EQ(report.options.front().action, 0);
  const auto targets = targets_of(report);
  for (std::size_t a = 0; a < targets.size(); ++a) {
    EXPECT_NEAR(targets.at(a), Game::kPriors.at(a), 1e-6);
  }
}

TEST(GumbelSearch, ReportsTheImprovedPolicy) {
  SearchOptions options = gumbel(40, 0);
  options.root.considered = 4;
  options.root.visit_offset = 5;
  options.root.value_scale = 0.5;
  const auto targets = targets_of(report_of(options));
  double mass = 0;
  double mean = 0;
  for (const std::size_t visited : {0U, 1U, 2U, 4U}) {
    mass += static_cast<double>(Game::kPriors.at(visited));
    mean += static_cast<double>(Game::kPriors.at(visited) * Game::kValues.at(visited));
  }
  const auto visits = visits_of(report_of(options));
  const double weight = 0.5 * (5 + *std::ranges::max_element(visits));
  std::array<double, 6> expected{};
  double total = 0;
  for (std::size_t a = 0; a < 6; ++a) {
    const double q = visits.at(a) > 0 ? static_cast<double>(Game::kValues.at(a)) : mean / mass;
    expected.at(a) = static_cast<double>(Game::kPriors.at(a)) * std::exp(weight * q);
    total += expected.at(a);
  }
  for (std::size_t a = 0; a < 6; ++a) EXPECT_NEAR(targets.at(a), expected.at(a) / total, 1e-4);
}

TEST(GumbelSearch, ImprovesThePolicyWhereValuesAreExact) {
  double prior_value = 0;
  for (std::size_t a = 0; a < 6; ++a) {
    prior_value += static_cast<double>(Game::kPriors.at(a) * Game::kValues.at(a));
  }
  for (const u64 iterations : {2U, 8U, 32U, 128U}) {
    double chosen = 0;
    constexpr u64 kSearches = kSanitized ? 40 : 400;
    for (u64 seed = 1; seed <= kSearches; ++seed) {
      const auto report = report_of(gumbel(iterations, 1), seed);
      chosen += static_cast<double>(Game::kValues.at(report.options.front().action)) / kSearches;
      const auto targets = targets_of(report);
      double value = 0;
      double mass = 0;
      double mean = 0;
      for (const auto& option : report.options) {
        if (option.visits == 0) continue;
        mass += static_cast<double>(Game::kPriors.at(option.action));
        mean += static_cast<double>(Game::kPriors.at(option.action) * option.value[0]);
      }
      for (const auto& option : report.options) {
        const double q = option.visits > 0 ? static_cast<double>(option.value[0]) : mean / mass;
        value += targets.at(option.action) * q;
      }
      EXPECT_GE(value, mean / mass - 1e-6);
    }
    if (!kSanitized) {  // with enough searches
      EXPECT_GT(chosen, prior_value + 0.05) << iterations;
    }
  }
}

TEST(GumbelSearch, NoiseDecidesWhichOptionsAreConsidered) {
  SearchOptions options = gumbel(8, 1);
  options.root.considered = 2;
  std::array<unsigned, 6> considered{};
  for (u64 seed = 1; seed <= 200; ++seed) {
    const auto visits = visits_of(report_of(options, seed));
    EXPECT_EQ(std::ranges::count(visits, 4.0), 2);
    for (std::size_t a = 0; a < 6; ++a) considered.at(a) += visits.at(a) > 0 ? 1 : 0;
  }
  for (const unsigned n : considered) EXPECT_GT(n, 5U);
  EXPECT_GT(considered[0], considered[3] * 2);  // priors 0.4 and 0.05
}

TEST(GumbelSearch, TreesShareTheirNoiseAndDoNotDependOnThreads) {
  SearchOptions options = gumbel(64, 1);
  options.root.considered = 2;
  options.parallel.kind = Parallel::root;
  options.parallel.workers = 4;
  const auto one = report_of(options, 3);
  EXPECT_EQ(std::ranges::count_if(visits_of(one), [](double n) { return n > 0; }), 2);
  options.parallel.threads = 3;
  const auto three = report_of(options, 3);
  EXPECT_EQ(visits_of(one), visits_of(three));
  EXPECT_EQ(targets_of(one), targets_of(three));
  EXPECT_EQ(one.options.front().action, three.options.front().action);
}

TEST(GumbelSearch, SeveralPlayoutsOfALeafAreOneVisitOfTheSchedule) {
  SearchOptions options = gumbel(120, 0);
  options.root.considered = 4;
  options.parallel.kind = Parallel::leaf;
  options.parallel.leaves = 3;
  EXPECT_EQ(visits_of(report_of(options)), (std::array<double, 6>{15, 45, 45, 0, 15, 0}));
}

TEST(GumbelSearch, KeptVisitsCountAsValuesAndNotInTheSchedule) {
  SearchOptions options = gumbel(40, 0);
  options.root.considered = 4;
  options.tree.reuse = true;
  GameSearch search(options);
  const auto first = report_of(search);
  const auto second = report_of(search);  // the same position: everything is kept
  EXPECT_EQ(first.iterations, second.iterations);
  const auto visits = visits_of(second);
  EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0.0), 80);
  // Now the values of the first four are known, so that 3 and 5, of their mean, come before 4 and
  // 0.
  EXPECT_GT(visits[3], 0);
  EXPECT_GT(visits[5], 0);
  EXPECT_EQ(visits[4], 5);
}

}  // namespace
}  // namespace carrack::testing
