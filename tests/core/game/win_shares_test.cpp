// The win share of each seat.
#include "core/game/win_shares.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(WinShares, TheFirstHasTheWholeWin) {
  const std::array<u8, kMaxPlayers> rank{3, 1, 2};
  EXPECT_EQ(win_shares(rank, 3), (std::array<double, kMaxPlayers>{0, 1, 0}));
}

TEST(WinShares, ATieSharesTheWin) {
  const std::array<u8, 4> rank{1, 3, 1, 4};
  EXPECT_EQ(win_shares(rank, 4), (std::array<double, kMaxPlayers>{0.5, 0, 0.5, 0}));
  EXPECT_EQ(win_share(1, 3), 1.0 / 3);
  EXPECT_EQ(win_share(2, 3), 0);
}

TEST(WinShares, ARankIsOneMoreThanTheSeatsThatAreBetter) {
  const std::array<u8, 4> ranks{1, 3, 1, 4};
  for (std::size_t seat = 0; seat < ranks.size(); ++seat) {
    EXPECT_EQ(consistent_rank(ranks, seat), ranks[seat]);
  }
  EXPECT_EQ(consistent_rank(std::array<u8, 3>{1, 2, 1}, 1), 3U);
  EXPECT_EQ(consistent_rank(std::array<u8, 2>{2, 2}, 0), 1U);
}

TEST(WinShares, SeatsBeyondTheTableHaveNone) {
  const std::array<u8, kMaxPlayers> rank{1, 1, 1, 1, 1, 1};
  EXPECT_EQ(win_shares(rank, 2), (std::array<double, kMaxPlayers>{0.5, 0.5}));
}

}  // namespace
}  // namespace carrack
