// Agents: specs, the scripted strategy, the search; what a rollout allocates.
#include <gtest/gtest.h>

#include "agents/mcts.hpp"
#include "agents/random_agent.hpp"
#include "agents/rollout.hpp"
#include "agents/scripted.hpp"
#include "core/chance.hpp"
#include "core/error.hpp"
#include "tests/agents/allocations.hpp"

namespace carrack {
namespace {

std::string complaint(std::string_view spec) {
  try {
    static_cast<void>(make_agent(spec));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(AgentSpec, MakesWhatItSays) {
  EXPECT_EQ(make_agent("random")->spec(), "random");
  EXPECT_EQ(make_agent("scripted")->spec(), "scripted:balanced");
  EXPECT_EQ(make_agent("mcts:iterations=500")->spec(),
            "mcts:iterations=500,rollout=random,c=0.2,widening=1");
  for (const std::string_view spec :
       {"mcts", "mcts:time=0.5", "mcts:iterations=7,time=1.5,rollout=scripted,c=1,widening=0.5"}) {
    const std::string whole = make_agent(spec)->spec();
    EXPECT_EQ(make_agent(whole)->spec(), whole);
  }
}

TEST(AgentSpec, RefusesTheUnknownWithTheNearestKnown) {
  const auto expect = [](std::string_view spec, std::initializer_list<std::string_view> words) {
    const std::string message = complaint(spec);
    for (const std::string_view word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << spec << ": " << message;
    }
  };
  expect("randm", {"randm", "did you mean 'random'"});
  expect("mcts:iteration=5", {"iteration", "did you mean 'iterations'"});
  expect("mcts:iterations=0", {"iterations=0", "from 1"});
  expect("mcts:iterations=many", {"iterations=many"});
  expect("mcts:iterations=5,iterations=6", {"iterations", "twice"});
  expect("mcts:fast", {"mcts", "fast"});
  expect("mcts:c=nan", {"c=nan"});
  expect("mcts:rollout=script", {"script", "did you mean 'scripted'"});
  expect("scripted:balancd", {"balancd", "did you mean 'balanced'"});
  expect("random:x=1", {"x"});
  expect("", {"unknown agent"});
  expect("mcts:,", {"mcts"});
}

/// Plays one game; returns the result. Every choice must be legal.
Result play(Ruleset rules, const std::vector<Agent*>& seats, u64 seed, State* end = nullptr) {
  ChanceSource chance(seed);
  Random random(seed, stream(StreamFamily::agent));
  State s = start(rules);
  Legal options = legal(s);
  while (!is_over(s)) {
    Action action = kPass;
    if (is_chance(s)) {
      action = chance.draw(s);
    } else {
      State view = s;
      resample(view, s.actor, random);
      action = seats[index(s.actor)]->choose(view, options, random);
      EXPECT_TRUE(options.contains(action));
      if (!options.contains(action)) break;
    }
    apply(s, action, options);
  }
  if (end != nullptr) *end = s;
  return result(s);
}

TEST(Scripted, ChoosesLegallyInEveryRuleset) {
  const auto agent = make_agent("scripted");
  for (const Ruleset rules : all_rulesets()) {
    const u64 games = rules.edition() == Edition::aoe3 ? 20 : 1;
    for (u64 seed = 0; seed < games; ++seed) {
      play(rules, std::vector<Agent*>(rules.players(), agent.get()), seed);
    }
  }
}

TEST(Scripted, PlaysThe2015EditionSensibly) {
  // It beats random players with all modules, buys the new tiles and uses its nation's power.
  const auto scripted = make_agent("scripted");
  const auto random = make_agent("random");
  const Ruleset rules =
      Ruleset::make("empires", 4, std::vector<std::string>{"builder", "national"});
  constexpr unsigned kGames = 24;
  unsigned wins = 0;
  unsigned powers = 0;
  TileSet bought;
  for (unsigned game = 0; game < kGames; ++game) {
    const unsigned seat = game % 4;
    std::vector<Agent*> seats(4, random.get());
    seats[seat] = scripted.get();
    State end;
    wins += play(rules, seats, 2000 + game, &end).rank[seat] == 1;
    powers += end.player[seat].powers();
    bought = bought | end.tiles_of(seat);
  }
  EXPECT_GE(wins, 23U);
  EXPECT_GE(powers, 12U);
  unsigned new_tiles = 0;
  bought.for_each(
      [&](TileCopy copy) { new_tiles += (catalogue::row(kind_of(copy)).sets & kAoe3) == 0; });
  EXPECT_GE(new_tiles, 6U);
}

TEST(Scripted, BeatsRandomPlayers) {
  const auto scripted = make_agent("scripted");
  const auto random = make_agent("random");
  constexpr unsigned kGames = 40;
  unsigned wins = 0;
  for (unsigned game = 0; game < kGames; ++game) {
    std::vector<Agent*> seats(4, random.get());
    seats[game % 4] = scripted.get();
    wins += play(Ruleset::make("aoe3", 4), seats, 1000 + game).rank[game % 4] == 1;
  }
  EXPECT_GE(wins, 38U);
}

TEST(Scripted, StrategiesAreFoundByName) {
  ASSERT_NE(find_strategy("balanced"), nullptr);
  EXPECT_EQ(find_strategy("balanced")->name, "balanced");
  EXPECT_EQ(find_strategy("unbalanced"), nullptr);
}

State midgame(u64 seed) {
  Random random(seed, 1);
  State s = start(Ruleset::make("aoe3", 3));
  Legal options = legal(s);
  while (s.turn < 5 || s.node != Node::place) random_step(s, options, random);
  return s;
}

TEST(Mcts, ReportsAllItsIterations) {
  MctsOptions options;
  options.iterations = 300;
  MctsAgent agent(options);
  const State s = midgame(1);
  Random random(1, 1);
  const Action chosen = agent.choose(s, legal(s), random);
  const Report& report = agent.report();
  EXPECT_EQ(report.iterations, 300U);
  u64 visits = 0;
  for (const OptionReport& option : report.options) {
    visits += option.visits;
    EXPECT_TRUE(legal(s).contains(option.action));
    for (unsigned p = 0; p < 3; ++p) {
      EXPECT_GE(option.value[p], 0);
      EXPECT_LE(option.value[p], 1);
    }
  }
  EXPECT_EQ(visits, 300U);
  EXPECT_EQ(chosen, report.options.front().action);
  ASSERT_FALSE(report.principal_variation.empty());
  EXPECT_EQ(report.principal_variation.front(), chosen);
}

TEST(Mcts, TheSameStreamGivesTheSameChoiceAndTree) {
  const State s = midgame(2);
  std::vector<u32> visits;
  for (int run = 0; run < 2; ++run) {
    MctsOptions options;
    options.iterations = 400;
    MctsAgent agent(options);
    Random random(5, 6);
    static_cast<void>(agent.choose(s, legal(s), random));
    for (const OptionReport& option : agent.report().options) visits.push_back(option.visits);
  }
  ASSERT_EQ(visits.size() % 2, 0U);
  const auto half = visits.begin() + static_cast<long>(visits.size() / 2);
  EXPECT_TRUE(std::equal(visits.begin(), half, half));
}

TEST(Mcts, FindsTheMoveThatWins) {
  // The last decision of a game: whether to buy Wealth, worth more VP than its price.
  State s = midgame(3);
  Random random(9, 9);
  Legal options = legal(s);
  while (!(s.turn == 8 && s.node == Node::buy)) {
    if (is_over(s)) {
      s = midgame(random.next());
      options = legal(s);
    }
    random_step(s, options, random);
  }
  MctsOptions search;
  search.iterations = 3000;
  MctsAgent agent(search);
  const Action chosen = agent.choose(s, options, random);
  // The value of each option by itself, from many rollouts.
  const auto mean = [&](Action action) {
    double total = 0;
    for (int i = 0; i < 3000; ++i) {
      State end = s;
      Legal next;
      apply(end, action, next);
      rollout(end, next, random);
      total += reward(end)[index(s.actor)];
    }
    return total / 3000;
  };
  double best = 0;
  options.for_each([&](Action action) { best = std::max(best, mean(action)); });
  EXPECT_GE(mean(chosen), best - 0.02);
}

TEST(Mcts, TimeEndsTheSearch) {
  const auto agent = make_agent("mcts:time=0.02");
  const State s = midgame(4);
  Random random(1, 1);
  static_cast<void>(agent->choose(s, legal(s), random));
  EXPECT_GE(agent->report().seconds, 0.02);
  EXPECT_GE(agent->report().iterations, 1U);
}

TEST(Mcts, BeatsRandomPlayers) {
  const auto mcts = make_agent("mcts:iterations=60");
  const auto random = make_agent("random");
  unsigned wins = 0;
  for (unsigned game = 0; game < 8; ++game) {
    std::vector<Agent*> seats(2, random.get());
    seats[game % 2] = mcts.get();
    wins += play(Ruleset::make("aoe3", 2), seats, 50 + game).rank[game % 2] == 1;
  }
  EXPECT_GE(wins, 7U);
}

TEST(Mcts, PlaysEveryKindOfRuleset) {
  const auto mcts = make_agent("mcts:iterations=20");
  const std::vector<std::string> modules{"builder", "national", "auction"};
  for (const std::vector<std::string>& variants :
       {std::vector<std::string>{},
        {"scouting", "no_survivors", "reduced_luck", "buy_vp"},
        {"open_counters"}}) {
    play(Ruleset::make("empires", 3, modules, variants), std::vector<Agent*>(3, mcts.get()), 9);
  }
}

TEST(Mcts, RewardsFollowTheMargin) {
  State s = midgame(5);
  Random random(3, 3);
  Legal options = legal(s);
  rollout(s, options, random);
  const Result r = result(s);
  const auto rewards = reward(s);
  for (unsigned p = 0; p < 3; ++p) {
    for (unsigned q = 0; q < 3; ++q) {
      if (r.vp[p] > r.vp[q]) {
        EXPECT_GT(rewards[p], rewards[q]);
      }
    }
  }
}

TEST(Rollout, AllocatesNothing) {
  State s = start(Ruleset::make("aoe3", 4));
  Legal options = legal(s);
  Random random(1, 1);
  const std::size_t before = testing::allocations();
  for (int game = 0; game < 20; ++game) {
    State copy = s;
    Legal open = options;
    rollout(copy, open, random);
    static_cast<void>(result(copy));
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST(Mcts, AllocatesNothingOnceWarm) {
  for (const std::string_view spec :
       {"mcts:iterations=200", "mcts:iterations=200,rollout=scripted"}) {
    const auto agent = make_agent(spec);
    const State s = midgame(6);
    const Legal options = legal(s);
    Random random(1, 1);
    static_cast<void>(agent->choose(s, options, random));
    const std::size_t before = testing::allocations();
    Random again(1, 1);
    static_cast<void>(agent->choose(s, options, again));
    EXPECT_EQ(testing::allocations(), before) << spec;
  }
}

}  // namespace
}  // namespace carrack
