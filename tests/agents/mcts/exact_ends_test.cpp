// Late positions: searches converge to backward induction.
#include <gtest/gtest.h>

#include <algorithm>

#include "agents/mcts/search_agent.hpp"
#include "agents/search/solver.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

using DiscoverySolver = Solver<DiscoveryGame, ScriptedRollouts>;
using Options = std::vector<DiscoverySolver::Option>;

constexpr u64 kMaxPositions = 3'000;

struct SolvedEnd {
  State state;
  Options options;
};

/// The earliest decision of turn 8 of this game, played by `greedy`, that can be solved and whose
/// options differ for the player by so much.
std::optional<SolvedEnd> solved_end(const Ruleset& rules, u64 seed, const ScriptedRollouts& policy,
                                    double difference) {
  const auto agent = make_agent("greedy");
  Random random(seed, 0);
  State s = start(rules);
  std::vector<State> decisions;
  while (!is_over(s)) {
    Legal options = is_chance(s) ? Legal{} : legal(s);
    if (!is_chance(s) && s.turn == kTurns && options.size() > 1) decisions.push_back(s);
    const Action action = is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                                       : agent->choose(s, options, random);
    apply(s, action, options);
  }
  std::optional<SolvedEnd> found;
  for (auto at = decisions.rbegin(); at != decisions.rend(); ++at) {
    DiscoverySolver solver(kMaxPositions, policy);
    auto options = solver.options_of(*at);
    if (!options) break;
    const unsigned me = index(at->actor);
    std::vector<double> values;
    for (const auto& option : *options) values.push_back(option.value[me]);
    std::ranges::sort(values, std::greater{});
    if (values[0] - values[1] >= difference) found = SolvedEnd{*at, std::move(*options)};
  }
  return found;
}

// After 100,000 iterations the value of the chosen option is exact to 0.03; the choice is the best
// one if it is better than the next by at least 0.02.
TEST(ExactEnds, SearchesConvergeToTheChoiceAndTheValueOfBackwardInduction) {
  unsigned solved = 0;
  for (const auto& [edition, players] : {std::pair{"aoe3", 2U},
                                         {"aoe3", 3U},
                                         {"aoe3", 5U},
                                         {"empires", 2U},
                                         {"empires", 4U},
                                         {"empires", 6U}}) {
    for (u64 seed = 1; seed <= (testing::kSanitized ? 1U : 3U); ++seed) {
      for (const char* spec : {"uct:iterations=100000,chance=closed",
                               "mcts:iterations=100000,chance=closed,lambda=1,cutoff_turns=0"}) {
        const MctsOptions options = *search_options(spec);
        const ScriptedRollouts policy(options.reward, 0);
        const auto end = solved_end(Ruleset::make(edition, players), seed, policy, 0.02);
        if (!end) continue;
        ++solved;
        const unsigned me = index(end->state.actor);
        const auto& best = DiscoverySolver::best_of(end->options, me);
        SearchAgent agent("uct", options);
        Random random(seed, 1);
        const Action chosen = agent.choose(end->state, legal(end->state), random);
        const std::string where = std::string(spec) + ", " + std::to_string(players) +
                                  " players, seed " + std::to_string(seed);
        EXPECT_EQ(chosen, best.action) << where;
        const auto& row = agent.report().options.front();
        EXPECT_NEAR(static_cast<double>(row.value[me]), best.value[me], 0.03) << where;
      }
    }
  }
  EXPECT_GE(solved, testing::kSanitized ? 6U : 20U);
}

TEST(ExactEnds, TheSolverSaysWhyItHasNoAnswer) {
  const ScriptedRollouts policy({}, 0);
  const auto end = solved_end(Ruleset::make("aoe3", 3), 1, policy, 0);
  ASSERT_TRUE(end);
  DiscoverySolver solver(1, policy);
  EXPECT_FALSE(solver.options_of(end->state));
  EXPECT_EQ(solver.failure(), DiscoverySolver::Failure::too_many_positions);
  EXPECT_EQ(solver.positions(), 1U);
  State secret = end->state;
  secret.flags |= kSecrets;
  DiscoverySolver another(kMaxPositions, policy);
  EXPECT_FALSE(another.value_of(secret));
  EXPECT_EQ(another.failure(), DiscoverySolver::Failure::secrets);
}

TEST(ExactEnds, ASolverThatRemembersLessFindsTheSame) {
  const ScriptedRollouts policy({}, 0);
  const auto end = solved_end(Ruleset::make("empires", 3), 2, policy, 0);
  ASSERT_TRUE(end);
  DiscoverySolver forgetful(kMaxPositions * 1000, policy, 4);
  const auto options = forgetful.options_of(end->state);
  ASSERT_TRUE(options);
  for (std::size_t k = 0; k < options->size(); ++k) {
    EXPECT_EQ((*options)[k].value, end->options[k].value);
  }
}

}  // namespace
}  // namespace carrack
