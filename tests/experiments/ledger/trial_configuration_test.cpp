// Round trip of trial plans through JSON.
#include "experiments/ledger/trial_configuration.hpp"

#include "tests/experiments/ledger/trial_fixture.hpp"

namespace carrack {
namespace {

using TrialConfiguration = KeptTrials;

TEST_F(TrialConfiguration, IsReadAsItWasWritten) {
  TrialPlan plan = purchases(5);
  plan.turn = 2;
  plan.seat = nth<Player>(1);
  plan.occasion = Occasion::chosen;
  plan.continuations = 3;
  plan.seed = std::numeric_limits<u64>::max();
  const std::string text = configuration_of(plan);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const TrialPlan read = trial_plan_from(text);
  EXPECT_EQ(read.on, plan.on);
  EXPECT_EQ(read.turn, plan.turn);
  EXPECT_EQ(read.seat, plan.seat);
  EXPECT_EQ(read.occasion, plan.occasion);
  EXPECT_EQ(read.seed, plan.seed);
  EXPECT_EQ(configuration_of(read), text);
}

TEST_F(TrialConfiguration, OccasionsHaveTheNamesOfTheirKindOfTrial) {
  TrialPlan plan = placements(5);
  plan.occasion = Occasion::chosen;
  std::string text = configuration_of(plan);
  const std::string name = R"("occasion":"placed")";
  ASSERT_NE(text.find(name), std::string::npos) << text;
  text.replace(text.find(name), name.size(), R"("occasion":"bought")");
  try {
    static_cast<void>(trial_plan_from(text));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'bought' (known: open, placed)"), std::string::npos)
        << error.what();
  }
}

TEST_F(TrialConfiguration, HasNoNumberOfGamesAndNoWordThatTheRulesetLacks) {
  TrialPlan plan = placements(5);
  plan.on = parse_subjects("place");  // with the boxes of other rulesets
  EXPECT_EQ(configuration_of(plan), configuration_of(placements(77)));
}

}  // namespace
}  // namespace carrack
