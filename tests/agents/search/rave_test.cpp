// RAVE against its formula, in a game whose playouts are known.
#include <gtest/gtest.h>

#include <cmath>

#include "agents/search/search_impl.hpp"
#include "tests/agents/search/two_decisions.hpp"

namespace carrack::testing {
namespace {

/// One player decides twice: after `a` there is one option, the action behind it.
struct ForcedSecond : TwoDecisions {
  using Legal = TwoDecisions::Legal;
  /// Of the player, by the first option; all different, so that no choice is a tie.
  static constexpr std::array<float, kActions> kValues{0.25F, 0.53F, 0.38F, 0.61F, 0.12F, 0.47F};

  static u16 second(u8 first) { return static_cast<u16>((first + 1U) % kActions); }
  static unsigned mover(const State& /*s*/) { return 0; }
  static Legal legal(const State& s) {
    if (s.decisions == 0) return TwoDecisions::legal(s);
    Legal one;
    one.add(second(s.first));
    return one;
  }
  static void apply(State& s, Action action, Legal& next) {
    if (s.decisions == 0) s.first = static_cast<u8>(action);
    ++s.decisions;
    next = legal(s);
  }
  static Rewards rewards(const State& end) {
    Rewards rewards{};
    rewards[0] = kValues.at(end.first);
    return rewards;
  }
};

constexpr double kExploration = 0.5;
constexpr double kFirstPlay = 0.4;

/// The visits of the root's options by PUCT with RAVE (Gelly & Silver 2011): all moves as first,
/// weighed by sqrt(k / (3 n + k)) after n visits of the root.
std::array<double, ForcedSecond::kActions> visits_by_formula(unsigned iterations, double k) {
  constexpr std::size_t kActions = ForcedSecond::kActions;
  std::array<double, kActions> visits{};
  std::array<double, kActions> amaf_visits{};
  std::array<double, kActions> amaf_sum{};
  for (unsigned n = 0; n < iterations; ++n) {
    const double beta = std::sqrt(k / (3 * n + k));
    std::size_t best = 0;
    double best_score = -1;
    for (std::size_t a = 0; a < kActions; ++a) {
      double q = visits.at(a) > 0 ? static_cast<double>(ForcedSecond::kValues.at(a)) : kFirstPlay;
      if (amaf_visits.at(a) > 0) {
        q = (1 - beta) * q + beta * amaf_sum.at(a) / amaf_visits.at(a);
      }
      const double prior = static_cast<double>(ForcedSecond::kPriors.at(a));
      const double score = q + kExploration * prior * std::sqrt(n + 1.0) / (1 + visits.at(a));
      if (score <= best_score) continue;
      best = a;
      best_score = score;
    }
    const auto reward = static_cast<double>(ForcedSecond::kValues.at(best));
    ++visits.at(best);
    for (const std::size_t a : {best, std::size_t{ForcedSecond::second(static_cast<u8>(best))}}) {
      ++amaf_visits.at(a);
      amaf_sum.at(a) += reward;
    }
  }
  return visits;
}

std::array<double, ForcedSecond::kActions> visits_of_search(u64 iterations, double k) {
  SearchOptions options;
  options.budget.iterations = iterations;
  options.tree.memory = 1;
  options.selection.rule = Selection::puct;
  options.expansion.prior = Prior::policy;
  options.selection.exploration = kExploration;
  options.selection.first_play = kFirstPlay;
  options.selection.rave = k;
  Search<ForcedSecond, PriorsOf<ForcedSecond>> search(options);
  Random random(1, 0);
  static_cast<void>(search.choose({}, ForcedSecond::legal({}), random));
  std::array<double, ForcedSecond::kActions> visits{};
  for (const auto& option : search.report().options) {
    visits.at(option.action) = static_cast<double>(option.visits);
  }
  return visits;
}

TEST(Rave, MixesTheGamesInWhichTheActionCameLater) {
  for (const double k : {0.0, 1.0, 10.0, 100.0, 1000.0}) {
    for (const unsigned iterations : {1U, 2U, 6U, 15U, 60U, 200U}) {
      EXPECT_EQ(visits_of_search(iterations, k), visits_by_formula(iterations, k))
          << k << ", " << iterations;
    }
  }
  EXPECT_NE(visits_by_formula(60, 0), visits_by_formula(60, 100));
  EXPECT_NE(visits_by_formula(60, 10), visits_by_formula(60, 1000));
}

}  // namespace
}  // namespace carrack::testing
