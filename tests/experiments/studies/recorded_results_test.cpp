// Results from record files: blocks, copies, forfeits.
#include "experiments/studies/recorded_results.hpp"

#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

using RecordedResultsTest = StudyFiles;

std::size_t blocks_of(const Results& results) { return by_block(results.games).size(); }

TEST_F(RecordedResultsTest, GamesOfABlockNeedNotFollowEachOther) {
  const Recorder recorder({"random", "scripted"});
  // Two blocks of two games, whose games alternate, and a third game of the first in another file.
  std::string alternating;
  for (const u64 variant : {0U, 1U}) {
    for (const u64 block : {0U, 1U}) {
      alternating += recorder.game({.block = block, .variant = variant, .number = 2 * variant});
    }
  }
  const std::string more = recorder.game({.block = 0, .variant = 2});
  const Results results =
      read_recorded_results({write("a", alternating), write("b", more)}, /*with_luck=*/false)
          .results;
  ASSERT_EQ(results.games.size(), 5U);
  EXPECT_EQ(results.duplicates, 0U);
  EXPECT_EQ(blocks_of(results), 2U);
  for (const std::size_t game : {0U, 2U, 4U}) {
    EXPECT_EQ(results.games[game].block, results.games[0].block) << game;
  }
  EXPECT_EQ(results.games[1].block, results.games[3].block);
  EXPECT_NE(results.games[0].block, results.games[1].block);
}

TEST_F(RecordedResultsTest, AGameThatRunsNumberDifferentlyCountsOnce) {
  const Recorder recorder({"random", "scripted"});
  const std::string played = write("play", recorder.game({.block = 1, .number = 1}));
  const std::string scheduled =
      write("tournament", recorder.game({.block = 1, .number = 2, .seed = 3}));
  const Results results = read_recorded_results({played, scheduled}, /*with_luck=*/false).results;
  EXPECT_EQ(results.games.size(), 1U);
  EXPECT_EQ(results.duplicates, 1U);
}

TEST_F(RecordedResultsTest, ForfeitsAreCountedByEntrantAndRankedLast) {
  Recorder recorder({"greedy", "random", "random"});
  FailingAgent failing;
  recorder.seat(1, failing);
  const std::string text = recorder.games(3);
  const Results results =
      read_recorded_results({write("a", text), write("again", text)}, /*with_luck=*/false).results;
  ASSERT_EQ(results.entrants, (std::vector<std::string>{"greedy", "random"}));
  EXPECT_EQ(results.forfeits_of(0), 0U);
  EXPECT_EQ(results.forfeits_of(1), 3U) << "a copy counts once";
  for (const GameOutcome& game : results.games) EXPECT_EQ(game.by_seat[1].rank, 3U);
}

}  // namespace
}  // namespace carrack
