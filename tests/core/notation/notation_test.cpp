// RULES §11: errors for malformed text, and round trips.
#include "core/notation/notation.hpp"

#include "core/tools/perft.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// The InputError message for a text; empty if it was read.
std::string error_of(std::string_view text, Board board = Board::americas) {
  return complaint([&] { static_cast<void>(parse_notation(text, board)); });
}

struct Malformed {
  std::string_view text;
  std::string_view word;  // what the message must name

  friend void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.text; }
};
class Wrong : public ::testing::TestWithParam<Malformed> {};

TEST_P(Wrong, IsToldByItsWord) {
  const std::string message = error_of(GetParam().text);
  EXPECT_NE(message.find(GetParam().word), std::string::npos)
      << "'" << GetParam().text << "' is told: " << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Words, Wrong,
    ::testing::Values(
        Malformed{"plcae colonist dock", "'plcae'"},
        Malformed{"Pass", "'Pass'"},  // lower case only
        Malformed{"place colonists dock", "'colonists'"}, Malformed{"place colonist doc", "'doc'"},
        Malformed{"explore atlantis", "'atlantis'"}, Malformed{"explore decks", "'decks'"},
        Malformed{"land deck", "'deck'"}, Malformed{"land india", "'india'"},  // not here
        Malformed{"take shugar", "'shugar'"}, Malformed{"buy factori", "'factori'"},
        Malformed{"tile factori", "'factori'"}, Malformed{"train admiral", "'admiral'"},
        Malformed{"kill captain", "'captain'"}, Malformed{"card atlantis", "'atlantis'"},
        Malformed{"nation prussia", "'prussia'"}, Malformed{"use spain", "'spain'"},
        Malformed{"edict p2 third", "'third'"}, Malformed{"return middle", "'middle'"},
        Malformed{"replace dock colonist", "'dock'"}, Malformed{"march peru brasil", "'brasil'"}));

INSTANTIATE_TEST_SUITE_P(Players, Wrong,
                         ::testing::Values(Malformed{"war p0", "'p0'"}, Malformed{"war p7", "'p7'"},
                                           Malformed{"war 2", "'2'"}, Malformed{"war p", "'p'"},
                                           Malformed{"war P2", "'P2'"},
                                           Malformed{"battle peru p2x", "'p2x'"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Wrong,
    ::testing::Values(
        Malformed{"bid 0", "'0'"}, Malformed{"bid 16", "bid 16"}, Malformed{"bid -1", "'-1'"},
        Malformed{"bid +4", "'+4'"}, Malformed{"bid 04", "'04'"}, Malformed{"bid 4.0", "'4.0'"},
        Malformed{"bid four", "'four'"}, Malformed{"bid 99999999999", "'99999999999'"},
        Malformed{"vp 256", "'256'"}, Malformed{"counter 16", "'16'"}, Malformed{"steal x", "'x'"},
        Malformed{"send 30 colonist", "'30'"}, Malformed{"send colonist 2", "'2'"},
        Malformed{"migrate peru brazil 3", "'3'"}, Malformed{"migrate peru brazil 0", "'0'"}));

INSTANTIATE_TEST_SUITE_P(
    Counts, Wrong,
    ::testing::Values(Malformed{"pass on", "'pass'"}, Malformed{"place colonist", "'place'"},
                      Malformed{"place colonist dock 1", "'place'"}, Malformed{"send 2", "'send'"},
                      Malformed{"battle peru", "'battle'"}, Malformed{"first", "'first'"},
                      Malformed{"first dock", "'first'"},
                      Malformed{"first shipping captain", "'first'"},
                      Malformed{"first order colonist", "'first'"},
                      Malformed{"first dock admiral", "'admiral'"},
                      Malformed{"take  sugar", "'take'"}, Malformed{"take sugar ", "'take'"},
                      Malformed{" take sugar", "''"}, Malformed{"", "''"}));

TEST(Notation, EveryVerbNeedsExactlyItsWords) {
  for (unsigned v = 0; v < kVerbs; ++v) {
    const std::string text = to_notation(Action(nth<Verb>(v), 0), Board::world);
    EXPECT_EQ(error_of(text, Board::world), "");
    EXPECT_NE(error_of(text + " peru", Board::world), "") << text;
    if (text.find(' ') == std::string::npos) continue;
    EXPECT_NE(error_of(text.substr(0, text.rfind(' ')), Board::world), "") << text;
  }
}

TEST(Notation, TheNumberOfWordsIsInTheError) {
  EXPECT_EQ(error_of("land"), "'land' needs 1 word after it, not 0");
  EXPECT_EQ(error_of("pass peru"), "'pass' needs 0 words after it, not 1");
}

TEST(Notation, LongTextDoesNotPushOutTheKnownWords) {
  const std::string message = error_of("war p" + std::string(1000, 'x'));
  EXPECT_NE(message.find("(known: p1 to p6)"), std::string::npos) << message;
}

TEST(Notation, WordsOfAnotherBoardAreRefused) {
  EXPECT_EQ(error_of("land india", Board::world), "");
  EXPECT_NE(error_of("land florida", Board::world), "");
}

TEST(Notation, S11_WhateverIsReadIsWrittenTheSame) {
  Random random(3, 14);
  unsigned read = 0;
  for (unsigned i = 0; i < 20'000; ++i) {
    const Action action(static_cast<u16>(random.below(kActions)));
    std::string text = to_notation(action, Board::world);
    const unsigned at = random.below(static_cast<unsigned>(text.size()));
    switch (random.below(3)) {
      case 0: text[at] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(at, 1); break;
      default: text.insert(at, 1, text[random.below(static_cast<unsigned>(text.size()))]); break;
    }
    try {
      EXPECT_EQ(to_notation(parse_notation(text, Board::world), Board::world), text);
      ++read;
    } catch (const InputError& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(read, 50U);  // some changes yield another valid event
}

TEST(Notation, AnErrorIsOneLineWhateverTheTextHolds) {
  for (const std::string_view text : {"land pe\nru", "lan\nd peru", "bid 1\n", "war p\n2"}) {
    EXPECT_NE(error_of(text), "");
    EXPECT_EQ(error_of(text).find('\n'), std::string::npos) << text;
  }
}

TEST(Notation, NothingIsLegalAfterTheEnd) {
  const State s = Position(2, 8).begin(Phase::benefits);
  ASSERT_TRUE(is_over(s));
  EXPECT_THROW(static_cast<void>(parse_legal("pass", s)), InputError);
  EXPECT_TRUE(options(s).empty());
}

TEST(Notation, S11_OptionsAreSortedBytewise) {
  const State s = Position(2)
                      .available(p1, Worker::soldier)
                      .available(p1, Worker::captain)
                      .begin(Phase::placement);
  const std::vector<std::string> sorted = options(s);
  EXPECT_EQ(sorted.size(), legal(s).size());
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
  EXPECT_EQ(sorted.front(), "place captain buildings");
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
                                      "strike peru p2 3",
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

}  // namespace
}  // namespace carrack::testing
