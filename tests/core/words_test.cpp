// Rulesets, actions, notation: what has words, and what wrong words are told.
#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// What an InputError says; empty if nothing was thrown.
template <typename Try>
std::string complaint(Try&& attempt) {
  try {
    attempt();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::string refusal(std::string_view edition, unsigned players,
                    const std::vector<std::string>& modules = {},
                    const std::vector<std::string>& variants = {}) {
  return complaint([&] { static_cast<void>(Ruleset::make(edition, players, modules, variants)); });
}

void expect_names(const std::string& message, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << message << " does not name " << word;
  }
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(Ruleset, S1_TwoToFivePlayersWithOrWithoutAuction) {
  for (unsigned players = 2; players <= 5; ++players) {
    EXPECT_EQ(Ruleset::make("aoe3", players).players(), players);
    const Ruleset rules = Ruleset::make("aoe3", players, std::vector<std::string>{"auction"});
    EXPECT_TRUE(rules.has(Module::auction));
    EXPECT_EQ(Ruleset(rules.code()), rules);
    EXPECT_EQ(rules.module_names(), (std::vector<std::string>{"auction"}));
  }
}

TEST(Ruleset, S1_RefusesByName) {
  expect_names(refusal("aoe4", 4), {"aoe4", "did you mean 'aoe3'"});
  expect_names(refusal("aoe3", 6), {"2 to 5", "6"});
  expect_names(refusal("aoe3", 1), {"2 to 5", "1"});
  expect_names(refusal("aoe3", 4, {"auctoin"}), {"auctoin", "did you mean 'auction'"});
  expect_names(refusal("aoe3", 4, {"builder"}), {"builder", "aoe3"});
  expect_names(refusal("aoe3", 4, {"auction", "auction"}), {"auction", "twice"});
  expect_names(refusal("aoe3", 4, {}, {"scouting"}), {"scouting", "aoe3"});
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

TEST(Notation, S11_EveryActionReadsBackOnBothBoards) {
  for (const Board board : {Board::americas, Board::world}) {
    std::set<std::string> seen;
    for (unsigned id = 0; id < kActions; ++id) {
      const Action action(static_cast<u16>(id));
      const std::string text = to_notation(action, board);
      if (text.ends_with(' ') || text.find("  ") != std::string::npos) continue;  // no such region
      EXPECT_TRUE(seen.insert(text).second) << text;
      EXPECT_EQ(parse_notation(text, board), action) << text;
    }
    EXPECT_GT(seen.size(), 1400U);
  }
}

TEST(Notation, S11_TheExamplesOfTheRules) {
  for (const std::string_view text : {"order p3",
                                      "tile monastery",
                                      "good sugar",
                                      "counter 7",
                                      "card india",
                                      "cargo sugar",
                                      "reserve navy",
                                      "nation spain",
                                      "starter p2",
                                      "steal 7",
                                      "place soldier dock",
                                      "first dock soldier",
                                      "first initiative",
                                      "first order",
                                      "land peru",
                                      "take sugar",
                                      "buy factory",
                                      "claim peru",
                                      "station peru",
                                      "settle peru",
                                      "explore peru",
                                      "explore deck",
                                      "send 2 captain",
                                      "train captain",
                                      "battle peru p2",
                                      "war p2",
                                      "kill colonist",
                                      "march peru brazil",
                                      "migrate peru brazil 2",
                                      "swap p2 sugar",
                                      "give rice",
                                      "sell rice",
                                      "edict p2 first",
                                      "lose soldier",
                                      "strike peru p2",
                                      "rewrite p2",
                                      "bid 4",
                                      "use england",
                                      "next p2 soldier",
                                      "replace captain colonist",
                                      "look peru",
                                      "look deck",
                                      "return top",
                                      "vp 3",
                                      "ally p2",
                                      "force p2 p3",
                                      "pass"}) {
    EXPECT_EQ(to_notation(parse_notation(text, Board::americas), Board::americas), text);
  }
}

TEST(Notation, WrongWordsAreNamedWithTheNearestRightOne) {
  const auto wrong = [](std::string_view text) {
    return complaint([&] { static_cast<void>(parse_notation(text, Board::americas)); });
  };
  expect_names(wrong("plaec soldier dock"), {"plaec", "did you mean 'place'"});
  expect_names(wrong("place soldier docks"), {"docks", "did you mean 'dock'"});
  expect_names(wrong("land peruu"), {"peruu", "did you mean 'peru'"});
  expect_names(wrong("war p7"), {"p7", "p1 to p6"});
  expect_names(wrong("war p02"), {"p02"});
  expect_names(wrong("send 31 captain"), {"31", "0 to 29"});
  expect_names(wrong("bid 16"), {"bid 16", "15"});
  expect_names(wrong("first dock"), {"first"});
  expect_names(wrong("first x soldier"), {"first"});
  expect_names(wrong("kill  colonist"), {"kill"});
  expect_names(wrong("war"), {"war", "1"});
  EXPECT_FALSE(wrong("").empty());
  EXPECT_FALSE(wrong(" ").empty());
}

TEST(Notation, AnIllegalEventIsToldWhatWouldBeLegal) {
  const State s = perft_start(Ruleset::make("aoe3", 4));
  expect_names(complaint([&] { static_cast<void>(parse_legal("place soldier dock", s)); }),
               {"place soldier dock", "not legal", "did you mean 'place colonist dock'"});
}

TEST(Error, NearestIsEmptyWhereNothingIsClose) {
  constexpr std::array<std::string_view, 2> kKnown{"iterations", "time"};
  EXPECT_EQ(nearest("iteration", kKnown), "iterations");
  EXPECT_EQ(nearest("xyz", kKnown), "");
}

}  // namespace
}  // namespace carrack::testing
