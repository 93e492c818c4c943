// The mask of legal actions, against a plain set of actions.
#include "core/game/legal.hpp"

#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

void expect_same(const Legal& legal, const std::set<Action>& actions) {
  ASSERT_EQ(legal.size(), actions.size());
  std::vector<Action> visited;
  legal.for_each([&](Action a) { visited.push_back(a); });
  ASSERT_EQ(visited, std::vector<Action>(actions.begin(), actions.end()));
  for (unsigned k = 0; k < visited.size(); ++k) ASSERT_EQ(legal[k], visited[k]);
  for (unsigned id = 0; id < kActions; ++id) {
    const Action action(static_cast<u16>(id));
    ASSERT_EQ(legal.contains(action), actions.contains(action));
  }
}

TEST(Legal, IsTheSetThatWasAdded) {
  Random random(1, 1);
  for (const Verb verb : {Verb::place, Verb::send, Verb::battle, Verb::march, Verb::migrate,
                          Verb::buy, Verb::kill, Verb::pass, Verb::vp}) {
    const unsigned count = std::min<unsigned>(kVerbRows[index(verb)].count, 255);
    for (int round = 0; round < 50; ++round) {
      Legal legal;
      legal.reset(verb);
      std::set<Action> actions;
      for (unsigned i = random.below(20); i != 0; --i) {
        const Action action(verb, random.below(count));
        if (verb != Verb::pass && actions.insert(action).second) {
          legal.add(verb, action.argument(verb));
        }
      }
      if (random.below(2) == 0) {
        legal.add_pass();
        actions.insert(kPass);
      }
      expect_same(legal, actions);
      while (!actions.empty()) {
        const Action gone = legal[random.below(legal.size())];
        legal.remove(gone);
        actions.erase(gone);
        ASSERT_EQ(legal.size(), actions.size());
        ASSERT_FALSE(legal.contains(gone));
      }
      expect_same(legal, actions);
    }
  }
}

TEST(Legal, ASetOfArgumentsLiesAcrossAnyWordBorder) {
  Random random(2, 2);
  for (unsigned offset = 0; offset < 190; ++offset) {
    u64 arguments = u64{random.next()} << 32 | random.next();
    if (offset + 64 > 200) arguments &= low_bits(200 - offset);
    Legal legal;
    legal.reset(Verb::migrate);
    legal.add_set(Verb::migrate, arguments, offset);
    std::set<Action> actions;
    for_each_bit(arguments, [&](unsigned i) { actions.emplace(Verb::migrate, offset + i); });
    expect_same(legal, actions);
  }
}

TEST(Legal, ArgumentsAreAWindowOfTheSet) {
  Random random(5, 1);
  Legal legal;
  legal.reset(Verb::send);
  std::set<unsigned> arguments;
  legal.add_pass();
  for (int i = 0; i < 80; ++i) {
    const unsigned argument = random.below(kWorkers * kSendSizes);
    if (arguments.insert(argument).second) legal.add(Verb::send, argument);
  }
  for (const unsigned n : {1U, 15U, 63U, 64U}) {
    for (unsigned offset = 0; offset + n <= kWorkers * kSendSizes; ++offset) {
      const u64 set = legal.arguments(Verb::send, offset, n);
      for (unsigned i = 0; i < 64; ++i) {
        ASSERT_EQ(has_bit(set, i), i < n && arguments.contains(offset + i));
      }
    }
  }
}

TEST(Legal, AssignIsTheSameAsAdding) {
  Random random(3, 3);
  for (int round = 0; round < 50; ++round) {
    const u64 arguments = random.next() & low_bits(kGoods);
    Legal added;
    added.reset(Verb::take);
    for_each_bit(arguments, [&](unsigned i) { added.add(Verb::take, i); });
    Legal assigned;
    assigned.assign(Verb::take, arguments);
    EXPECT_EQ(assigned, added);
    assigned.add_pass();
    EXPECT_FALSE(assigned == added);
  }
}

TEST(Legal, ResetForgets) {
  Legal legal;
  legal.assign(Verb::land, 7);
  legal.add_pass();
  legal.reset(Verb::buy);
  expect_same(legal, {});
  legal.add(Verb::buy, 3);
  expect_same(legal, {Action(Verb::buy, 3)});
}

TEST(Legal, AWideSetIsThatOfItsArguments) {
  Legal legal;
  legal.assign_wide(Verb::buy, u128{1} << 69 | u128{1} << 64 | u128{1} << 63 | u128{1} << 62 | 1);
  expect_same(legal, {Action(Verb::buy, 0), Action(Verb::buy, 62), Action(Verb::buy, 63),
                      Action(Verb::buy, 64), Action(Verb::buy, 69)});
  Legal added;
  added.reset(Verb::buy);
  for (const unsigned kind : {0U, 62U, 63U, 64U, 69U}) added.add(Verb::buy, kind);
  EXPECT_EQ(legal, added);
}

TEST(Legal, AnEmptyOneHasNothing) { expect_same(Legal(), {}); }

TEST(Legal, KeepsItsSizeAndOrderAcrossWordBorders) {
  Legal legal;
  legal.reset(Verb::migrate);
  legal.add_pass();
  for (const unsigned argument : {0U, 62U, 63U, 64U, 199U}) legal.add(Verb::migrate, argument);
  legal.add_set(Verb::migrate, 0b101, 125);
  EXPECT_EQ(legal.size(), 8U);
  std::vector<unsigned> arguments;
  legal.for_each([&](Action a) {
    if (!a.is_pass()) arguments.push_back(a.argument(Verb::migrate));
  });
  EXPECT_EQ(arguments, (std::vector<unsigned>{0, 62, 63, 64, 125, 127, 199}));
  EXPECT_TRUE(legal[0].is_pass());
  legal.remove(Action(Verb::migrate, 63));
  legal.remove(kPass);
  EXPECT_EQ(legal[1], Action(Verb::migrate, 62));
  EXPECT_FALSE(legal.contains(Action(Verb::migrate, 63)));
  EXPECT_FALSE(legal.contains(kPass));
  EXPECT_FALSE(legal.contains(Action(Verb::place, 3)));
  EXPECT_FALSE(legal.contains(Action(Verb::steal, 3)));
}

}  // namespace
}  // namespace carrack::testing
