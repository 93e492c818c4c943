// Positions as numbers; what each of them says is compared with traces in tests/python.
#include "agents/evaluation/observation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "agents/scripted/rollout.hpp"

namespace carrack {
namespace {

TEST(Observation, HasANameForEveryNumber) {
  for (const Board board : {Board::americas, Board::world}) {
    const std::vector<std::string> names = observation_names(board);
    EXPECT_EQ(names.size(), observation_size());
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  }
}

TEST(Observation, WritesEveryNumberOfEveryRuleset) {
  std::vector<float> seen(observation_size());
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 0; i < all.size(); i += 13) {
    Random random(i, 1);
    State s = start(all[i]);
    Legal options;
    while (!is_over(s)) {
      random_step(s, options, random);
      if (random.below(16) != 0) continue;
      std::ranges::fill(seen, std::nanf(""));
      observe(s, nth<Player>(random.below(s.players())), seen);
      for (const float number : seen) {
        ASSERT_TRUE(number >= 0 && number < 2048) << all[i].to_string();
      }
    }
  }
}

TEST(Observation, SaysWithWhomTheOwnerOfAllianceIsAllied) {
  const std::vector<std::string> modules{"builder", "world"};
  State s = start(Ruleset::make("empires", 3, modules));
  s.set_ally(Player{2});
  std::vector<float> seen(observation_size());
  const std::vector<std::string> names = observation_names(s.ruleset().board());
  const std::array<std::string, 3> kAllyOf{"ally.next2", "ally.next1", "ally.self"};
  for (unsigned observer = 0; observer < 3; ++observer) {
    observe(s, nth<Player>(observer), seen);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].starts_with("ally.")) {
        EXPECT_EQ(seen[i], names[i] == kAllyOf[observer] ? 1 : 0) << names[i];
      }
    }
  }
}

TEST(Observation, IsThatOfWhatThePlayerSees) {
  const std::vector<std::string> variants{"scouting"};
  Random random(4, 1);
  State s = start(Ruleset::make("empires", 3, {}, variants));
  Legal options;
  std::vector<float> seen(observation_size());
  std::vector<float> again(observation_size());
  while (!is_over(s)) {
    random_step(s, options, random);
    const auto observer = nth<Player>(random.below(3));
    observe(s, observer, seen);
    State other = s;
    resample(other, observer, random);
    observe(other, observer, again);
    ASSERT_EQ(seen, again);
  }
}

}  // namespace
}  // namespace carrack
