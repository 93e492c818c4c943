// RULES §11: records, written and read.
#include "core/notation/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/core/forfeited.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

/// A random game as its record, and the position it ended in.
std::pair<std::string, State> recorded(Ruleset rules, u64 seed, bool trace) {
  std::string text;
  RecordWriter writer(
      text, {rules, std::vector<std::string>(rules.players(), "random"), seed, 0, "t"}, trace);
  ChanceSource chance(seed);
  Random random(seed, 1);
  State s = start(rules);
  while (!is_over(s)) {
    const State before = s;
    const Legal options = legal(s);
    const Action action = is_chance(s) ? chance.draw(s) : options[random.below(options.size())];
    apply(s, action);
    writer.event(before, action, s);
  }
  writer.finish(result(s));
  return {text, s};
}

/// Reads everything; returns the error of the reader, or "".
std::string verify(const std::string& text, State* end = nullptr) {
  std::istringstream in(text);
  RecordReader reader(in, "f");
  try {
    while (reader.next_game()) {
      while (reader.next_event()) {
      }
      if (end != nullptr) *end = reader.state();
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Record, S11_ReplaysToTheSamePositionAndHash) {
  for (unsigned players = 2; players <= 5; ++players) {
    for (const bool auction : {false, true}) {
      std::vector<std::string> modules;
      if (auction) modules.emplace_back("auction");
      const Ruleset rules = Ruleset::make("aoe3", players, modules);
      for (const bool trace : {false, true}) {
        const auto [text, end] = recorded(rules, players, trace);
        State replayed{};
        EXPECT_EQ(verify(text, &replayed), "");
        EXPECT_EQ(hash(replayed), hash(end));
      }
    }
  }
}

TEST(Record, TheTextOfAListOfEventsIsWhatTheWriterWrites) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  for (const bool trace : {false, true}) {
    const std::string text = recorded(rules, 5, trace).first;
    std::istringstream in(text);
    RecordReader reader(in, "f");
    ASSERT_TRUE(reader.next_game());
    std::vector<Action> events;
    while (reader.next_event()) events.push_back(reader.action());
    EXPECT_EQ(record_text(reader.header(), events, {}, {}, trace), text);

    events.pop_back();  // a game that is not over has no footer
    const std::string part = record_text(reader.header(), events, {}, {}, trace);
    EXPECT_TRUE(text.starts_with(part));
    EXPECT_EQ(std::ranges::count(part, '\n'), 1 + std::ssize(events));
  }
}

TEST(Record, AnotherWayToWriteTheSameJsonIsAccepted) {
  const auto [text, end] = recorded(Ruleset::make("aoe3", 3), 9, true);
  std::string other;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) other += Json::parse(line).dump() + "\n\n";
  EXPECT_EQ(verify(other), "");
  std::string carriage_returns;
  for (const char c : other)
    carriage_returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(verify(carriage_returns), "");
}

TEST(Record, ManyGamesInOneFile) {
  const std::string one = recorded(Ruleset::make("aoe3", 2), 1, false).first;
  const std::string other = recorded(Ruleset::make("aoe3", 4), 2, true).first;
  EXPECT_EQ(verify(one + other + one), "");
}

TEST(Record, WrongFilesAreToldLineAndReason) {
  const std::string text = recorded(Ruleset::make("aoe3", 2), 4, false).first;
  const auto expect = [](const std::string& file, std::initializer_list<std::string_view> words) {
    const std::string message = verify(file);
    for (const std::string_view word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << message << " lacks " << word;
    }
    EXPECT_EQ(message.find('\n'), std::string::npos);
  };
  expect("", {"f:1", "empty"});
  expect("{\"a\": 1}\n", {"f:1", "carrack-game"});
  expect(
      "\x7f"
      "ELF\x01\n",
      {"f:1", "not JSON"});
  expect(text.substr(0, text.size() / 2), {"f:"});
  expect(text.substr(0, text.rfind("{\"result")), {"without a footer"});
  expect(replaced(text, "\"version\": 1", "\"version\": 2"), {"f:1", "version 2"});
  expect(replaced(text, "aoe3", "aoe5"), {"f:1", "aoe5"});
  expect(replaced(text, "\"players\": 2", "\"players\": 3"), {"f:1", "3"});
  expect(replaced(text, "\"ply\": 3,", "\"ply\": 4,"), {"f:5", "ply is 4, expected 3"});
  expect(replaced(text, "\"actor\": \"chance\"", "\"actor\": \"p1\""), {"f:2", "actor is p1"});
  expect(replaced(text, "\"event\": \"order p", "\"event\": \"order q"), {"f:2"});
  expect(replaced(text, "\"event\": \"tile ", "\"event\": \"tile x"), {"f:3", "unknown word"});
  expect(replaced(text, "\"vp\": [", "\"vp\": [1"), {"result/vp/0", "expected"});
  expect(text + "{}\n", {"carrack-game"});
}

TEST(Record, ForfeitsStandInTheFooterAndAreChecked) {
  const std::string text = recorded(Ruleset::make("aoe3", 3), 4, false).first;
  EXPECT_EQ(text.find("forfeits"), std::string::npos);  // unchanged
  const std::vector<Forfeit> forfeits{{2, FailureKind::timed_out, 3, "slow \x1b[31m"},
                                      {0, FailureKind::crashed, 7, "gone"}};
  const std::string with = forfeited(text, forfeits);
  std::istringstream in(with + text);
  RecordReader reader(in, "f");
  ASSERT_TRUE(reader.next_game());
  while (reader.next_event()) EXPECT_TRUE(reader.forfeits().empty());
  ASSERT_EQ(reader.forfeits().size(), 2U);
  EXPECT_EQ(reader.forfeits()[0].seat, 2U);
  EXPECT_EQ(reader.forfeits()[0].kind, FailureKind::timed_out);
  EXPECT_EQ(reader.forfeits()[0].decision, 3U);
  EXPECT_EQ(reader.forfeits()[0].what, "slow ?[31m");
  const auto ranks = reader.final_result().rank;
  EXPECT_EQ(ranks[0], 2);
  EXPECT_EQ(ranks[1], 1);
  EXPECT_EQ(ranks[2], 2);
  ASSERT_TRUE(reader.next_game());
  while (reader.next_event()) {
  }
  EXPECT_TRUE(reader.forfeits().empty());

  const auto wrong = [&](const std::string& from, const std::string& to, std::string_view words) {
    const std::string said = verify(replaced(with, from, to));
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  wrong(R"("seat": 3, "kind")", R"("seat": 4, "kind")", "seat is 4, expected 1 to 3");
  wrong(R"("seat": 3, "kind")", R"("seat": 1, "kind")", "seat 1 is listed twice");
  wrong("timed_out", "timed_uot", "did you mean 'timed_out'");
  wrong(R"("decision": 7)", R"("decision": 2)", "decision is 2, expected 3 to");
  wrong(R"("decision": 7)", R"("decision": 99999)", "decision is 99999");
  wrong(R"("reason": "gone")", R"("reason": 7)", "\"reason\" is not a string");
  wrong(R"("reason": "gone")", R"("reasons": "gone")", "unknown key 'reasons'");
  wrong(R"("forfeits": [)", R"("forfeits": 1, "x": [)", "should be a list");
}

TEST(Record, ASwappedPairOfEventsIsFound) {
  const std::string text = recorded(Ruleset::make("aoe3", 2), 4, false).first;
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + '\n');
  std::swap(lines[20], lines[21]);
  std::string swapped;
  for (const std::string& line : lines) swapped += line;
  EXPECT_NE(verify(swapped), "");
}

TEST(Record, AWrongOptionOrPositionIsFound) {
  const std::string text = recorded(Ruleset::make("aoe3", 2), 4, true).first;
  EXPECT_NE(verify(replaced(text, "\"order p1\": \"1/2\"", "\"order p1\": \"1/3\""))
                .find("legal: order p1"),
            std::string::npos);
  EXPECT_NE(verify(replaced(text, "\"money\": 10", "\"money\": 12"))
                .find("state: players/0/money is 12, expected 10"),
            std::string::npos);
}

TEST(Record, APositionWithoutItsOptionsIsNoTrace) {
  const std::string text = recorded(Ruleset::make("aoe3", 2), 4, false).first;
  EXPECT_NE(verify(replaced(text, "\"ply\": 3,", "\"state\": {\"x\": 1}, \"ply\": 3,"))
                .find("\"legal\" is missing"),
            std::string::npos);
}

TEST(Record, AKeyStandsOnceInALine) {
  const std::string text = recorded(Ruleset::make("aoe3", 2), 4, false).first;
  for (const auto& [from, to] : {std::pair("\"ply\": 3,", "\"ply\": 77, \"ply\": 3,"),
                                 std::pair("{\"result\"", "{\"result\": 1, \"result\"")}) {
    EXPECT_NE(verify(replaced(text, from, to)).find("duplicate key"), std::string::npos) << to;
  }
}

TEST(Record, C8_TheHeaderHasTheSeedOfTheRunAndTheNumberOfTheGame) {
  std::string text;
  const RecordWriter writer(text, {Ruleset::make("aoe3", 2), {"random", "random"}, 7, 3, "t"},
                            /*trace=*/false);
  EXPECT_NE(text.find(R"("seed": 7, "game": 3)"), std::string::npos) << text;
}

}  // namespace
}  // namespace carrack::testing
