// Positions as numbers; what each of them says is compared with traces in tests/python.
#include "agents/evaluation/observation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/game/queries.hpp"
#include "core/tools/rollout.hpp"

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

/// The numbers of a position by name.
std::map<std::string, float> named(const State& s, Player observer) {
  std::vector<float> seen(observation_size());
  observe(s, observer, seen);
  const std::vector<std::string> names = observation_names(s.ruleset().board());
  std::map<std::string, float> numbers;
  for (std::size_t i = 0; i < names.size(); ++i) numbers.emplace(names[i], seen[i]);
  return numbers;
}

TEST(Observation, WithoutZerosHasTheSameNumbers) {
  std::vector<float> all(observation_size());
  std::vector<ObservedNumber> nonzero(observation_size() + 1);
  const std::vector<Ruleset> rulesets = all_rulesets();
  for (std::size_t i = 0; i < rulesets.size(); i += 17) {
    Random random(i, 2);
    State s = start(rulesets[i]);
    Legal options;
    while (!is_over(s)) {
      random_step(s, options, random);
      if (random.below(16) != 0) continue;
      const auto observer = nth<Player>(random.below(s.players()));
      observe(s, observer, all);
      std::vector<ObservedNumber> expected;
      for (std::size_t n = 0; n < all.size(); ++n) {
        if (all[n] == 0) continue;
        expected.push_back({static_cast<u16>(n), static_cast<u16>(all[n])});
      }
      const std::size_t found = observe_nonzero(s, observer, nonzero);
      ASSERT_EQ(std::vector(nonzero.begin(), nonzero.begin() + static_cast<std::ptrdiff_t>(found)),
                expected)
          << rulesets[i].to_string();
    }
  }
}

TEST(Observation, SaysWhatTheRulesetIs) {
  const std::vector<std::string> modules{"builder", "world"};
  const std::vector<std::string> variants{"reduced_luck"};
  auto seen = named(start(Ruleset::make("empires", 5, modules, variants)), Player{3});
  EXPECT_EQ(seen["edition.empires"], 1);
  EXPECT_EQ(seen["edition.aoe3"], 0);
  EXPECT_EQ(seen["players.5"], 1);
  EXPECT_EQ(seen["players.4"], 0);
  EXPECT_EQ(seen["module.builder"] + seen["module.world"], 2);
  EXPECT_EQ(seen["module.national"], 0);
  EXPECT_EQ(seen["variant.reduced_luck"], 1);
}

TEST(Observation, HasTheVpAndRanksOfAGameThatEndsNow) {
  Random random(11, 1);
  State s = start(Ruleset::make("aoe3", 4));
  Legal options;
  while (!is_over(s)) {
    random_step(s, options, random);
    if (random.below(8) != 0) continue;
    const Result now = result(s);
    const auto colonies = scoring::colony_vp(s);
    auto seen = named(s, Player{1});
    const std::array<std::string, 4> kSeats{"next3", "self", "next1", "next2"};
    for (unsigned p = 0; p < 4; ++p) {
      ASSERT_EQ(seen[kSeats[p] + ".vp"], static_cast<float>(now.breakdown[p].total()));
      ASSERT_EQ(seen[kSeats[p] + ".colonies_now"], static_cast<float>(colonies[p]));
      ASSERT_EQ(seen[kSeats[p] + ".rank." + std::to_string(now.rank[p])], 1);
    }
  }
}

TEST(Observation, HasThePartsOfExpeditionsAndBattles) {
  unsigned expeditions = 0;
  unsigned battles = 0;
  for (unsigned game = 0; game < 200; ++game) {
    Random random(game, 5);
    State s = start(Ruleset::make("aoe3", 3));
    Legal options;
    while (!is_over(s)) {
      random_step(s, options, random);
      const bool is_wanted = (s.node == Node::send && random.below(16) == 0) ||
                             s.node == Node::kill || random.below(512) == 0;
      if (is_over(s) || !is_wanted) continue;
      auto seen = named(s, Player{0});
      float of_expedition = 0;
      float of_battle = 0;
      for (const auto& [name, value] : seen) {
        if (name.starts_with("expedition")) of_expedition += value;
        if (name.starts_with("battle")) of_battle += value;
      }
      if (s.node == Node::send) {
        ++expeditions;
        const auto expedition = discovery::Expedition::of(s);
        const std::string target =
            expedition.target == discovery::kDeck
                ? "deck"
                : std::string(catalogue::regions(Board::americas)[expedition.target].name);
        ASSERT_EQ(seen["expedition." + target], 1);
        ASSERT_EQ(seen["expedition.sent.captain"],
                  static_cast<float>(expedition.sent[Worker::captain]));
        ASSERT_EQ(of_expedition, 1 + static_cast<float>(expedition.sent.total()));
      } else if (!is_chance(s)) {
        ASSERT_EQ(of_expedition, 0);
      }
      if (s.node == Node::kill) {
        ++battles;
        const auto battle = warfare::Battle::of(s);
        const std::array<std::string, 3> kSeats{"self", "next1", "next2"};
        ASSERT_EQ(seen["battle.attacker." + kSeats[index(battle.attacker)]], 1);
        ASSERT_EQ(seen["battle.defender." + kSeats[index(battle.defender)]], 1);
        ASSERT_EQ(seen["battle.picks_due"], static_cast<float>(battle.due));
        ASSERT_EQ(
            seen["battle.defender_lost.colonist"],
            static_cast<float>(warfare::picked(s.scratch[0], 0, warfare::Casualty::colonist)));
      } else {
        ASSERT_EQ(of_battle, 0);
      }
    }
  }
  EXPECT_GT(expeditions, 50U);
  EXPECT_GT(battles, 20U);
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
