// Parsing of answers from external agents.
#include "agents/external/process_protocol.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/notation/notation.hpp"
#include "tests/core/islands.hpp"
#include "tests/fuzz/process.hpp"

namespace carrack {
namespace {

const State& position() { return testing::asked_positions().front(); }

/// Why an answer to the question 3 is refused.
AgentFailure failure_of(std::string_view answer) {
  try {
    static_cast<void>(action_in(answer, 3, position(), legal(position())));
  } catch (const AgentFailure& failure) {
    return failure;
  }
  ADD_FAILURE() << answer << " is not refused";
  return {FailureKind::crashed, ""};
}

std::string nested(std::size_t levels) {
  return R"({"id": )" + std::string(levels, '[') + std::string(levels, ']') +
         R"(, "action": "pass"})";
}

TEST(ProcessProtocol, TakesALegalActionWithTheNumberOfItsQuestion) {
  const Action first = legal(position())[0];
  const std::string word = to_notation(first, position().ruleset().board());
  const std::string answer = R"({"id": 3, "action": ")" + word + R"(", "more": [[1], {}]})";
  EXPECT_EQ(action_in(answer, 3, position(), legal(position())), first);
  EXPECT_EQ(greeting_in(R"({"name": "example"})").name, "example");
}

TEST(ProcessProtocol, AnAnswerOfAnyDepthIsAFailureAndNoCrash) {
  for (const std::size_t levels : {10U, 63U, 64U, 200'000U, 400'000U}) {
    EXPECT_EQ(failure_of(nested(levels)).kind(), FailureKind::protocol) << levels;
  }
}

TEST(ProcessProtocol, TheNumberMustBeTheOneOfTheQuestion) {
  for (const std::string_view id :
       {"2", "-3", "3.0", "\"3\"", "null", "true", "[3]", "18446744073709551619", "1e999"}) {
    const std::string answer = R"({"id": )" + std::string(id) + R"(, "action": "pass"})";
    EXPECT_EQ(failure_of(answer).kind(), FailureKind::protocol) << id;
  }
}

TEST(ProcessProtocol, TextsAreOfTheRightTypeAndLength) {
  EXPECT_EQ(failure_of(R"({"id": 3})").kind(), FailureKind::protocol);
  EXPECT_EQ(failure_of(R"({"id": 3, "action": 7})").kind(), FailureKind::protocol);
  EXPECT_EQ(failure_of(R"({"id": 3, "action": ")" + std::string(128, 'x') + "\"}").kind(),
            FailureKind::illegal);
  EXPECT_EQ(failure_of(R"({"id": 3, "action": ")" + std::string(129, 'x') + "\"}").kind(),
            FailureKind::protocol);
  EXPECT_EQ(greeting_in(R"({"name": ")" + std::string(256, 'x') + "\"}").name.size(), 256U);
  EXPECT_THROW(static_cast<void>(greeting_in(R"({"name": ")" + std::string(257, 'x') + "\"}")),
               AgentFailure);
  EXPECT_THROW(static_cast<void>(greeting_in(R"({"name": {}})")), AgentFailure);
  EXPECT_THROW(static_cast<void>(greeting_in("[]")), AgentFailure);
}

TEST(ProcessProtocol, EveryActionOfABoardWithTheLongestNamesCanBeAnswered) {
  std::string board(testing::kIslands);
  for (const std::string name : {"tortuga", "haven", "reef"}) {
    const std::string longest = name + std::string(32 - name.size(), 'x');
    for (std::size_t at = 0; (at = board.find('"' + name + '"', at)) != std::string::npos;) {
      board.replace(at + 1, name.size(), longest);
      at += longest.size();
    }
  }
  const Board longest = read_board(board);
  for (unsigned id = 0; id < kActions; ++id) {
    const std::string text = to_notation(Action(static_cast<u16>(id)), longest);
    try {
      static_cast<void>(
          action_in(R"({"id": 3, "action": ")" + text + "\"}", 3, position(), legal(position())));
    } catch (const AgentFailure& failure) {
      EXPECT_EQ(failure.kind(), FailureKind::illegal) << text;
    }
  }
}

TEST(ProcessProtocol, AProgramSaysWhichVersionItSpeaks) {
  EXPECT_EQ(greeting_in(R"({"name": "old"})").protocol, 1U);
  EXPECT_EQ(greeting_in(R"({"name": "old", "protocol": 1})").protocol, 1U);
  EXPECT_EQ(greeting_in(R"({"name": "new", "protocol": 3})").protocol, 3U);
  for (const std::string_view version : {"0", "4", "2.0", "-1", "\"2\"", "null", "[2]", "1e99"}) {
    const std::string answer = R"({"name": "x", "protocol": )" + std::string(version) + "}";
    EXPECT_THROW(static_cast<void>(greeting_in(answer)), AgentFailure) << version;
  }
  EXPECT_EQ(hello_line(), "{\"type\": \"hello\", \"protocol\": 1, \"protocols\": [1, 2, 3]}\n");
}

/// What stands between the values of a line, outside of texts.
std::string separators(std::string_view line) {
  std::string found;
  bool is_text = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    is_text ^= line[i] == '"';
    if (!is_text && (line[i] == ':' || line[i] == ',') && line[i + 1] != ' ') found += line[i];
  }
  return found;
}

TEST(ProcessProtocol, EveryLineHasTheSpacesOfItsDescription) {
  const Ruleset rules = Ruleset::make("aoe3", 2);
  State s = start(rules);
  GameEnd end{result(s), {0.5, 0.5}, 2, 2};
  SeenEvents events;
  events.add(s, Action(Verb::order, 1), Player{0});
  EXPECT_TRUE(
      newgame_line(rules, Player{1}, 7)
          .starts_with(R"({"type": "newgame", "ruleset": {"edition": "aoe3", "players": 2, )"
                       R"("modules": [], "variants": []}, "seat": "p2", "seed": 7, )"
                       R"("tiles": {"settlers": {"age": 1, "price": 10}, )"));
  EXPECT_EQ(
      endgame_line(end, Player{0}, &events),
      R"({"type": "endgame", "seat": "p1", "moves": [{"actor": "chance", "event": "order p2"}], )"
      R"("result": {"vp": [0, 0], "rank": [1, 1], "breakdown": [)"
      R"({"colonies": 0, "discoveries": 0, "tiles": 0, "economy": 0, "bought": 0}, )"
      R"({"colonies": 0, "discoveries": 0, "tiles": 0, "economy": 0, "bought": 0}], )"
      R"("win_share": [0.5, 0.5], "forfeited": ["p2"]}})"
      "\n");
  for (const std::string& line :
       {hello_line(), newgame_line(rules.on(testing::islands()), Player{1}, 7),
        move_line(position(), legal(position()), 3, 10, 3, &events)}) {
    EXPECT_EQ(separators(line), "") << line;
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
  }
}

TEST(ProcessProtocol, ANewGameHasThePricesOfItsTiles) {
  const auto tiles = [](Ruleset rules) {
    return nlohmann::json::parse(newgame_line(rules, Player{1}, 7))["tiles"];
  };
  const auto of_2007 = tiles(Ruleset::make("aoe3", 2));
  EXPECT_EQ(of_2007.size(), 33U);  // settlers exists twice
  EXPECT_EQ(of_2007["settlers"], nlohmann::json::parse(R"({"age": 1, "price": 10})"));
  EXPECT_EQ(of_2007["factory"], nlohmann::json::parse(R"({"age": 3, "price": 20})"));
  EXPECT_FALSE(of_2007.contains("plague_1"));
  const std::vector<std::string> builder{"builder"};
  EXPECT_EQ(tiles(Ruleset::make("empires", 2, builder))["spoils_ship"]["price"], 0);
}

TEST(ProcessProtocol, WhatAnotherHasSeenIsNotTold) {
  State s = start(Ruleset::make("empires", 2));
  s.node = Node::look_counter;
  s.actor = Player{1};
  const Action seen(Verb::counter, 5);
  SeenEvents own;
  own.add(s, seen, Player{1});
  EXPECT_EQ(own.text(), R"({"actor": "chance", "event": "counter 5"})");
  SeenEvents others;
  others.add(s, seen, Player{0});
  EXPECT_EQ(others.text(), R"({"actor": "chance", "event": "counter ?"})");
  s.node = Node::look_card;
  others.add(s, Action(Verb::card, 15), Player{0});
  EXPECT_EQ(others.text(),
            R"({"actor": "chance", "event": "counter ?"}, {"actor": "chance", "event": "card ?"})");
  s.node = Node::expedition_counter;  // turned over before everybody
  others.clear();
  others.add(s, seen, Player{0});
  EXPECT_EQ(others.text(), R"({"actor": "chance", "event": "counter 5"})");
}

TEST(ProcessProtocol, FailuresAreShortAndPrintable) {
  const std::string what = failure_of("\x1b[31m\xff" + std::string(100'000, '\x07')).what();
  EXPECT_LE(what.size(), 390U);
  EXPECT_EQ(printable(what), what);
  const AgentFailure failure(FailureKind::crashed, "a\nb" + std::string(1000, 'c'));
  EXPECT_EQ(std::string(failure.what()).substr(0, 4), "a?bc");
  EXPECT_LE(std::string(failure.what()).size(), 390U);
}

}  // namespace
}  // namespace carrack
