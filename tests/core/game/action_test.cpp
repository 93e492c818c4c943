// The id space of actions: one fixed range for each verb.
#include "core/game/action.hpp"

#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Action, TheRangesOfTheVerbsFollowEachOther) {
  unsigned next = 0;
  std::set<std::string_view> names;
  for (unsigned v = 0; v < kVerbs; ++v) {
    EXPECT_EQ(kFirstId[v], next);
    EXPECT_GT(kVerbRows[v].count, 0);
    EXPECT_TRUE(names.insert(kVerbRows[v].name).second) << kVerbRows[v].name;
    next += kVerbRows[v].count;
  }
  EXPECT_EQ(kActions, next);
}

TEST(Action, IsOfItsOwnVerbOnly) {
  for (unsigned v = 0; v < kVerbs; ++v) {
    for (const unsigned argument : {0U, kVerbRows[v].count - 1U}) {
      const Action action(nth<Verb>(v), argument);
      for (unsigned other = 0; other < kVerbs; ++other) {
        EXPECT_EQ(action.is(nth<Verb>(other)), other == v);
      }
      EXPECT_EQ(action.verb(), nth<Verb>(v));
      EXPECT_EQ(action.argument(nth<Verb>(v)), argument);
    }
  }
}

TEST(Action, PassIsTheDefaultAndTheFirst) {
  EXPECT_EQ(Action(), kPass);
  EXPECT_TRUE(Action(Verb::pass, 0).is_pass());
  for (unsigned id = 1; id < kActions; ++id) {
    EXPECT_FALSE(Action(static_cast<u16>(id)).is_pass());
    EXPECT_LT(kPass, Action(static_cast<u16>(id)));
  }
}

TEST(Action, TheFirstAndTheLastOfEachVerb) {
  const std::vector<std::array<std::string_view, 2>> ends{
      {"pass", "pass"},
      {"place colonist initiative", "place builder india"},
      {"look caribbean", "look deck"},
      {"explore caribbean", "explore deck"},
      {"first dock colonist", "first order"},
      {"land caribbean", "land china"},
      {"take gold", "take ivory"},
      {"send 0 colonist", "send 29 builder"},
      {"train colonist", "train builder"},
      {"buy settlers", "buy independence"},
      {"battle caribbean p1", "battle china p6"},
      {"war p1", "war p6"},
      {"kill colonist", "kill militia"},
      {"march caribbean caribbean", "march china china"},
      {"migrate caribbean caribbean 1", "migrate china china 2"},
      {"swap p1 gold", "swap p6 ivory"},
      {"edict p1 first", "edict p6 second"},
      {"bid 1", "bid 15"},
      {"vp 1", "vp 255"},
      {"order p1", "order p6"},
      {"counter 0", "counter 15"},
      {"card mississippi", "card china"}};
  for (const auto& [first, last] : ends) {
    const Verb verb = parse_notation(first, Board::world).verb();
    const unsigned most = kVerbRows[index(verb)].count - 1U;
    EXPECT_EQ(to_notation(Action(verb, 0), Board::world), first);
    EXPECT_EQ(to_notation(Action(verb, most), Board::world), last);
  }
}

TEST(Action, TheIdSpaceIsContiguousAndEveryIdHasItsVerb) {
  EXPECT_EQ(kPass.id(), 0);
  for (unsigned id = 0; id < kActions; ++id) {
    const Action action(static_cast<u16>(id));
    const Verb verb = action.verb();
    EXPECT_TRUE(action.is(verb));
    EXPECT_EQ(Action(verb, action.argument(verb)), action);
  }
}

}  // namespace
}  // namespace carrack::testing
