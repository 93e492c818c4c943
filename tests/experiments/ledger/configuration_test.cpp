// Plans as JSON, and their hash.
#include "experiments/ledger/configuration.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

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
  const std::string hash = configuration_hash(text, rules_signature());
  EXPECT_NE(configuration_hash(text, "other rules"), hash);
  plan.agents[1] = "uct:iterations=8";
  EXPECT_NE(configuration_hash(configuration_of(plan), rules_signature()), hash);
  EXPECT_THROW(static_cast<void>(plan_from("{}")), InputError);
  EXPECT_THROW(static_cast<void>(plan_from("{")), InputError);
}

}  // namespace
}  // namespace carrack
