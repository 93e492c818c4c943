// Standings: means over whole blocks.
#include "experiments/tournament/standings.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Standings, CountWholeBlocksInAnyOrder) {
  Standings standings({"a", "b", "b"}, 2);
  const auto game = [](u64 block, u64 permutation, std::vector<unsigned> ranks) {
    BlockGame g{block, permutation, {}};
    for (unsigned i = 0; i < 3; ++i) {
      g.seats.push_back({i,
                         ranks[i],
                         static_cast<int>(10 * ranks[i]),
                         ranks[i] == 1 ? 1.0 : 0.0,
                         std::nullopt,
                         {}});
    }
    return g;
  };
  standings.add(game(1, 0, {1, 2, 3}));
  standings.add(game(0, 1, {3, 1, 2}));
  EXPECT_EQ(standings.blocks(), 0U);
  EXPECT_EQ(standings.games(), 2U);
  EXPECT_EQ(standings.games_of_whole_blocks(), 0U);
  EXPECT_EQ(standings.brief(), "");
  standings.add(game(0, 0, {3, 2, 1}));
  standings.add(game(1, 1, {1, 3, 2}));
  EXPECT_EQ(standings.blocks(), 2U);
  EXPECT_EQ(standings.games_of_whole_blocks(), 4U);
  ASSERT_EQ(standings.lines().size(), 2U);
  EXPECT_EQ(standings.lines()[0].seats.games(), 4U);
  EXPECT_EQ(standings.lines()[0].seats.blocks(), 2U);
  EXPECT_DOUBLE_EQ(standings.lines()[0].seats.win_share(3).mean, 0.5);
  EXPECT_EQ(standings.lines()[1].seats.games(), 4U);  // two seats of each
  EXPECT_EQ(standings.lines()[1].seats.seats(), 8U);
  EXPECT_DOUBLE_EQ(standings.lines()[1].seats.win_share(3).mean, 0.25);
  EXPECT_DOUBLE_EQ(standings.lines()[1].seats.rank(3).mean, 2);
  EXPECT_EQ(standings.brief().substr(0, 9), "a 0.500 [");
}

std::string brief_line(const std::vector<std::string>& names) {
  Standings standings(names, 1);
  for (u64 block = 0; block < 3; ++block) {
    BlockGame game{block, 0, {}};
    for (unsigned i = 0; i < names.size(); ++i) {
      const double won = i == block ? 1 : 0;
      game.seats.push_back({i, i + 1, 10, won, std::nullopt, {}});
    }
    standings.add(game);
  }
  return standings.brief();
}

TEST(Standings, BriefNamesShowWhereLongNamesDiffer) {
  const std::string line =
      brief_line({"mcts:iterations=1000,c=0.7,stop=on", "mcts:iterations=1000,stop=on", "uct"});
  EXPECT_TRUE(line.starts_with("mcts:ite…c=0.7,stop=on 0.")) << line;
  EXPECT_NE(line.find(", mcts:ite…stop=on 0."), std::string::npos) << line;
  EXPECT_NE(line.find(", uct 0."), std::string::npos) << line;
}

TEST(Standings, BriefNamesThatAreStillTooLongAreCut) {
  const std::string line = brief_line({"mcts:iterations=1000,c=0.7,stop=on,threads=4", "uct"});
  EXPECT_TRUE(line.starts_with("mcts:iterations=1000,c=… 0.")) << line;
  const std::string equal_start = brief_line({std::string(30, 'a') + "b", std::string(40, 'a')});
  EXPECT_TRUE(equal_start.starts_with(std::string(23, 'a') + "… 0.")) << equal_start;
}

}  // namespace
}  // namespace carrack
