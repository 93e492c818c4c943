// Specs from users: limits and error messages.
#include "agents/spec.hpp"

#include <gtest/gtest.h>

#include "agents/agent.hpp"
#include "agents/spec_json.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::string says(std::string_view spec) {
  return complaint([&] { static_cast<void>(make_agent(spec)); });
}

std::string restricted(unsigned times, const std::string& inner) {
  std::string spec;
  for (unsigned i = 0; i < times; ++i) spec += "restricted:ban=navy,of=";
  return spec + inner;
}

TEST(AgentSpec, NumbersAreReadAsEverywhere) {
  EXPECT_EQ(says("mcts:iterations=-5"),
            "agent 'mcts': iterations=-5: expected a whole number from 1 to 1000000000, not '-5'");
  EXPECT_EQ(says("mcts:c=x"), "agent 'mcts': c=x: expected a number from 0 to 100, not 'x'");
  for (const std::string_view number : {"", "+5", "0x10", "1.5", "1e10", "18446744073709551617"}) {
    const std::string key = "iterations=" + std::string(number);
    expect_names(says("mcts:" + key), {key, "expected a whole number"});
  }
}

TEST(AgentSpec, TakesWhatPeopleWriteWhereItMeansOneThing) {
  const auto same = [](std::string_view written, std::string_view spec) {
    EXPECT_EQ(make_agent(written)->spec(), make_agent(spec)->spec()) << written;
  };
  same("mcts:iterations=1e3", "mcts:iterations=1000");
  same("MCTS:Iterations=5,Rollout=Random", "mcts:iterations=5,rollout=random");
  same(" mcts : iterations = 5 , c=1 ", "mcts:iterations=5,c=1");
  same("mcts:time=1s", "mcts:time=1");
  same("mcts:time=250ms", "mcts:time=0.25");
  same("mcts:time=0.5 s", "mcts:time=0.5");
  same("Scripted:Balanced, goods=1.5, avoid=Navy + mint",
       "scripted:balanced,goods=1.5,avoid=navy+mint");
  same("restricted:ban=Navy, OF = UCT:iterations=5, c=1",
       "restricted:ban=navy,of=uct:iterations=5,c=1");
  same("process:./A b.py, time=2s,start=500ms", "process:./A b.py,time=2,start=0.5");
  same("process:./A agent mcts c=1 rave=9, time=2s,start=500ms",
       "process:./A agent mcts c=1 rave=9,time=2,start=0.5");
  same(R"({"agent": "MCTS", "iterations": 1000, "rollout": "Random"})",
       "mcts:iterations=1000,rollout=random");
}

TEST(AgentSpec, SaysTheFormThatWorks) {
  for (const std::string_view number : {"1k", "1_000", "5it", "1'000"}) {
    expect_names(says("mcts:iterations=" + std::string(number)), {number, "as in 1000 or 1e3"});
  }
  expect_names(says("process:x,memory=64MiB"), {"64MiB", "digits alone"});
  expect_names(says("mcts:time=1h"),
               {"time=1h", "seconds from 1e-06 to 86400, as in 0.5, 0.5s or 500ms"});
  for (const std::string_view time : {"0", "s", "ms", "-1s", "1e9s", "1 m s", "nan"}) {
    expect_names(says("mcts:time=" + std::string(time)), {"a number of seconds"});
  }
  expect_names(says("mcts:iterations=1,000"), {"'000' should be key=value", "',' ends a number"});
}

TEST(AgentSpec, AgentsInsideAgentsHaveALimit) {
  EXPECT_EQ(make_agent(restricted(7, "random"))->spec(), restricted(7, "random"));
  expect_names(says(restricted(8, "random")), {"restricted", "more than 8"});
  expect_names(says(restricted(2500, "random")), {"restricted", "more than 8"});
  expect_names(says(restricted(100'000, "random")), {"at most 65536"});
}

TEST(AgentSpec, JsonInsideJsonHasALimit) {
  const auto nested = [](unsigned times) {
    std::string json;
    for (unsigned i = 0; i < times; ++i) json += R"({"agent":"restricted","ban":"navy","of":)";
    return json + R"({"agent":"random"})" + std::string(times, '}');
  };
  EXPECT_EQ(make_agent(nested(7))->spec(), restricted(7, "random"));
  expect_names(says(nested(20)), {"more than 8"});
  expect_names(says(nested(100)), {"nested deeper than 64"});
  expect_names(says(R"({"agent":"mcts","c":)" + std::string(30'000, '[')),
               {"nested deeper than 64"});
  expect_names(says('{' + std::string(70'000, ' ') + '}'), {"at most 65536"});
}

TEST(AgentSpec, IsPrintableText) {
  using namespace std::string_view_literals;
  for (const std::string_view spec :
       {"mcts:it\0er=5"sv, "process:a\nb"sv, "process:\x1b[31m"sv, "process:\xff"sv}) {
    expect_names(says(spec), {"expected printable text"});
  }
  expect_names(says(R"({"agent": "process", "variant": "a\u0000b"})"), {"expected printable text"});
  expect_names(says(R"({"agent": "mcts", "rollout": "random,iterations=5"})"), {"without a comma"});
  expect_names(says(R"({"agent": "scripted", "variant": "goods=2"})"),
               {"\"variant\" is 'goods=2'", "without ':', '=' and ','"});
}

TEST(AgentSpec, ATileIsPreferredOrAvoided) {
  expect_names(says("scripted:prefer=mint+navy,avoid=wealth+navy"),
               {"navy", "both in prefer= and in avoid="});
}

TEST(AgentSpec, ErrorsAreOneShortLine) {
  const std::string longest(60'000, 'x');
  for (const std::string& spec :
       {longest, "mcts:" + longest, "mcts:" + longest + "=1", "mcts:c=" + longest,
        "mcts:rollout=" + longest, "scripted:" + longest, "scripted:prefer=" + longest,
        "mcts:a=1," + longest, R"({"agent": "mcts", ")" + longest + R"(": null})"}) {
    const std::string message = says(spec);
    EXPECT_FALSE(message.empty());
    EXPECT_LE(message.size(), 390U);
    EXPECT_FALSE(message.ends_with("…")) << message;  // nothing of it is lost
  }
}

TEST(AgentSpec, JsonHasWholeNumbersInEveryForm) {
  for (const char* const number : {"1000", "1e3", "1000.0"}) {
    const std::string json = std::string(R"({"agent": "mcts", "iterations": )") + number + '}';
    EXPECT_EQ(make_agent(json)->spec(), make_agent("mcts:iterations=1000")->spec()) << number;
  }
  EXPECT_EQ(spec_from_json(R"({"agent": "mcts", "c": 0.5})"), "mcts:c=0.5");
  EXPECT_THROW(static_cast<void>(make_agent(R"({"agent": "mcts", "iterations": 1.5})")),
               InputError);
}

TEST(AgentSpec, JsonHasEachKeyOnceAndPlainNames) {
  for (const auto& [json, said] : {
           std::pair{R"({"agent": "mcts", "iterations": 5, "iterations": 6})",
                     "duplicate key 'iterations'"},
           {R"({"agent": "restricted", "of": {"agent": "random", "agent": "mcts"}})",
            "duplicate key 'agent'"},
           {R"({"agent": "mcts", "iterations=5,c": 1})", "a key is 'iterations=5,c'"},
           {R"({"agent": "mcts:iterations=5", "c": 1})",
            "the name of the agent is 'mcts:iterations=5'"},
       }) {
    try {
      static_cast<void>(spec_from_json(json));
      ADD_FAILURE() << json;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
  }
}

TEST(AgentSpec, GoesToJsonAndBack) {
  for (const std::string spec :
       {"mcts:iterations=500,c=0.5,rollout=random", "scripted:trader,avoid=mint+navy",
        "restricted:ban=navy,of=mcts:iterations=5,c=1", "process:python3 a.py,time=2.5,cpu=10",
        "x:y=1e999,z=[[1]]", "policy:net=1e3", "policy:net=1.0", "policy:net=7"}) {
    EXPECT_EQ(spec_from_json(spec_to_json(spec)), spec);
  }
  EXPECT_EQ(spec_to_json("mcts:c=0.5,rollout=random"),
            R"({"agent":"mcts","c":0.5,"rollout":"random"})");
  for (const std::string spec : {"x:agent=y", "x:a=1,variant=b"}) {
    EXPECT_THROW(static_cast<void>(spec_to_json(spec)), InputError) << spec;
  }
}

}  // namespace
}  // namespace carrack::testing
