// Agents: specs, the scripted strategy, the search; what a rollout allocates.
#include <gtest/gtest.h>

#include "agents/basic/random_agent.hpp"
#include "agents/scripted/strategy.hpp"
#include "core/base/error.hpp"
#include "core/game/chance.hpp"
#include "core/tools/rollout.hpp"
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
  EXPECT_EQ(make_agent("scripted:trader,avoid=navy,prefer=wealth+mint")->spec(),
            "scripted:trader,prefer=mint+wealth,avoid=navy");
  EXPECT_EQ(make_agent("scripted:trader,ships=1.7,colonies=1.25,avoid=navy")->spec(),
            "scripted:trader,colonies=1.25,avoid=navy");
  EXPECT_TRUE(make_agent("mcts:iterations=500")->spec().starts_with("mcts:iterations=500,"));
  for (const std::string_view spec :
       {"mcts", "uct", "mcts:time=0.5", "uct:iterations=100000,time=1e-05",
        "mcts:iterations=1000000000", "flat:iterations=5,rollout=scripted", "greedy",
        "mcts:iterations=7,time=1.5,rollout=scripted,c=1,widening=0.5"}) {
    const std::string whole = make_agent(spec)->spec();
    EXPECT_EQ(make_agent(whole)->spec(), whole);
  }
}

TEST(AgentSpec, AsJsonIsTheSame) {
  const auto same = [](std::string_view json, std::string_view text) {
    EXPECT_EQ(make_agent(json)->spec(), make_agent(text)->spec());
  };
  same(R"({"agent": "random"})", "random");
  same(R"({"agent": "scripted", "variant": "trader", "avoid": ["navy", "mint"]})",
       "scripted:trader,avoid=navy+mint");
  same(R"({"agent": "mcts", "iterations": 500, "reuse": true, "c": 0.5, "rollout": "random"})",
       "mcts:iterations=500,reuse=on,c=0.5,rollout=random");
  EXPECT_NE(complaint("{").find("JSON"), std::string::npos);
  EXPECT_NE(complaint(R"({"iterations": 5})").find("\"agent\""), std::string::npos);
  EXPECT_NE(complaint(R"({"agent": "mcts", "c": {}})").find("\"c\""), std::string::npos);
  EXPECT_NE(complaint(R"({"agent": "mcts", "iteration": 5})").find("iterations"),
            std::string::npos);
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
  expect("mcts:iterations=2.5", {"iterations=2.5", "from 1"});
  expect("mcts:iterations=5,iterations=6", {"iterations", "twice"});
  expect("mcts:fast", {"mcts", "fast"});
  expect("mcts:c=nan", {"c=nan"});
  expect("mcts:rollout=script", {"script", "did you mean 'scripted'"});
  expect("scripted:trader,avoid=nayv", {"nayv", "did you mean 'navy'"});
  expect("mcts:selection=puct,prior=none", {"puct", "prior"});
  expect("mcts:threads=2,parallel=none", {"threads", "parallel"});
  expect("mcts:threads=2,root=halving", {"threads", "parallel"});
  expect("mcts:parallel=root,workers=2,time=1", {"parallel=root", "iterations"});
  expect("uct:epsilon=0.5", {"epsilon", "rollout=random"});
  expect("uct:diversity=0.5", {"diversity", "rollout=scripted"});
  expect("mcts:rollout=mast,diversity=0.5", {"diversity", "rollout=scripted"});
  expect("uct:adapt=60", {"adapt", "rollout=scripted"});
  expect("mcts:adapt=0,learners=2", {"learners", "adapt"});
  expect("mcts:parallel=leaf,leaves=2,adapt=60", {"parallel=leaf", "adapt"});
  expect("uct:win=0,rank=0,margin=0", {"win", "rank", "margin"});
  expect("uct:root=halving,parallel=tree,threads=2", {"root=halving", "parallel=tree"});
  expect("uct:root=gumbel", {"root=gumbel", "prior="});
  expect("mcts:root=gumbel,time=0.1", {"root=gumbel", "iterations="});
  expect("mcts:root=gumbel,final=max", {"final=", "root=gumbel"});
  expect("mcts:root=gumbel,parallel=tree,threads=2", {"root=gumbel", "parallel=tree"});
  expect("mcts:root=gumbel,parallel=batch", {"root=gumbel", "batch"});
  expect("mcts:root=gumbel,stop=on", {"stop=on", "root=same"});
  expect("mcts:root=gumbel,noise=0.25", {"noise=", "root=gumbel"});
  expect("mcts:root=gumbel,considered=0", {"considered=0", "from 1"});
  expect("mcts:root=gumble", {"gumble", "did you mean 'gumbel'"});
  expect("mcts:considered=8", {"considered=", "root=gumbel"});
  expect("mcts:gumbel_scale=0", {"gumbel_scale=", "root=gumbel"});
  expect("mcts:c_visit=10", {"c_visit=", "root=gumbel"});
  expect("mcts:root=halving,c_scale=0.1", {"c_scale=", "root=gumbel"});
  expect("mcts:gamma=0.3", {"gamma=", "root=exp3 or regret"});
  expect("mcts:root=halving,final=secure", {"final=", "root=halving"});
  expect("uct:selection=tuned,parallel=leaf,leaves=2", {"selection=tuned", "parallel=leaf"});
  expect("uct:opponents=paranoid,history=0.1,rollout=mast", {"paranoid", "history=", "mast"});
  expect("mcts:root=halving,gamma=0.3", {"gamma=", "root=exp3 or regret"});
  expect("uct:temperature=5", {"temperature=", "prior="});
  expect("mcts:prior=none,selection=ucb1,temperature=3", {"temperature=", "prior="});
  expect("uct:estimates=constant", {"estimates=constant", "cutoff_turns="});
  expect("uct:prior=evaluation,estimates=constant", {"estimates=constant", "cutoff_turns="});
  expect("uct:virtual=loss,parallel=root,workers=2", {"virtual=loss", "parallel=tree"});
  expect("uct:virtual=loss,parallel=leaf,leaves=2", {"virtual=loss", "parallel=tree"});
  expect("mcts:noise=0.25,root=exp3", {"noise=", "root=same"});
  expect("mcts:noise=0.25,selection=ucb1", {"noise=", "selection=puct"});
  expect("mcts:noise=0.25,reuse=on", {"noise=", "reuse=on"});
  expect("mcts:noise=1.5", {"noise=1.5", "0 to 1"});
  expect("mcts:noise_alpha=3", {"noise_alpha=", "noise="});
  expect("mcts:fpu=0.5,fpu_reduction=0.2", {"fpu=", "fpu_reduction="});
  expect("uct:fpu_reduction=0.2", {"fpu_reduction=", "prior="});
  expect("uct:memory=0", {"memory=0", "from 1"});
  expect("scripted:goods=-1", {"goods=-1", "0 to 100"});
  expect("scripted:good=1", {"good", "did you mean 'goods'"});
  expect("scripted:balancd", {"balancd", "did you mean 'balanced'"});
  expect("random:x=1", {"x"});
  expect("", {"unknown agent"});
  expect("mcts:,", {"mcts"});
}

TEST(AgentSpec, KeysWithoutEffectStandInFullSpecsAtTheirUsualValues) {
  for (const std::string_view spec :
       {"uct", "uct:root=exp3,gamma=0.3", "uct:root=regret,gamma=0.3",
        "mcts:prior=none,selection=ucb1", "mcts:prior=none,selection=ucb1,temperature=1",
        "mcts:prior=none,selection=ucb1,temperature=2", "uct:cutoff=9,estimates=constant",
        "uct:lambda=0.5,estimates=constant", "uct:virtual=loss,parallel=batch",
        "uct:virtual=loss"}) {
    EXPECT_EQ(complaint(spec), "") << spec;
    EXPECT_EQ(complaint(make_agent(spec)->spec()), "") << spec;
  }
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

TEST(Scripted, PlaysTheWorldMapSensibly) {
  // It beats random players, and buys what the board brings.
  const auto scripted = make_agent("scripted");
  const auto random = make_agent("random");
  const Ruleset rules =
      Ruleset::make("empires", 4, std::vector<std::string>{"builder", "national", "world"});
  constexpr unsigned kGames = 40;
  unsigned wins = 0;
  TileSet bought;
  for (unsigned game = 0; game < kGames; ++game) {
    const unsigned seat = game % 4;
    std::vector<Agent*> seats(4, random.get());
    seats[seat] = scripted.get();
    State end;
    wins += play(rules, seats, 3000 + game, &end).rank[seat] == 1;
    bought = bought | end.tiles_of(seat);
  }
  EXPECT_GE(wins, 38U);  // of 40
  unsigned of_the_world = 0;
  bought.for_each(
      [&](TileCopy copy) { of_the_world += (catalogue::row(kind_of(copy)).sets & kWorld) != 0; });
  EXPECT_GE(of_the_world, 5U);
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

}  // namespace
}  // namespace carrack
