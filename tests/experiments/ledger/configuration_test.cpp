// Plans as JSON, and their hash.
#include "experiments/ledger/configuration.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/tweaks.hpp"

namespace carrack {
namespace {

TEST(Configuration, ReadsBackAndItsHashSeesEverything) {
  TournamentPlan plan;
  plan.rules = Ruleset::make("empires", 4, std::vector<std::string>{"builder"},
                             std::vector<std::string>{"buy_vp"});
  plan.agents = {"random", "uct:iterations=7"};
  plan.kind = TournamentKind::focus;
  plan.seatings = SeatingSet::balanced;
  plan.seed = ~u64{0};
  const std::string text = configuration_of(plan);
  EXPECT_EQ(configuration_of(plan_from(text)), text);
  const std::string hash = configuration_hash(text, rules_signature(plan.rules));
  EXPECT_NE(configuration_hash(text, "other rules"), hash);
  plan.agents[1] = "uct:iterations=8";
  EXPECT_NE(configuration_hash(configuration_of(plan), rules_signature(plan.rules)), hash);
  EXPECT_THROW(static_cast<void>(plan_from("{}")), InputError);
  EXPECT_THROW(static_cast<void>(plan_from("{")), InputError);
  EXPECT_THROW(static_cast<void>(plan_from("7")), InputError);
  EXPECT_THROW(static_cast<void>(plan_from(std::string(100, '['))), InputError);
  for (const auto& [part, other] :
       {std::pair<std::string, std::string>{"\"seed\":18446744073709551615", "\"seed\":-1"},
        {"\"seed\":18446744073709551615", "\"seed\":1.5"},
        {"\"kind\":\"focus\"", "\"kind\":\"focal\""},
        {"\"kind\":\"focus\"", "\"kind\":1"},
        {"\"random\"", "1"}}) {
    std::string wrong = text;
    ASSERT_NE(wrong.find(part), std::string::npos) << text;
    wrong.replace(wrong.find(part), part.size(), other);
    EXPECT_THROW(static_cast<void>(plan_from(wrong)), InputError) << wrong;
  }
}

TEST(Configuration, ADifferenceIsWhatDiffersAndNoMore) {
  TournamentPlan plan;
  plan.rules = Ruleset::make("aoe3", 2);
  plan.agents = {"random", "uct:iterations=7"};
  const std::string text = configuration_of(plan);
  EXPECT_EQ(configuration_difference(text, text), "");
  plan.seed = 9;
  plan.agents[1] = "uct:iterations=8,c=2";
  EXPECT_EQ(
      configuration_difference(text, configuration_of(plan)),
      "agent 2 has 'uct:iterations=7,c=0.2' there, 'uct:iterations=8,c=2' here; seed is 1 there, "
      "9 here");
  plan.agents.push_back("random");
  EXPECT_TRUE(configuration_difference(text, configuration_of(plan))
                  .starts_with("there are 2 agents there, 3 here"));
}

TEST(Configuration, ADifferenceNamesBothSides) {
  EXPECT_EQ(configuration_difference(R"({"agents": ["mcts:c=1,later=2"]})",
                                     R"({"agents": ["mcts:c=1"]})"),
            "agent 1 has 'later=2' there, nothing more here");
  EXPECT_EQ(
      configuration_difference(R"({"on": ["buy:mint"]})", R"({"on": ["buy:mint", "buy:navy"]})"),
      "on has 1 (nothing more) there, 2 (buy:navy more) here");
  EXPECT_EQ(configuration_difference(R"({"seed": 1, "denial": true})", R"({"seed": 1})"),
            "denial is true there, nothing here");
  EXPECT_EQ(configuration_difference(R"({"seed": 1})", R"({"seed": 1, "denial": true})"),
            "denial is nothing there, true here");
}

TEST(Configuration, ABoardThatIsNotPrintedIsAPartOfIt) {
  TournamentPlan plan;
  plan.rules = Ruleset::make("aoe3", 2);
  plan.agents = {"random", "random"};
  const std::string printed = configuration_of(plan);
  plan.rules = plan.rules.on(testing::islands());
  const std::string there = configuration_of(plan);
  EXPECT_EQ(plan_from(there).rules, plan.rules);
  EXPECT_NE(configuration_difference(there, printed), "");
}

TEST(Configuration, ATweakIsAPartOfIt) {
  TournamentPlan plan;
  plan.rules = Ruleset::make("aoe3", 2);
  plan.agents = {"random", "random"};
  const std::string printed = configuration_of(plan);
  const auto tweaked = [&](unsigned price) {
    plan.rules = testing::tweaked(
        plan.rules, R"({"name": "x", "tiles": {"navy": {"cost": )" + std::to_string(price) + "}}}");
    return configuration_of(plan);
  };
  const std::string there = tweaked(17);
  EXPECT_EQ(plan_from(there).rules, plan.rules);
  EXPECT_NE(configuration_difference(there, printed), "");
  EXPECT_NE(configuration_difference(there, tweaked(18)), "");
  EXPECT_EQ(tweaked(20), printed);
}

TEST(Configuration, TheWorldMapHasASignatureOfItsOwn) {
  const Ruleset plain = Ruleset::make("empires", 3);
  const Ruleset world = Ruleset::make("empires", 3, std::vector<std::string>{"builder", "world"});
  EXPECT_NE(rules_signature(plain), rules_signature(world));
  EXPECT_EQ(rules_signature(plain), rules_signature(Ruleset::make("aoe3", 3)));
}

}  // namespace
}  // namespace carrack
