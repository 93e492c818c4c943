// Short specs, and lookup of agents by either form.
#include "agents/short_spec.hpp"

#include <gtest/gtest.h>

#include "agents/agent.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

std::string whole(const std::string& spec) { return make_agent(spec)->spec(); }

TEST(ShortSpec, HasWhatDiffersFromTheDefaults) {
  for (const std::string spec :
       {"random", "greedy", "mcts", "uct", "flat", "mcts:iterations=500", "mcts:time=0.5",
        "mcts:iterations=1000,time=0.5", "mcts:rollout=random", "mcts:diversity=0,adapt=0",
        "mcts:parallel=leaf,leaves=4", "uct:c=0.5,rollout=scripted", "flat:rollout=scripted",
        "scripted:trader,goods=1.5", "process:python3 a.py", "process:x,time=2.0,memory=64",
        "restricted:ban=navy,of=mcts:iterations=5",
        "restricted:force=mint,of=restricted:ban=navy,of=uct"}) {
    EXPECT_EQ(short_spec(whole(spec)), spec);
    EXPECT_EQ(whole_spec(spec), whole(spec));
  }
}

TEST(ShortSpec, MakesTheSameAgent) {
  for (const std::string spec :
       {"mcts:rollout=random,prior=none,selection=ucb1", "mcts:adapt=0", "mcts:learners=1",
        "uct:rollout=scripted,diversity=0.5,adapt=200,learners=4", "uct:time=1",
        "mcts:parallel=leaf,leaves=4,threads=2", "scripted"}) {
    EXPECT_EQ(whole(short_spec(whole(spec))), whole(spec)) << short_spec(whole(spec));
  }
}

TEST(ShortSpec, LeavesAnyOtherTextAlone) {
  const std::string older = whole("mcts").substr(0, whole("mcts").find(",lambda="));
  for (const std::string text : {"", "python:First", "mcts:iterations=1000", "nobody:at=home",
                                 "restricted:of=", R"({"agent": "mcts"})", older.c_str()}) {
    EXPECT_EQ(short_spec(text), text);
  }
  const std::string longest = "process:" + std::string(60'000, 'x') + ",time=10.0,start=10.0";
  EXPECT_EQ(short_spec(longest), longest);
}

TEST(ShortSpec, WholeSpecsAreRefusedAsAgentsAre) {
  std::string deep;
  for (unsigned i = 0; i < 8; ++i) deep += "restricted:ban=navy,of=";
  for (const std::string& spec :
       {deep + "random", std::string("mcts:iteration=5"), std::string("restricted:ban=navy,of="),
        std::string("random:of=mcts"), std::string("restricted:ban=navy,of=uct:x=1")}) {
    EXPECT_THROW(static_cast<void>(whole_spec(spec)), InputError) << spec;
  }
}

// A ledger continues only with the same agents, compared by full specs.
TEST(ShortSpec, AKeyThatCameLaterLeavesTheAgentsOfOlderLedgersAsTheyAre) {
  const std::string older =
      "uct:iterations=40,opponents=maxn,win=0,rank=0,margin=1,margin_scale=15,"
      "selection=ucb1,c=0.2,scale=off,fpu=-1,root=same,gamma=0.1,final=robust,chance=open,"
      "widening=1,prior=none,temperature=1,bias=0,history=0,rave=0,grave=0,rollout=random,"
      "epsilon=0,diversity=0,adapt=0,learners=1,cutoff=0,cutoff_turns=0,lambda=1,"
      "implicit=0,estimates=fitted,reuse=off,memory=256,parallel=none,threads=1,workers=1,"
      "leaves=1,virtual=visits";
  EXPECT_EQ(whole("uct:iterations=40"), older);
  EXPECT_EQ(whole("uct:iterations=40,transpositions=off"), older);
  EXPECT_NE(whole("uct:chance=closed,transpositions=on").find(",transpositions=on"),
            std::string::npos);
}

// All values of root=gumbel are in a spec, so that an agent stays the same when defaults change.
TEST(ShortSpec, KeysOfAnOptionThatIsOnAreAllThere) {
  const std::string gumbel = whole("mcts:root=gumbel,gumbel_scale=0");
  EXPECT_NE(gumbel.find(",considered=16,gumbel_scale=0,c_visit=50,c_scale=1,"), std::string::npos)
      << gumbel;
  EXPECT_EQ(whole(gumbel), gumbel);
  EXPECT_EQ(short_spec(gumbel), "mcts:root=gumbel,gumbel_scale=0");
  const std::string noise = whole("mcts:noise=0.25");
  EXPECT_NE(noise.find(",noise=0.25,noise_alpha=10.83,"), std::string::npos) << noise;
  EXPECT_EQ(whole(noise), noise);
  const std::string reduction = whole("mcts:fpu_reduction=0");
  EXPECT_NE(reduction.find(",fpu_reduction=0,"), std::string::npos) << reduction;
  EXPECT_EQ(whole(reduction), reduction);
  for (const std::string key :
       {"considered", "gumbel_scale", "c_visit", "noise", "fpu_reduction"}) {
    EXPECT_EQ(whole("mcts").find(key + "="), std::string::npos) << key;
  }
}

TEST(ShortSpec, NamesOfATableStayApart) {
  EXPECT_EQ(short_names({whole("mcts"), whole("uct:c=1"), whole("uct:c=1") + " #2", "random #2"}),
            (std::vector<std::string>{"mcts", "uct:c=1", "uct:c=1 #2", "random #2"}));
  // The defaults of `mcts` differ between versions.
  EXPECT_EQ(short_names({whole("mcts"), "mcts"}),
            (std::vector<std::string>{whole("mcts"), "mcts"}));
}

TEST(ShortSpec, AgentsAreFoundByEitherForm) {
  const std::vector<std::string> names{"random", whole("mcts:iterations=5"), "scripted:balanced"};
  EXPECT_EQ(find_agent(names, "random"), 0U);
  EXPECT_EQ(find_agent(names, "mcts:iterations=5"), 1U);
  EXPECT_EQ(find_agent(names, whole("mcts:iterations=5")), 1U);
  EXPECT_EQ(find_agent(names, "scripted"), 2U);
  EXPECT_EQ(find_agent({"mcts:iterations=5"}, whole("mcts:iterations=5")), 0U);
  EXPECT_EQ(find_agent(names, "mcts:iterations=6"), 3U);
  EXPECT_EQ(find_agent(names, "nobody"), 3U);
}

TEST(SeatedNames, SayOnceWhatAllSeatsHave) {
  EXPECT_EQ(seated_names({whole("mcts"), whole("mcts")}), "mcts at every seat");
  EXPECT_EQ(seated_names({whole("mcts"), "random"}), "mcts, random");
  EXPECT_EQ(seated_names({}), "");
}

TEST(UsesNetwork, IsOfSearchesWithOneAndOfPolicies) {
  EXPECT_TRUE(uses_network("policy"));
  EXPECT_TRUE(uses_network("mcts:iterations=10"));
  EXPECT_TRUE(uses_network("restricted:ban=navy,of=policy"));
  EXPECT_FALSE(uses_network("mcts:prior=scripted,rollout=scripted"));
  EXPECT_FALSE(uses_network("scripted"));
  EXPECT_FALSE(uses_network("restricted:ban=navy,of=process:/bin/cat"));
}

}  // namespace
}  // namespace carrack
