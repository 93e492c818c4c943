// Inputs of networks: those that are on follow from the observation.
#include "agents/learned/inputs.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/tools/rollout.hpp"

namespace carrack {
namespace {

TEST(NetworkInputs, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Input& input : network_inputs()) names.insert(input.name);
  EXPECT_EQ(names.size(), network_inputs().size());
  EXPECT_TRUE(names.contains("self.money:12"));
  EXPECT_TRUE(names.contains("self.civilians.region0:3"));
  EXPECT_TRUE(names.contains("next5.tiles.mint"));
  EXPECT_TRUE(names.contains("edition.empires"));
}

TEST(NetworkInputs, OfEveryRulesetAreTheHighestLevelsThatNumbersReach) {
  InputReader reader;
  std::vector<float> numbers(observation_size());
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 0; i < all.size(); i += 19) {
    Random random(i, 1);
    State s = start(all[i]);
    Legal options;
    while (!is_over(s)) {
      random_step(s, options, random);
      if (random.below(16) != 0) continue;
      const auto observer = nth<Player>(random.below(s.players()));
      observe(s, observer, numbers);
      std::vector<u16> expected;
      for (std::size_t input = 0; input < network_inputs().size(); ++input) {
        const Input& here = network_inputs()[input];
        const bool has_next = input + 1 < network_inputs().size() &&
                              network_inputs()[input + 1].number == here.number;
        const float value = numbers[here.number];
        if (value < static_cast<float>(here.level)) continue;
        if (has_next && value >= static_cast<float>(network_inputs()[input + 1].level)) continue;
        expected.push_back(static_cast<u16>(input));
      }
      const std::span<const u16> on = reader.read(s, observer);
      ASSERT_EQ(std::vector<u16>(on.begin(), on.end()), expected) << all[i].to_string();
    }
  }
}

TEST(NetworkInputs, EveryObservationFitsIntoTheScratchMemory) {
  EXPECT_LT(observation_size(), kMostObserved);
}

}  // namespace
}  // namespace carrack
