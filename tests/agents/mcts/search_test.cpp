// Monte Carlo tree search: every option by its behaviour, memory, reuse, reports.
#include <nlohmann/json.hpp>

#include "core/game/chance.hpp"
#include "tests/agents/allocations.hpp"
#include "tests/agents/mcts/searching.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

const std::vector<std::string>& all_kinds() {
  static const std::vector<std::string> kKinds{
      "uct:iterations=300",
      "uct:iterations=300,opponents=paranoid",
      "uct:iterations=300,opponents=self",
      "uct:iterations=300,opponents=separate",
      "uct:iterations=300,opponents=observers",
      "uct:iterations=300,opponents=observers,chance=closed",
      "uct:iterations=300,win=1,margin=0",
      "uct:iterations=300,rank=1,margin=0.5",
      "uct:iterations=300,selection=tuned",
      "uct:iterations=300,selection=puct,prior=scripted,c=1",
      "uct:iterations=300,selection=puct,prior=evaluation,c=1,temperature=5",
      "uct:iterations=300,scale=on",
      "uct:iterations=300,fpu=0.5",
      "uct:iterations=300,stop=on",
      "uct:iterations=300,extend=0.5",
      "uct:iterations=300,root=halving",
      "uct:iterations=300,root=exp3",
      "uct:iterations=300,root=regret",
      "uct:iterations=300,prior=scripted,root=gumbel",
      "uct:iterations=300,prior=scripted,root=gumbel,considered=4,gumbel_scale=0,c_visit=20,"
      "c_scale=0.3,reuse=on",
      "uct:iterations=300,prior=scripted,root=gumbel,parallel=leaf,leaves=3",
      "uct:iterations=300,selection=puct,prior=scripted,fpu_reduction=0.2",
      "uct:iterations=300,selection=puct,prior=scripted,noise=0.25,noise_alpha=5",
      "uct:iterations=300,final=max",
      "uct:iterations=300,final=secure",
      "uct:iterations=300,chance=closed",
      "uct:iterations=300,chance=closed,transpositions=on",
      "uct:iterations=300,widening=0.4",
      "uct:iterations=300,prior=scripted,bias=1",
      "uct:iterations=300,history=0.5",
      "uct:iterations=300,rave=100",
      "uct:iterations=300,rave=100,grave=20",
      "uct:iterations=100,rollout=scripted,epsilon=0.2",
      "uct:iterations=100,rollout=scripted,diversity=0.3",
      "uct:iterations=100,rollout=scripted,diversity=0.3,parallel=leaf,leaves=2",
      "uct:iterations=100,rollout=scripted,adapt=60",
      "uct:iterations=100,rollout=scripted,adapt=60,learners=3",
      "uct:iterations=300,rollout=mast,epsilon=0.3",
      "uct:iterations=300,cutoff=10",
      "uct:iterations=300,cutoff_turns=1",
      "uct:iterations=300,cutoff_turns=3,lambda=0.5",
      "uct:iterations=300,implicit=0.3",
      "uct:iterations=300,reuse=on",
      "uct:iterations=300,parallel=leaf,leaves=3",
      "uct:iterations=300,parallel=batch",
      "mcts:iterations=100",
      "mcts:iterations=100,prior=network,rollout=network,value=network,cutoff_turns=1",
  };
  return kKinds;
}

class EveryKind : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Search, EveryKind, ::testing::ValuesIn(all_kinds()));

TEST_P(EveryKind, ReportsWhatItDid) {
  const State s = midgame(1);
  const auto agent = search(GetParam());
  const Report report = report_of(*agent, s);
  u64 visits = 0;
  double targets = 0;
  const SearchOptions& options = agent->options().search;
  const bool has_target = options.root.rule == RootSelection::gumbel || options.root.noise > 0;
  for (const OptionReport& option : report.options) {
    visits += option.visits;
    EXPECT_TRUE(legal(s).contains(option.action));
    EXPECT_EQ(std::isnan(option.prior), !options.uses_priors());
    EXPECT_EQ(std::isnan(option.policy_target), !has_target);
    targets += has_target ? static_cast<double>(option.policy_target) : 0;
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      const bool is_known = p < s.players() && option.visits > 0;
      EXPECT_EQ(std::isnan(option.value[p]), !is_known);
      EXPECT_EQ(std::isnan(option.win_share[p]), !is_known);
      EXPECT_EQ(std::isnan(option.standard_error[p]),
                p >= s.players() || option.visits / agent->options().search.parallel.leaves < 2);
      if (!is_known) continue;
      EXPECT_GE(option.value[p], 0);
      EXPECT_LE(option.value[p], 1);
    }
    if (option.visits > 0) {
      EXPECT_NEAR(option.win_share[0] + option.win_share[1] + option.win_share[2], 1, 1e-4);
    }
  }
  if (has_target) {
    EXPECT_NEAR(targets, 1, 1e-5);
  }
  EXPECT_NEAR(report.win_share[0] + report.win_share[1] + report.win_share[2], 1, 1e-4);
  const BudgetOptions& budget = agent->options().search.budget;
  const auto longest = static_cast<double>(budget.iterations) * (1 + budget.extend);
  EXPECT_EQ(visits, report.iterations);
  EXPECT_LE(visits, static_cast<u64>(longest));
  EXPECT_TRUE(budget.stop || visits >= budget.iterations) << visits;
  EXPECT_EQ(report.principal_variation.front(), report.options.front().action);
  EXPECT_EQ(report.principal_movers.size(), report.principal_variation.size());
  State on_the_line = s;
  const bool leaves_out_others = options.tree.opponents == Opponents::self;
  for (std::size_t i = 0; !leaves_out_others && i < report.principal_movers.size(); ++i) {
    const Action action = report.principal_variation[i];
    if (is_chance(on_the_line) || !legal(on_the_line).contains(action)) break;
    EXPECT_EQ(report.principal_movers[i], index(on_the_line.actor)) << i;
    apply(on_the_line, action);
  }
  EXPECT_GT(report.nodes, report.options.size());
  EXPECT_GE(report.deepest, 1U);
  EXPECT_GT(report.memory_bytes, 0U);
}

TEST_P(EveryKind, DependsOnTheSeedAlone) {
  const State s = midgame(2);
  expect_same(report_of(*search(GetParam()), s), report_of(*search(GetParam()), s));
}

TEST_P(EveryKind, PlaysWholeGamesLegallyInOtherRulesetsToo) {
  const std::vector<std::string> modules{"builder", "national"};
  const std::vector<std::string> variants{"scouting", "no_survivors", "buy_vp"};
  const auto agent = search(GetParam());
  State s = start(Ruleset::make("empires", 4, modules, variants));
  ChanceSource chance(3);
  Random random(3, 4);
  Legal options = legal(s);
  for (unsigned decisions = 0; !is_over(s) && decisions < 40;) {
    const State before = s;
    Action action = kPass;
    if (is_chance(s)) {
      action = chance.draw(s);
    } else if (random.below(testing::kSanitized ? 24 : 8) != 0) {
      action = options[random.below(options.size())];
    } else {
      State view = s;
      resample(view, s.actor, random);
      action = agent->choose(view, options, random);
      ASSERT_TRUE(options.contains(action));
      ++decisions;
    }
    apply(s, action, options);
    agent->observe(before, action, s);
  }
}

TEST_P(EveryKind, AllocatesNothingOnceWarm) {
  const State s = midgame(6);
  const Legal options = legal(s);
  const auto agent = search(GetParam());
  Random random(1, 1);
  static_cast<void>(agent->choose(s, options, random));
  const std::size_t before = testing::allocations();
  Random again(1, 1);
  static_cast<void>(agent->choose(s, options, again));
  EXPECT_EQ(testing::allocations(), before);
}

TEST(Search, AnIterationMakesOneNodeAtMost) {
  for (const char* spec : {"mcts:iterations=500", "uct:iterations=500"}) {
    const Report report = report_of(*search(spec), midgame(3));
    EXPECT_LE(report.nodes, 501U) << spec;
    EXPECT_GT(report.nodes, 400U) << spec;
  }
}

TEST(Search, FindsTheMoveThatWins) {
  // One of the last decisions of a game, where the value of each option is measured by itself.
  const State s = midgame(3, 3, Node::buy, 8);
  const Legal options = legal(s);
  const RewardFunction reward(RewardOptions{});
  Random random(9, 9);
  const auto mean = [&](Action action) {
    double total = 0;
    for (int i = 0; i < 2000; ++i) {
      State end = s;
      Legal next;
      apply(end, action, next);
      rollout(end, next, random);
      total += static_cast<double>(reward.of(end).rewards[index(s.actor)]);
    }
    return total / 2000;
  };
  double best = 0;
  options.for_each([&](Action action) { best = std::max(best, mean(action)); });
  for (const std::string_view spec :
       {"uct:iterations=3000", "uct:iterations=3000,selection=tuned", "uct:iterations=3000,rave=50",
        "uct:iterations=3000,root=halving", "uct:iterations=3000,chance=closed",
        "uct:iterations=3000,parallel=root,workers=4", "uct:iterations=3000,opponents=separate",
        "uct:iterations=3000,opponents=self", "uct:iterations=3000,root=exp3,final=max"}) {
    const Action chosen = report_of(*search(spec), s).options.front().action;
    EXPECT_GE(mean(chosen), best - 0.02) << spec;
  }
}

TEST(Search, AWinShareIsTheValueWhereWinsAreAllThatCounts) {
  const State s = midgame(4);
  const Report report = report_of(*search("uct:iterations=500,win=1,margin=0"), s);
  for (const OptionReport& option : report.options) {
    for (unsigned p = 0; p < 3; ++p) EXPECT_NEAR(option.win_share[p], option.value[p], 1e-6);
  }
  const Report margins = report_of(*search("uct:iterations=500"), s);
  EXPECT_NE(margins.options.front().win_share[0], margins.options.front().value[0]);
}

TEST(Search, TheMemoryBoundHoldsAndTheSearchGoesOn) {
  for (const std::string_view extra : {"", ",rave=10,selection=tuned", ",reuse=on"}) {
    const auto agent = search("uct:iterations=60000,memory=1" + std::string(extra));
    const Report report = report_of(*agent, midgame(7, 2));
    EXPECT_LE(report.memory_bytes, u64{1} << 20) << extra;
    EXPECT_GE(report.memory_bytes, (u64{1} << 20) * (extra == ",reuse=on" ? 4 : 9) / 10) << extra;
    EXPECT_EQ(report.iterations, 60000U);
    expect_sound(*agent, 60000);
  }
}

TEST(Search, ReuseKeepsWhatTheEventsHaveLedTo) {
  // No chance within a placement phase: the tree below the move made is kept.
  State s = midgame(9, 2);
  Legal options = legal(s);
  const auto agent = search("uct:iterations=2000,reuse=on");
  Random random(1, 1);
  const Action first = agent->choose(s, options, random);
  const u64 below = agent->report().options.front().visits;
  State before = s;
  apply(s, first, options);
  agent->observe(before, first, s);
  ASSERT_EQ(s.node, Node::place);
  static_cast<void>(agent->choose(s, options, random));
  u64 visits = 0;
  for (const OptionReport& option : agent->report().options) visits += option.visits;
  EXPECT_EQ(visits, 2000 + below - 1);  // the first visit of a node goes to none of its children
  const State elsewhere = midgame(10, 2);
  options = legal(elsewhere);
  static_cast<void>(agent->choose(elsewhere, options, random));
  visits = 0;
  for (const OptionReport& option : agent->report().options) visits += option.visits;
  EXPECT_EQ(visits, 2000U);
}

TEST(Search, SequentialHalvingSharesOutDescentsAndNotPlayouts) {
  State s = start(Ruleset::make("aoe3", 3));
  Random random(3, 9);
  while (is_chance(s) || legal(s).size() < 8) {
    const Legal options = legal(s);
    apply(s, is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                          : options[random.below(options.size())]);
  }
  for (const char* const spec : {"uct:iterations=200,root=halving",
                                 "uct:iterations=3200,root=halving,parallel=leaf,leaves=16"}) {
    const auto agent = search(spec);
    static_cast<void>(agent->choose(s, legal(s), random));
    const auto visits = [](const OptionReport& option) { return option.visits; };
    const auto [least, most] = std::ranges::minmax(agent->report().options, {}, visits);
    EXPECT_GT(most.visits, 4 * least.visits) << spec;
  }
}

TEST(Search, ARootPolicyPlaysLegalOptionsOfAKeptTree) {
  // Between two searches chance and opponents move, so that a kept root has children that are now
  // illegal, and legal options without a child.
  for (const std::string policy : {"halving", "exp3", "regret", "gumbel,prior=scripted"}) {
    const std::string spec = "uct:iterations=200,reuse=on,root=" + policy;
    const std::array agents{search(spec), search(spec)};
    unsigned kept = 0;
    constexpr unsigned kGames = testing::kSanitized ? 1 : 4;
    for (u64 seed = 1; seed <= kGames; ++seed) {
      Random random(seed, 9);
      State s = start(Ruleset::make("aoe3", 2));
      Legal options = legal(s);
      while (!is_over(s)) {
        const State before = s;
        Action event;
        if (is_chance(s)) {
          event = chance_outcome(s, random.below(chance_total(s)));
        } else {
          SearchAgent& agent = *agents[index(s.actor)];
          event = agent.choose(s, options, random);
          ASSERT_TRUE(options.contains(event));
          u64 visits = 0;
          for (const OptionReport& option : agent.report().options) visits += option.visits;
          EXPECT_GE(visits, 200U) << policy;  // this search plus the kept visits
          kept += visits > 200;
        }
        apply(s, event, options);
        for (const auto& agent : agents) agent->observe(before, event, s);
      }
    }
    EXPECT_GT(kept, 5 * kGames) << policy;
  }
}

/// A decision after which, whatever it is, the turn ends without another.
State last_decision_of_a_turn(u64 seed) {
  Random random(seed, 3);
  const auto ends_turn = [](const State& s, Action action) {
    State next = s;
    Legal options = legal(s);
    apply(next, action, options);
    while (is_chance(next)) apply(next, chance_outcome(next, 0), options);
    return next.turn > s.turn;
  };
  for (;;) {
    State s = start(Ruleset::make("aoe3", 2));
    Legal options = legal(s);
    while (!is_over(s) && s.turn < 7) {
      bool is_last = !is_chance(s) && s.turn > 3;
      if (is_last) options.for_each([&](Action a) { is_last = is_last && ends_turn(s, a); });
      if (is_last) return s;
      random_step(s, options, random);
    }
  }
}

TEST(Search, AGameIsWorthTheSameHoweverDeepTheTreeIs) {
  // With lambda=0 its value is the evaluation at the beginning of the next turn, independent of
  // later decisions in the tree or the playout.
  for (const auto& [parallel, seed] :
       {std::pair<std::string, u64>{"", 1}, {"", 2}, {"", 3}, {",parallel=batch", 1}}) {
    const State s = last_decision_of_a_turn(seed);
    const std::string spec =
        "mcts:cutoff_turns=2,lambda=0,adapt=0,diversity=0,widening=1" + parallel + ",iterations=";
    const auto shallow = search(spec + "100");
    const auto deep = search(spec + "20000");
    const Report few = report_of(*shallow, s);
    const Report many = report_of(*deep, s);
    ASSERT_GT(many.deepest, 4U);
    for (const OptionReport& option : few.options) {
      const auto same = std::ranges::find(many.options, option.action, &OptionReport::action);
      ASSERT_NE(same, many.options.end());
      if (option.visits < 5 || same->visits < 5) continue;
      const unsigned p = index(s.actor);
      const double noise = std::hypot(option.standard_error[p], same->standard_error[p]);
      EXPECT_NEAR(option.value[p], same->value[p], 5 * noise + 1e-6) << seed;
    }
  }
}

TEST(Search, TheAnytimeCurveHasEveryPowerOfTwo) {
  const Report report = report_of(*search("uct:iterations=100"), midgame(1));
  ASSERT_EQ(report.anytime.size(), 7U);
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(report.anytime[i].iterations, 1U << i);
}

TEST(Search, StandardErrorsAreThoseOfTheMean) {
  // On the last decision with plain playouts: rewards of one option are independent.
  const State s = midgame(3, 3, Node::buy, 8);
  const Report report = report_of(*search("uct:iterations=4000"), s);
  const OptionReport& best = report.options.front();
  const RewardFunction reward(RewardOptions{});
  Random random(4, 4);
  double sum = 0;
  double squares = 0;
  constexpr int kGames = 4000;
  for (int i = 0; i < kGames; ++i) {
    State end = s;
    Legal next;
    apply(end, best.action, next);
    rollout(end, next, random);
    const auto value = static_cast<double>(reward.of(end).rewards[index(s.actor)]);
    sum += value;
    squares += value * value;
  }
  const double deviation = std::sqrt(squares / kGames - sum * sum / kGames / kGames);
  const auto independent = [&](u64 playouts) {
    return deviation / std::sqrt(static_cast<double>(playouts));
  };
  const unsigned p = index(s.actor);
  EXPECT_NEAR(best.standard_error[p], independent(best.visits),
              independent(best.visits) * 0.5 + 1e-4);
  // The playouts of a leaf have their way through the tree in common.
  const Report leaves = report_of(*search("uct:iterations=4000,parallel=leaf,leaves=16"), s);
  const OptionReport& again = leaves.options.front();
  EXPECT_GT(again.standard_error[p], 0.9 * independent(again.visits));
}

}  // namespace
}  // namespace carrack
