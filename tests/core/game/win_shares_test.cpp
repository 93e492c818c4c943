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

TEST(WinShares, SeatsBeyondTheTableHaveNone) {
  const std::array<u8, kMaxPlayers> rank{1, 1, 1, 1, 1, 1};
  EXPECT_EQ(win_shares(rank, 2), (std::array<double, kMaxPlayers>{0.5, 0.5}));
}

}  // namespace
}  // namespace carrack
