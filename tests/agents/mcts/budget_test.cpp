// How long a search goes on: iterations, seconds a move and a game, stopping early, extending.
#include <algorithm>

#include "core/game/chance.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

// The same move as with the whole budget, and fewer iterations.
TEST(SearchBudget, TheSearchStopsWhenItsMoveIsCertain) {
  for (const std::string spec :
       {"mcts:iterations=400", "mcts:iterations=400,parallel=batch,threads=2"}) {
    u64 spent = 0;
    for (u64 seed = 1; seed <= 12; ++seed) {
      const State s = midgame(seed);
      const Report whole = report_of(*search(spec), s);
      const Report stopped = report_of(*search(spec + ",stop=on"), s);
      EXPECT_EQ(stopped.options.front().action, whole.options.front().action) << seed;
      EXPECT_LE(stopped.iterations, 400U);
      spent += stopped.iterations;
    }
    EXPECT_LT(spent, 12 * 400U) << spec;
  }
}

TEST(SearchBudget, TheSearchIsExtendedWhereTwoOptionsAreClose) {
  unsigned longer = 0;
  for (const std::string spec :
       {"mcts:iterations=200", "mcts:iterations=200,parallel=batch,threads=2"}) {
    for (u64 seed = 1; seed <= 12; ++seed) {
      const State s = midgame(seed);
      const Report report = report_of(*search(spec + ",extend=0.5"), s);
      ASSERT_GE(report.iterations, 200U);
      ASSERT_LE(report.iterations, 300U);
      EXPECT_EQ((report.iterations - 200) % 25, 0U);
      longer += report.iterations > 200 ? 1 : 0;
      if (report.iterations == 200) expect_same(report, report_of(*search(spec), s));
    }
  }
  EXPECT_GT(longer, 0U);
  EXPECT_LT(longer, 24U);
}

TEST(SearchBudget, AGameHasSecondsOfItsOwn) {
  const auto agent = search("mcts:game_time=0.3");
  for (int games = 0; games < 2; ++games) {
    Random random(1, 1);
    ChanceSource chance(2);
    State s = start(Ruleset::make("aoe3", 2));
    agent->begin(s.ruleset(), Player{0}, random);
    double spent = 0;
    double shortest = 1;
    Legal options = legal(s);
    while (!is_over(s)) {
      if (is_chance(s)) {
        apply(s, chance.draw(s), options);
        continue;
      }
      if (s.actor != Player{0}) {
        apply(s, options[random.below(options.size())], options);
        continue;
      }
      const Action action = agent->choose(s, options, random);
      spent += agent->report().seconds;
      shortest = std::min(shortest, agent->report().seconds);
      apply(s, action, options);
    }
    // A loaded machine may overrun, by a clock interval a move; never by a multiple.
    EXPECT_GT(spent, 0.1);
    EXPECT_GT(shortest, 0);
  }
}

TEST(SearchBudget, DecisionsLeftAreFewerTurnByTurn) {
  Random random(3, 3);
  for (unsigned players = 2; players <= 5; ++players) {
    State s = start(Ruleset::make("aoe3", players));
    Legal options = legal(s);
    double before = 1e9;
    for (unsigned turn = 0; !is_over(s);) {
      if (!is_chance(s)) {
        EXPECT_GE(decisions_left(s), 3);
        EXPECT_LE(decisions_left(s), 130);
        if (s.turn != turn) {
          EXPECT_LT(decisions_left(s), before);
          before = decisions_left(s);
          turn = s.turn;
        }
      }
      random_step(s, options, random);
    }
  }
}

TEST(SearchBudget, TimeEndsTheSearch) {
  const auto agent = search("mcts:time=0.02");
  const Report report = report_of(*agent, midgame(4));
  EXPECT_GE(report.seconds, 0.02);
  EXPECT_GE(report.iterations, 1U);
}

TEST(SearchBudget, TheShortestTimeIsOneIteration) {
  const auto agent = search("mcts:time=0.000001");
  EXPECT_EQ(report_of(*agent, midgame(4)).iterations, 1U);
}

}  // namespace
}  // namespace carrack
