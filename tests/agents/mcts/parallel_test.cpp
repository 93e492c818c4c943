// The contracts of parallel search; also run under ThreadSanitizer.
#include "tests/agents/mcts/searching.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

TEST(ParallelSearch, IndependentTreesDoNotDependOnTheThreads) {
  const State s = midgame(2);
  for (const std::string kind : {"uct", "mcts"}) {
    const std::string spec = kind + ":iterations=1001,parallel=root,workers=5,threads=";
    const Report one = report_of(*search(spec + "1"), s);
    expect_same(one, report_of(*search(spec + "2"), s));
    expect_same(one, report_of(*search(spec + "5"), s));
    u64 visits = 0;
    for (const OptionReport& option : one.options) visits += option.visits;
    EXPECT_EQ(visits, 1001U) << kind;
  }
}

TEST(ParallelSearch, PlayoutsAtALeafDoNotDependOnTheThreads) {
  const State s = midgame(2);
  const std::string spec = "uct:iterations=600,parallel=leaf,leaves=6,threads=";
  expect_same(report_of(*search(spec + "1"), s), report_of(*search(spec + "3"), s));
}

TEST(ParallelSearch, BatchesOnOneTreeDoNotDependOnTheThreads) {
  const State s = midgame(2);
  // Under sanitizers shorter searches: the threads meet as often in a batch.
  const u64 iterations = testing::kSanitized ? 203 : 701;
  for (const std::string kind :
       {"mcts:", "uct:", "uct:rave=100,grave=20,", "uct:rollout=mast,epsilon=0.2,history=1,",
        "uct:implicit=0.3,selection=tuned,", "uct:opponents=separate,", "mcts:opponents=self,",
        "uct:chance=closed,transpositions=on,", "mcts:scale=on,virtual=loss,batch=7,"}) {
    const std::string spec =
        kind + "iterations=" + std::to_string(iterations) + ",parallel=batch,threads=";
    const auto alone = search(spec + "1");
    const Report one = report_of(*alone, s);
    EXPECT_EQ(one.iterations, iterations);
    expect_sound(*alone, iterations);
    for (const std::string threads : {"2", "3", "8", "32"}) {
      SCOPED_TRACE(spec + threads);
      expect_same(one, report_of(*search(spec + threads), s));
    }
  }
}

TEST(ParallelSearch, ThreadsShareATreeInBatchesUnlessAnotherKindIsSet) {
  const State s = midgame(2);
  const auto two = search("mcts:iterations=60,threads=2");
  expect_same(report_of(*search("mcts:iterations=60,parallel=batch"), s), report_of(*two, s));
  EXPECT_NE(two->spec().find("parallel=batch"), std::string::npos) << two->spec();
  EXPECT_NE(search("uct:iterations=9,threads=2,parallel=tree")->spec().find("parallel=tree"),
            std::string::npos);
}

TEST(ParallelSearch, BatchesDifferFromOneIterationAtATime) {
  const State s = midgame(2);
  const Report one = report_of(*search("mcts:iterations=1000"), s);
  const Report batches = report_of(*search("mcts:iterations=1000,parallel=batch"), s);
  const Report small = report_of(*search("mcts:iterations=1000,parallel=batch,batch=2"), s);
  const auto visits = [](const Report& report) {
    std::vector<std::pair<Action, u64>> all;
    for (const OptionReport& option : report.options) {
      all.emplace_back(option.action, option.visits);
    }
    return all;
  };
  EXPECT_NE(visits(one), visits(batches));
  EXPECT_NE(visits(small), visits(batches));
}

TEST(ParallelSearch, BatchesKeepTheirTree) {
  const auto two = search("mcts:iterations=60,parallel=batch,threads=2,reuse=on");
  const auto one = search("mcts:iterations=60,parallel=batch,threads=1,reuse=on");
  State s = start(Ruleset::make("aoe3", 2));
  Random random(3, 4);
  Legal options = legal(s);
  for (unsigned decisions = 0; decisions < 12;) {
    const State before = s;
    Action action;
    if (is_chance(s)) {
      action = chance_outcome(s, random.below(chance_total(s)));
    } else {
      Random same = random;
      action = one->choose(s, options, random);
      ASSERT_EQ(two->choose(s, options, same), action);
      expect_same(one->report(), two->report());
      ++decisions;
    }
    apply(s, action, options);
    one->observe(before, action, s);
    two->observe(before, action, s);
  }
}

TEST(ParallelSearch, ASharedTreeIsSoundAfterwards) {
  const State s = midgame(2);
  for (const std::string_view extra :
       {"", ",virtual=loss", ",rave=100,selection=tuned", ",prior=scripted,selection=puct",
        ",chance=closed", ",implicit=0.2", ",opponents=paranoid", ",memory=1"}) {
    const auto agent = search("uct:iterations=3000,parallel=tree,threads=4" + std::string(extra));
    const Report report = report_of(*agent, s);
    EXPECT_EQ(report.iterations, 3000U) << extra;
    expect_sound(*agent, 3000);
    std::array<u64, kMaxPlayers> total{};
    for (std::size_t i = 0; i < 4; ++i) {
      for (unsigned p = 0; p < kMaxPlayers; ++p) total[p] += agent->worker(i).reward_sum()[p];
    }
    EXPECT_EQ(agent->tree()[1].sum, total) << extra;  // no reward is lost
  }
}

// Nodes that several ways lead to have more visits than any parent, so less can be said of them.
TEST(ParallelSearch, EveryIterationOfASharedTreeChoosesAnOptionOfTheRoot) {
  const State s = midgame(2);
  const auto agent = search("uct:iterations=64,parallel=tree,threads=4,rollout=random");
  for (unsigned i = 0; i < 300; ++i) {
    u64 visits = 0;
    for (const OptionReport& option : report_of(*agent, s).options) visits += option.visits;
    ASSERT_EQ(visits, 64U);
  }
}

TEST(ParallelSearch, SharedChildrenAndTreesOfObserversLoseNoReward) {
  const State s = midgame(2);
  for (const std::string_view extra : {",chance=closed,transpositions=on", ",opponents=observers",
                                       ",opponents=observers,chance=closed"}) {
    const auto agent = search("uct:iterations=3000,parallel=tree,threads=4" + std::string(extra));
    const Report report = report_of(*agent, s);
    u64 visits = 0;
    for (const OptionReport& option : report.options) visits += option.visits;
    EXPECT_EQ(visits, 3000U) << extra;
    std::array<u64, kMaxPlayers> total{};
    for (std::size_t i = 0; i < 4; ++i) {
      for (unsigned p = 0; p < kMaxPlayers; ++p) total[p] += agent->worker(i).reward_sum()[p];
    }
    EXPECT_EQ(agent->tree()[agent->worker().root_cell()].sum, total) << extra;
    for (u32 cell = 1; cell < agent->tree().used(); ++cell) {
      ASSERT_EQ(agent->tree()[cell].in_flight, 0U) << extra << ", cell " << cell;
    }
  }
}

TEST(ParallelSearch, ASharedTreeFindsTheMoveThatAloneIsFound) {
  const State s = midgame(3, 3, Node::buy, 8);
  const Report alone = report_of(*search("uct:iterations=4000"), s);
  const Report shared = report_of(*search("uct:iterations=4000,parallel=tree,threads=2"), s);
  const auto value = [&](const OptionReport& o) { return o.value[index(s.actor)]; };
  EXPECT_NEAR(value(shared.options.front()), value(alone.options.front()), 0.03);
}

TEST(ParallelSearch, PlaysAGameOnASharedTree) {
  const auto agent = search("mcts:iterations=40,parallel=tree,threads=3,reuse=on");
  State s = start(Ruleset::make("aoe3", 2));
  Random random(3, 4);
  Legal options = legal(s);
  while (!is_over(s) && s.turn < 3) {
    const State before = s;
    const Action action = is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                                       : agent->choose(s, options, random);
    apply(s, action, options);
    agent->observe(before, action, s);
  }
  EXPECT_EQ(s.turn, 3);
}

TEST(ParallelSearch, AVirtualLossCountsBeforeTheFirstVisitToo) {
  // With c=0 and a high value of unvisited children, nothing but the loss spreads a batch.
  const std::string spec = "uct:iterations=400,parallel=batch,batch=16,virtual=loss,c=0,fpu=1";
  EXPECT_GT(report_of(*search(spec), midgame(2)).nodes, 300U);
}

TEST(ParallelSearch, AVirtualLossNeedsIterationsThatOverlapInGames) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  Random random(1, 1);
  EXPECT_THROW(search("uct:iterations=9,virtual=loss")->begin(rules, nth<Player>(0), random),
               InputError);
  EXPECT_THROW(static_cast<void>(report_of(*search("uct:iterations=9,virtual=loss"), midgame(1))),
               InputError);  // a position is analysed without a game
  for (const std::string_view spec :
       {"uct:iterations=9", "uct:iterations=9,virtual=loss,parallel=batch"}) {
    EXPECT_NO_THROW(search(spec)->begin(rules, nth<Player>(0), random)) << spec;
  }
}

}  // namespace
}  // namespace carrack
