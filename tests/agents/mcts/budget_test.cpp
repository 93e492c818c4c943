// How long a search goes on: iterations, seconds a move and a game, stopping early, extending.
#include <algorithm>
#include <cmath>

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

/// A clock that moves on by one tick whenever it is read. Sums of ticks are exact.
class TickingClock {
 public:
  static constexpr double kTick = 1.0 / 1024;
  [[nodiscard]] double operator()() { return now_ += kTick; }

 private:
  double now_ = 0;
};

/// The iterations of a search of so many seconds by that clock, which is read after 1, 2, 4, 8 and
/// 16 iterations and then after every 16.
u64 iterations_in(double seconds) {
  const auto looks = std::max<u64>(static_cast<u64>(std::ceil(seconds / TickingClock::kTick)), 1);
  return looks <= 5 ? u64{1} << (looks - 1) : 16 * (looks - 4);
}

TEST(SearchBudget, AGameHasSecondsThatItsDecisionsShare) {
  constexpr double kGame = 0.75;
  const auto agent = search("uct:game_time=0.75");
  agent->read_time_from(TickingClock());
  for (int games = 0; games < 2; ++games) {
    Random random(1, 1);
    ChanceSource chance(2);
    State s = start(Ruleset::make("aoe3", 2));
    agent->begin(s.ruleset(), Player{0}, random);
    double spent = 0;
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
      const double share = (kGame - spent) / decisions_left(s);
      const Action action = agent->choose(s, options, random);
      const Report& report = agent->report();
      ASSERT_EQ(report.iterations, iterations_in(share)) << "after " << spent << " s";
      spent += report.seconds;
      apply(s, action, options);
    }
    EXPECT_GT(spent, kGame / 2);
  }
}

TEST(SearchBudget, AGameWithoutSecondsLeftHasOneIterationADecision) {
  const auto agent = search("uct:game_time=0.05");
  const State s = midgame(4);
  agent->read_time_from([now = 0.0]() mutable { return now += 1; });
  Random random(1, 1);
  agent->begin(s.ruleset(), s.actor, random);
  for (int decisions = 0; decisions < 3; ++decisions) {  // each takes two seconds
    static_cast<void>(agent->choose(s, legal(s), random));
    EXPECT_EQ(agent->report().iterations, 1U);
    EXPECT_EQ(agent->report().seconds, 2);
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
  for (const double seconds : {0.0005, 0.002, 0.004, 0.005, 0.02, 0.1}) {
    const auto agent = search("mcts:time=" + std::to_string(seconds));
    agent->read_time_from(TickingClock());
    const Report report = report_of(*agent, midgame(4));
    EXPECT_EQ(report.iterations, iterations_in(seconds)) << seconds;
    // The report reads the clock once more.
    const double looks = std::ceil(seconds / TickingClock::kTick);
    EXPECT_EQ(report.seconds, (looks + 1) * TickingClock::kTick) << seconds;
  }
}

TEST(SearchBudget, TimeIsThatOfTheSystemUnlessToldOtherwise) {
  const Report report = report_of(*search("mcts:time=0.02"), midgame(4));
  EXPECT_GE(report.seconds, 0.02);
  EXPECT_GE(report.iterations, 1U);
}

TEST(SearchBudget, TheFirstBudgetThatIsSpentEndsTheSearch) {
  for (const u64 iterations : {10U, 40U, 100U}) {
    const auto agent = search("uct:time=0.005,iterations=" + std::to_string(iterations));
    agent->read_time_from(TickingClock());
    const u64 in_time = iterations_in(0.005);
    EXPECT_EQ(report_of(*agent, midgame(4)).iterations, std::min(iterations, in_time));
  }
}

TEST(SearchBudget, TheShortestTimeIsOneIteration) {
  const auto agent = search("mcts:time=0.000001");
  EXPECT_EQ(report_of(*agent, midgame(4)).iterations, 1U);
}

}  // namespace
}  // namespace carrack
