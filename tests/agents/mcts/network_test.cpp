// Networks in the search: prior=network, rollout=network, value=network, and quick= moves.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "agents/learned/network_file.hpp"
#include "agents/learned/policy_evaluator.hpp"
#include "agents/mcts/search_agent.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "agents/spec.hpp"
#include "core/base/error.hpp"
#include "core/tools/rollout.hpp"
#include "tests/agents/learned/networks.hpp"

namespace carrack {
namespace {

/// A temporary file with this network.
class NetworkFileOf {
 public:
  NetworkFileOf(const std::string& name, const NetworkData& data)
      : path_(::testing::TempDir() + "carrack_" + std::to_string(getpid()) + '_' + name + ".net") {
    std::ofstream(path_, std::ios::binary) << network_file(data);
  }
  ~NetworkFileOf() { std::filesystem::remove(path_); }
  NetworkFileOf(const NetworkFileOf&) = delete;
  NetworkFileOf& operator=(const NetworkFileOf&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A position of the third turn where a worker is placed.
State placing(Ruleset rules) {
  Random random(5, 1);
  State s = start(rules);
  Legal options;
  while (s.turn < 3 || s.node != Node::place || legal(s).size() < 8) {
    random_step(s, options, random);
  }
  return s;
}

Report searched(const std::string& spec, const State& s, u64 seed = 1) {
  const auto agent = make_agent(spec);
  Random random(seed, 0);
  static_cast<void>(agent->choose(s, legal(s), random));
  return agent->report();
}

TEST(SearchWithNetwork, PriorsAreThePolicy) {
  const NetworkData data = random_network(3, 2);
  const NetworkFileOf file("prior", data);
  const State s = placing(Ruleset::make("aoe3", 4));
  const Report report = searched("mcts:iterations=50,temperature=1,net=" + file.path(), s);
  PolicyEvaluator evaluator(std::make_shared<const Network>(data));
  std::vector<Action> actions;
  legal(s).for_each([&](Action action) { actions.push_back(action); });
  std::vector<float> script;
  std::vector<float> logits;
  script_values(s, actions, script);
  evaluator.logits(s, actions, script, logits);
  double total = 0;
  for (const float logit : logits) total += std::exp(logit - logits[0]);
  ASSERT_EQ(report.options.size(), actions.size());
  for (const OptionReport& option : report.options) {
    const auto at = std::ranges::find(actions, option.action) - actions.begin();
    const double expected = std::exp(logits[static_cast<std::size_t>(at)] - logits[0]) / total;
    EXPECT_NEAR(option.prior, expected, 1e-4);
  }
}

TEST(SearchWithNetwork, PlayoutsWithTablesOfZeroAreThoseOfScripts) {
  NetworkData data = random_network(4, 9);
  std::ranges::fill(data.rollout_turn, i16{0});
  std::ranges::fill(data.rollout_edition, i16{0});
  std::ranges::fill(data.rollout_players, i16{0});
  const NetworkFileOf file("zero", data);
  const std::string net = ",rollout=network,net=" + file.path();
  const State s = placing(Ruleset::make("empires", 3));
  for (const std::string more : {"", ",adapt=0", ",diversity=0,adapt=0"}) {
    const std::string plain = "mcts:iterations=60,prior=scripted,value=linear" + more;
    const Report scripts = searched(plain + ",rollout=scripted", s);
    const Report learned = searched(plain + net, s);
    ASSERT_EQ(scripts.options.size(), learned.options.size());
    for (std::size_t i = 0; i < scripts.options.size(); ++i) {
      EXPECT_EQ(scripts.options[i].action, learned.options[i].action);
      EXPECT_EQ(scripts.options[i].visits, learned.options[i].visits);
    }
    for (unsigned p = 0; p < 3; ++p) EXPECT_EQ(scripts.win_share[p], learned.win_share[p]);
  }
}

TEST(SearchWithNetwork, PlayoutsAddTheTablesOfTurnEditionAndPlayers) {
  NetworkData data = random_network(5, 9);
  const Network network(data);
  const Ruleset rules = Ruleset::make("empires", 5);
  const std::span<const float> bonus(network.rollout_bonus(rules), kTurns * kActions);
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    for (const unsigned id : {0U, 17U, 333U, NetworkData::kChoices - 1}) {
      const int sum = data.rollout_turn[turn * NetworkData::kChoices + id] +
                      data.rollout_edition[NetworkData::kChoices + id] +
                      data.rollout_players[3 * NetworkData::kChoices + id];
      EXPECT_EQ(bonus[turn * kActions + id], static_cast<float>(sum) / 64);
    }
  }
  // A script that is told to go to the dock in turn 3 does.
  std::ranges::fill(data.rollout_turn, i16{0});
  std::ranges::fill(data.rollout_edition, i16{0});
  std::ranges::fill(data.rollout_players, i16{0});
  const State s = placing(Ruleset::make("aoe3", 3));
  const Action dock(Verb::place, index(Worker::colonist) * kBoxes + index(Box::dock));
  ASSERT_TRUE(legal(s).contains(dock));
  data.rollout_turn[2 * NetworkData::kChoices + dock.id()] = 30000;
  const auto told = std::make_shared<const Network>(data);
  const ScriptedRollouts rollouts({}, 0, {.prior = nullptr, .playouts = told, .value = nullptr});
  ScriptedRollouts::Seats seats;
  Random random(1, 0);
  rollouts.start(s, seats);
  rollouts.draw(random, seats);
  EXPECT_EQ(rollouts.choose(s, legal(s), seats, random), dock);
  std::vector<float> bonus_of_search(kActions);
  EXPECT_EQ(rollouts.choose(s, legal(s), seats, std::span<const float, kActions>(bonus_of_search),
                            random),
            dock);
}

TEST(SearchWithNetwork, ValuesAreThoseOfTheNetwork) {
  const NetworkData data = random_network(8, 3);
  const auto network = std::make_shared<const Network>(data);
  const State s = placing(Ruleset::make("aoe3", 3));
  RewardOptions options;
  options.win = 0.5;
  options.rank = 0.25;
  const ScriptedRollouts rollouts(options, 0,
                                  {.prior = nullptr, .playouts = nullptr, .value = network});
  ValueEvaluator evaluator(network);
  const NetworkValue value = evaluator.evaluate(s);
  const Payoff payoff = rollouts.evaluate(s);
  EXPECT_EQ(payoff.win_shares, value.win_shares);
  const Payoff expected = RewardFunction(options).of_estimate(
      value.vp, value.win_shares, 3, data.scales[1][static_cast<std::size_t>(s.turn - 1)]);
  EXPECT_EQ(payoff.rewards, expected.rewards);
  EXPECT_NE(payoff.rewards, ScriptedRollouts(options, 0).evaluate(s).rewards);

  const NetworkFileOf file("value", data);
  const Report linear = searched("mcts:iterations=60", s);
  const Report learned = searched("mcts:iterations=60,value=network,net=" + file.path(), s);
  EXPECT_NE(linear.win_share, learned.win_share);
}

TEST(SearchWithNetwork, IsTheSameForAnyNumberOfThreads) {
  const NetworkFileOf file("batch", random_network(6, 2));
  const State s = placing(Ruleset::make("aoe3", 4));
  const std::string spec =
      "mcts:iterations=300,prior=network,rollout=network,value=network,net=" + file.path() +
      ",parallel=batch,threads=";
  const Report one = searched(spec + "1", s);
  const Report three = searched(spec + "3", s);
  ASSERT_EQ(one.options.size(), three.options.size());
  for (std::size_t i = 0; i < one.options.size(); ++i) {
    EXPECT_EQ(one.options[i].action, three.options[i].action);
    EXPECT_EQ(one.options[i].visits, three.options[i].visits);
    if (one.options[i].visits == 0) continue;
    for (unsigned p = 0; p < 4; ++p) {
      EXPECT_EQ(one.options[i].value[p], three.options[i].value[p]);
    }
  }
}

TEST(SearchWithNetwork, SomeMovesAreQuick) {
  const State s = placing(Ruleset::make("aoe3", 4));
  const auto agent = make_agent("mcts:iterations=40,quick=10,quick_share=0.75");
  Random random(9, 0);
  unsigned quick = 0;
  for (unsigned i = 0; i < 80; ++i) {
    static_cast<void>(agent->choose(s, legal(s), random));
    const u64 iterations = agent->report().iterations;
    ASSERT_TRUE(iterations == 10 || iterations == 40);
    quick += iterations == 10 ? 1 : 0;
  }
  EXPECT_GT(quick, 45U);
  EXPECT_LT(quick, 75U);
}

TEST(SearchWithNetwork, SpecsThatDoNotGoTogetherAreRefused) {
  const NetworkFileOf file("spec", random_network(7, 50));
  const std::string net = "net=" + file.path();
  EXPECT_THROW(static_cast<void>(make_agent("mcts:prior=scripted,rollout=scripted," + net)),
               InputError);
  EXPECT_THROW(static_cast<void>(make_agent("mcts:quick=10")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("mcts:quick_share=0.5")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("mcts:prior=network,net=/nowhere")), InputError);
  for (const std::string spec : {"mcts:net=", "uct:net=", "policy:net="}) {
    EXPECT_THROW(static_cast<void>(make_agent(spec)), InputError) << spec;
  }
  EXPECT_THROW(static_cast<void>(make_agent("uct:value=network")), InputError);
  EXPECT_THROW(static_cast<void>(make_agent("mcts:value=network,estimates=constant")), InputError);
  EXPECT_NO_THROW(static_cast<void>(make_agent("mcts:prior=scripted,value=network")));
  EXPECT_NO_THROW(static_cast<void>(make_agent("mcts:prior=network," + net)));
  EXPECT_NO_THROW(static_cast<void>(make_agent("mcts:rollout=network," + net)));
  EXPECT_NO_THROW(static_cast<void>(make_agent("mcts:" + net)));
}

struct Usual {
  const char* spec;
  const char* prior;
  const char* rollout;
  Value value;
  double temperature;
};

TEST(SearchWithNetwork, IsTheUsualOneAndScriptsTakeItsPlaceAltogether) {
  using enum Value;
  for (const Usual& usual : {
           Usual{"mcts", "network", "network", network, 2},
           Usual{"mcts:value=linear", "network", "network", linear, 2},
           Usual{"mcts:prior=scripted", "scripted", "network", network, 4.5},
           Usual{"mcts:rollout=random", "network", "random", network, 2},
           Usual{"mcts:prior=scripted,rollout=scripted", "scripted", "scripted", linear, 4.5},
           Usual{"mcts:prior=none,selection=ucb1,rollout=random,value=network", "none", "random",
                 network, 4.5},
           // Nothing is evaluated, or with the scale of the linear evaluation.
           Usual{"mcts:cutoff_turns=0,lambda=1", "network", "network", linear, 2},
           Usual{"mcts:estimates=constant", "network", "network", linear, 2},
           Usual{"uct", "none", "random", linear, 1},
           Usual{"uct:prior=network,rollout=network", "network", "network", linear, 2},
       }) {
    const MctsOptions options = *search_options(usual.spec);
    const std::string shown = options.to_string();
    EXPECT_NE(shown.find(std::string(",prior=") + usual.prior + ','), std::string::npos) << shown;
    EXPECT_NE(shown.find(std::string(",rollout=") + usual.rollout + ','), std::string::npos)
        << shown;
    EXPECT_EQ(options.value, usual.value) << usual.spec;
    EXPECT_EQ(options.search.expansion.temperature, usual.temperature) << usual.spec;
    const std::string whole = make_agent(usual.spec)->spec();
    EXPECT_EQ(make_agent(whole)->spec(), whole);
    EXPECT_EQ(whole.find("net=default@") != std::string::npos, options.uses_network()) << whole;
  }
}

TEST(SearchWithNetwork, SpecsFromBeforeItWasUsualAreTheSameAgents) {
  const std::string before =
      "mcts:iterations=50,opponents=maxn,win=0.6,rank=0,margin=1,margin_scale=15,selection=puct,c="
      "1,"
      "scale=off,fpu=-1,root=same,gamma=0.1,final=robust,chance=open,widening=0.3,prior=scripted,"
      "temperature=4.5,bias=0,history=0,rave=0,grave=0,rollout=scripted,epsilon=0,diversity=0.5,"
      "adapt=200,learners=4,cutoff=0,cutoff_turns=2,lambda=0.5,implicit=0,estimates=fitted,"
      "reuse=off,memory=256,parallel=none,threads=1,workers=1,leaves=1,virtual=visits";
  EXPECT_EQ(make_agent(before)->spec(), before);
  EXPECT_EQ(make_agent("mcts:iterations=50,prior=scripted,rollout=scripted")->spec(), before);
}

}  // namespace
}  // namespace carrack
