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

}  // namespace
}  // namespace carrack
