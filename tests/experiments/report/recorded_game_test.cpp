// Games in memory: read from records and written back.
#include "experiments/report/recorded_game.hpp"

#include "tests/core/forfeited.hpp"
#include "tests/experiments/report/games.hpp"

namespace carrack::testing {
namespace {

TEST(RecordedGame, IsWrittenBackAsItWasRead) {
  const std::string record = record_of(Ruleset::make("aoe3", 2), 4, "uct:iterations=5");
  const RecordedGame game = game_of(record);
  EXPECT_TRUE(game.search.back() || game.search[game.search.size() - 2]) << "no search was kept";
  EXPECT_EQ(record_text(game), record);
}

TEST(RecordedGame, KeepsForfeitsAndRanksThemLast) {
  std::string record = record_of(Ruleset::make("aoe3", 3), 4);
  const Result engine = game_of(record).result;
  const auto winner =
      static_cast<unsigned>(std::ranges::find(engine.rank, u8{1}) - engine.rank.begin());
  const std::vector<Forfeit> forfeits{{winner, FailureKind::crashed, 3, "it ended"}};
  record = testing::forfeited(std::move(record), forfeits);
  const RecordedGame game = game_of(record);
  ASSERT_EQ(game.forfeits.size(), 1U);
  EXPECT_EQ(game.result.rank[winner], 3);
  EXPECT_EQ(record_text(game), record);
}

TEST(RecordedGame, TellsEachEventWithThePositionBefore) {
  std::istringstream in(record_of(Ruleset::make("empires", 3), 2));
  RecordReader reader(in, "test");
  ASSERT_TRUE(reader.next_game());
  State expected = start(reader.header().rules);
  std::vector<Action> events;
  const RecordedGame game = read_game(reader, [&](const State& before, Action event) {
    EXPECT_EQ(hash(before), hash(expected));
    events.push_back(event);
    apply(expected, event);
  });
  EXPECT_EQ(events, game.events);
  EXPECT_TRUE(is_over(expected));
}

TEST(RecordedGame, KnowsItsNumberInTheFile) {
  const std::string record = record_of(Ruleset::make("aoe3", 2), 1);
  std::istringstream in(record + record);
  RecordReader reader(in, "test");
  for (u64 number = 1; number <= 2; ++number) {
    ASSERT_TRUE(reader.next_game());
    EXPECT_EQ(read_game(reader).number, number);
  }
}

}  // namespace
}  // namespace carrack::testing
