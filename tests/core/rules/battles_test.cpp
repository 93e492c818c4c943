// RULES §4 B.8: the examples of the rulebook, wars, and every choice of casualties.
#include <map>

#include "tests/core/rules/war.hpp"

namespace carrack::testing {
namespace {

TEST(Warfare, S4B8_TheBattleOfTheRulebook) {
  State s = at_war()
                .in_region(p1, "new_france", Worker::soldier, 2)
                .in_region(p1, "new_france", Worker::colonist, 3)
                .in_region(p2, "new_france", Worker::soldier, 1)
                .in_region(p2, "new_france", Worker::colonist, 4)
                .begin(Phase::warfare);
  play(s, {"battle new_france p2", "kill soldier"});  // after a colonist, which is forced
  ASSERT_EQ(s.actor, p2);
  play(s, "kill soldier");
  const Region canada = region("new_france");
  EXPECT_EQ(s.of(p1).soldiers_in(canada), 1U);
  EXPECT_EQ(s.of(p1).civilians_in(canada), 3U);
  EXPECT_EQ(s.of(p2).soldiers_in(canada), 0U);
  EXPECT_EQ(s.of(p2).civilians_in(canada), 3U);
}

TEST(Warfare, R22_TheWarOfTheRulebook) {
  Position position = at_war();
  position.money(p1, 10);
  for (const char* both : {"new_granada", "new_spain", "new_england"}) {
    position.in_region(p1, both, Worker::soldier).in_region(p1, both, Worker::colonist);
  }
  position.in_region(p1, "florida", Worker::colonist).in_region(p1, "new_france", Worker::colonist);
  for (const char* colony : {"new_granada", "new_spain", "new_france"}) {
    position.in_region(p2, colony, Worker::colonist);
  }
  State s = position.in_region(p2, "florida", Worker::soldier).begin(Phase::warfare);
  play(s, "war p2");  // everything after it is forced
  EXPECT_EQ(s.of(p1).money(), 0U);
  const auto left = [&](std::string_view name) {
    return std::pair{s.of(p1).workers_in(region(name)), s.of(p2).workers_in(region(name))};
  };
  EXPECT_EQ(left("new_granada"), (std::pair{2U, 0U}));
  EXPECT_EQ(left("new_spain"), (std::pair{2U, 0U}));
  EXPECT_EQ(left("florida"), (std::pair{0U, 1U}));
  EXPECT_EQ(left("new_france"), (std::pair{1U, 1U}));
  EXPECT_EQ(left("new_england"), (std::pair{2U, 0U}));
}

TEST(Warfare, S4B8_WorkersActFromLeftToRight) {
  State s = at_war()
                .in_box(Box::warfare, p2)
                .in_region(p1, "peru", Worker::soldier)
                .in_region(p2, "peru", Worker::colonist)
                .begin(Phase::warfare);
  ASSERT_EQ(s.actor, p1);
  play(s, "pass");
  EXPECT_EQ(s.actor, p2);
  EXPECT_EQ(options(s), (std::vector<std::string>{"battle peru p1", "pass"}));
}

TEST(Warfare, S4B8_WhoIsNotInTheBattleIsNotTouched) {
  State s = at_war(3)
                .in_region(p1, "peru", Worker::soldier, 2)
                .in_region(p2, "peru", Worker::colonist, 1)
                .in_region(p3, "peru", Worker::soldier, 2)
                .begin(Phase::warfare);
  play(s, "battle peru p2");
  EXPECT_EQ(s.of(p3).soldiers_in(region("peru")), 2U);
  EXPECT_EQ(s.of(p1).soldiers_in(region("peru")), 2U);
  EXPECT_EQ(s.of(p2).workers_in(region("peru")), 0U);
}

TEST(Warfare, S4B8_TheMilitiaFightsInEveryBattleOfAWar) {
  State s = at_war()
                .money(p1, 10)
                .owns(p2, Tile::militia)
                .in_region(p1, "florida", Worker::colonist, 2)
                .in_region(p2, "florida", Worker::soldier, 1)
                .in_region(p1, "brazil", Worker::colonist, 2)
                .in_region(p2, "brazil", Worker::soldier, 1)
                .begin(Phase::warfare);
  play(s, "war p2");
  EXPECT_EQ(s.of(p1).workers_in(region("florida")), 0U);
  EXPECT_EQ(s.of(p1).workers_in(region("brazil")), 0U);
}

TEST(Warfare, S10_NeverBackToAnEarlierKind) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 2)
                .in_region(p2, "peru", Worker::colonist, 2)
                .in_region(p2, "peru", Worker::soldier, 3)
                .begin(Phase::warfare);
  play(s, {"battle peru p2", "kill soldier"});
  EXPECT_EQ(s.of(p2).civilians_in(region("peru")), 2U);  // the second pick was forced
  EXPECT_EQ(s.of(p2).soldiers_in(region("peru")), 1U);
}

TEST(Warfare, S6_TheFallenAreInTheSupplyAgain) {
  State s = at_war()
                .in_region(p1, "peru", Worker::soldier, 1)
                .in_region(p2, "peru", Worker::soldier, 10)
                .begin(Phase::warfare);
  EXPECT_EQ(room(s.of(p2), Worker::soldier), 0U);
  play(s, "battle peru p2");
  EXPECT_EQ(room(s.of(p2), Worker::soldier), 1U);
}

/// What is left in Peru: civilians and soldiers of p1, then of p2.
using Left = std::array<unsigned, 4>;

void fight_on(const State& s, std::map<Left, unsigned>& endings) {
  if (s.node != Node::kill) {
    const Region peru = region("peru");
    ++endings[{s.of(p1).civilians_in(peru), s.of(p1).soldiers_in(peru), s.of(p2).civilians_in(peru),
               s.of(p2).soldiers_in(peru)}];
    return;
  }
  legal(s).for_each([&](Action pick) {
    State next = s;
    apply(next, pick);
    fight_on(next, endings);
  });
}

/// The ways to take `due` from civilians, soldiers and a militia.
std::vector<std::pair<unsigned, unsigned>> losses(unsigned civilians, unsigned soldiers,
                                                  unsigned militia, unsigned due) {
  std::vector<std::pair<unsigned, unsigned>> ways;
  for (unsigned c = 0; c <= civilians; ++c) {
    for (unsigned n = 0; n <= soldiers; ++n) {
      if (c + n <= due && due <= c + n + militia) ways.emplace_back(c, n);
    }
  }
  return ways;
}

void expect_every_ending_once(const Left& at, unsigned militia) {
  const auto& [c1, n1, c2, n2] = at;
  Position position = at_war();
  if (militia != 0) position.owns(p2, Tile::militia);
  position.in_region(p1, "peru", Worker::colonist, c1).in_region(p1, "peru", Worker::soldier, n1);
  position.in_region(p2, "peru", Worker::colonist, c2).in_region(p2, "peru", Worker::soldier, n2);
  State s = position.begin(Phase::warfare);
  play(s, "battle peru p2");
  std::map<Left, unsigned> endings;
  fight_on(s, endings);

  std::map<Left, unsigned> expected;
  for (const auto& [dc2, dn2] : losses(c2, n2, militia, std::min(n1, c2 + n2 + militia))) {
    for (const auto& [dc1, dn1] : losses(c1, n1, 0, std::min(n2 + militia, c1 + n1))) {
      ++expected[{c1 - dc1, n1 - dn1, c2 - dc2, n2 - dn2}];
    }
  }
  EXPECT_EQ(endings, expected) << c1 << n1 << c2 << n2 << militia;
}

TEST(Warfare, S10_EveryChoiceOfCasualtiesIsOfferedExactlyOnce) {
  constexpr unsigned kCombinations = 4 * 4 * 4 * 4 * 2;
  for (unsigned i = 0; i < kCombinations; ++i) {
    const Left at{i % 4, i / 4 % 4, i / 16 % 4, i / 64 % 4};
    const bool both = at[0] + at[1] != 0 && at[2] + at[3] != 0;
    if (both && at[1] + at[3] != 0) expect_every_ending_once(at, i / 256);
  }
}

}  // namespace
}  // namespace carrack::testing
