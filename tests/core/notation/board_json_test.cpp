// Boards from JSON: reading, refusals, boards in records.
#include "core/notation/board_json.hpp"

#include <sstream>

#include "core/notation/record.hpp"
#include "core/tools/rollout.hpp"
#include "tests/core/islands.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::string replaced(std::string_view from, std::string_view to, std::string_view text = kIslands) {
  std::string changed(text);
  const std::size_t at = changed.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return changed.replace(at, from.size(), to);
}

std::string refusal(std::string_view json) {
  return complaint([&] { static_cast<void>(read_board(json)); });
}

/// Random games from start to end, with every invariant.
void expect_playable(Ruleset rules, u64 games = 20) {
  for (u64 game = 0; game < games; ++game) {
    Random random(game, 5);
    State s = start(rules);
    while (!is_over(s)) {
      apply(s, random_action(s, legal(s), random));
      ASSERT_NO_THROW(check(s)) << rules.to_string();
    }
  }
}

TEST(BoardJson, ReadsNamesGoodsBordersAndWhatIsDiscovered) {
  const BoardRow& board = boards::row(islands());
  EXPECT_EQ(board.name(), "islands");
  ASSERT_EQ(board.regions().size(), 3U);
  EXPECT_EQ(board.regions()[0].name, "tortuga");
  EXPECT_EQ(board.regions()[0].adjacent, 0b110);
  EXPECT_EQ(board.regions()[2].good, Good::fur);
  EXPECT_EQ(board.discovered(), 0b010);
  EXPECT_EQ(board.african(), 0b100);
  EXPECT_EQ(board.tokens()[index(Good::gold)], 5);
  EXPECT_EQ(board.tokens()[index(Good::silk)], 0);
}

TEST(BoardJson, WhatIsWrittenReadsBackAsTheSameBoard) {
  for (const Board board : {Board::americas, Board::world, islands()}) {
    std::string text;
    append_board(text, board);
    EXPECT_EQ(read_board(text), board);
  }
}

TEST(BoardJson, EqualBoardsAreOne) {
  const Board board = islands();
  EXPECT_EQ(islands(), board);
  EXPECT_NE(read_board(replaced("\"gold\": 5", "\"gold\": 4")), board);
}

TEST(BoardJson, IsPlayedOnByBothEditionsAndTheAuction) {
  const Board board = islands();
  expect_playable(Ruleset::make("aoe3", 3).on(board));
  expect_playable(Ruleset::make("aoe3", 2, {"auction"}).on(board));
  expect_playable(empires(4, {"builder", "national"}, {"open_counters"}).on(board));
}

TEST(BoardJson, TheWorldMapPlaysOnAnotherOneOfItsKind) {
  std::string text;
  append_board(text, Board::world);
  const Board exchanged = read_board(
      replaced("\"good\": \"sugar\"", "\"good\": \"gold\"",
               replaced("\"good\": \"gold\"", "\"good\": \"sugar\"",
                        replaced("\"name\": \"world\"", "\"name\": \"exchanged\"", text))));
  const Ruleset rules = empires(3, {"builder", "national", "world"}).on(exchanged);
  EXPECT_EQ(rules.to_string(), "empires-3+builder+national+world@exchanged");
  EXPECT_EQ(boards::row(exchanged).regions()[0].good, Good::gold);
  expect_playable(rules);
}

TEST(BoardJson, TheWorldMapNeedsItsLandmarks) {
  const auto needs = [](Board board) {
    return complaint([&] { static_cast<void>(empires(3, {"builder", "world"}).on(board)); });
  };
  expect_names(needs(islands()), {"'islands'", "'new_france'", "'world'"});
  std::string text;
  append_board(text, Board::world);
  for (int i = 0; i < 2; ++i) text = replaced("\"african\": true, ", "", text);
  expect_names(needs(read_board(text)), {"african", "'world'"});
  EXPECT_EQ(needs(Board::world), "");
}

TEST(BoardJson, RefusesWhatIsWrongByName) {
  expect_names(refusal("{\n\"name\": oops"), {"JSON", "line 2"});
  expect_names(refusal("[]"), {"object"});
  expect_names(refusal(replaced("\"fur\": 4", "\"fur\": 4, \"fur\": 4")), {"duplicate key 'fur'"});
  expect_names(refusal(replaced("\"goods\"", "\"gods\"")), {"'gods'", "did you mean 'goods'"});
  expect_names(refusal(replaced("\"name\": \"islands\",", "")), {"\"name\" is missing"});
  expect_names(refusal(replaced("\"islands\"", "\"My Islands\"")), {"\"name\""});
  expect_names(refusal(replaced("\"islands\"", "3")), {"\"name\""});
  expect_names(refusal(replaced("\"fur\": 4", "\"furs\": 4")), {"'furs'", "did you mean 'fur'"});
  expect_names(refusal(replaced("\"fur\": 4", "\"fur\": 7")), {"'fur'", "0 to 6"});
  expect_names(refusal(replaced("\"fur\": 4", "\"fur\": -1")), {"'fur'", "0 to 6"});
  expect_names(refusal(replaced("\"fur\": 4", "\"fur\": 1")), {"'reef'", "'fur'", "1"});
  expect_names(refusal(replaced("\"fur\": 4, ", "")), {"'haven'", "'fur'", "0"});
}

TEST(BoardJson, RefusesWrongRegionsByName) {
  expect_names(refusal(R"({"name": "x", "goods": {}})"), {"\"regions\" is missing"});
  expect_names(refusal(R"({"name": "x", "goods": {}, "regions": []})"), {"2 to 10", "not 0"});
  expect_names(refusal(R"({"name": "x", "goods": {}, "regions": [1, 2]})"), {"region 1"});
  expect_names(refusal(replaced("\"id\": \"reef\"", "\"id\": \"haven\"")),
               {"region 3", "'haven'", "twice"});
  for (const std::string word : {"deck", "deck_top", "deck_bottom"}) {  // used by the notation
    expect_names(refusal(replaced("\"id\": \"reef\"", "\"id\": \"" + word + "\"")),
                 {"'" + word + "'", "cannot be a name"});
  }
  expect_names(refusal(replaced("\"good\": \"sugar\"", "\"good\": \"suger\"")),
               {"'tortuga'", "'suger'", "did you mean 'sugar'"});
  expect_names(refusal(replaced("\"good\": \"sugar\", ", "")),
               {"'tortuga'", "\"good\" is missing"});
  expect_names(refusal(replaced("\"haven\", \"reef\"", "\"heaven\", \"reef\"")),
               {"'tortuga'", "'heaven'", "did you mean 'haven'"});
  expect_names(refusal(replaced("\"haven\", \"reef\"", "\"reef\"")),
               {"'haven' borders 'tortuga'", "'tortuga' does not"});
  expect_names(refusal(replaced("\"haven\", \"reef\"", "\"tortuga\"")), {"itself"});
  expect_names(refusal(replaced("\"african\": true", "\"african\": 1")),
               {"'reef'", "\"african\"", "true or false"});
  expect_names(refusal(replaced("\"african\"", "\"afrikan\"")),
               {"'afrikan'", "did you mean 'african'"});
  expect_names(refusal(replaced("\"discovered\": true, ", "")), {"discovered from the start"});
  expect_names(refusal(R"({"name": "x", "goods": {"fur": 2}, "regions": [
      {"id": "a", "good": "fur", "discovered": true, "adjacent": []},
      {"id": "b", "good": "fur", "discovered": true, "adjacent": []}]})"),
               {"nothing to discover"});
}

TEST(BoardJson, ARecordCarriesItsBoard) {
  const Ruleset rules = Ruleset::make("aoe3", 2).on(islands());
  std::string text;
  RecordWriter writer(text, RecordHeader{rules, {"random", "random"}, 0, 0, ""}, /*trace=*/true);
  Random random(3, 3);
  State s = start(rules);
  while (!is_over(s)) {
    const State before = s;
    const Action action = random_action(s, legal(s), random);
    apply(s, action);
    writer.event(before, action, s);
  }
  writer.finish(result(s));
  EXPECT_NE(text.find("\"reef\""), std::string::npos);
  std::istringstream in(text);
  RecordReader reader(in, "islands.jsonl");
  ASSERT_TRUE(reader.next_game());
  EXPECT_EQ(reader.header().rules, rules);
  while (reader.next_event()) {
  }
  EXPECT_TRUE(reader.state() == s);

  std::istringstream broken(replaced("\"good\": \"fur\"", "\"good\": \"fun\"", text));
  RecordReader refusing(broken, "islands.jsonl");
  expect_names(complaint([&] { static_cast<void>(refusing.next_game()); }),
               {"islands.jsonl:1", "\"board\"", "'fun'"});
}

TEST(BoardJson, OneRunReadsAThousandBoards) {
  forget_custom_rules();
  const auto named = [](unsigned i) {
    return replaced("islands", "islands" + std::to_string(i), std::string(kIslands));
  };
  std::vector<Board> read;
  for (unsigned i = 0; i < 1000; ++i) read.push_back(read_board(named(i)));
  EXPECT_EQ(read_board(named(700)), read[700]);  // it is known already
  EXPECT_EQ(boards::row(read[700]).name(), "islands700");
  EXPECT_EQ(boards::row(read[700]).regions()[2].name, "reef");
  expect_playable(Ruleset::make("aoe3", 3).on(read[999]), 2);
  forget_custom_rules();
}

TEST(BoardJson, AForgottenBoardIsNoneAnyMore) {
  State s = start(Ruleset::make("aoe3", 2).on(islands()));
  forget_custom_rules();
  EXPECT_THROW(check(s), std::logic_error);
}

}  // namespace
}  // namespace carrack::testing
