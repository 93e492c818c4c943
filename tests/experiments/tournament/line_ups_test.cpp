// Line-ups of two agents.
#include "experiments/tournament/line_ups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace carrack {
namespace {

TEST(LineUps, AreDifferentAndGiveEachAgentEverySeatOnceInAPair) {
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    const std::vector<LineUpPair> pairs = line_up_pairs(players);
    EXPECT_EQ(pairs.size(), (std::array{0, 0, 1, 3, 3, 10, 10}[players]));
    std::vector<Seating> all;
    for (const LineUpPair& pair : pairs) {
      for (unsigned seat = 0; seat < players; ++seat) EXPECT_EQ(pair[0][seat] + pair[1][seat], 1U);
      EXPECT_EQ(std::ranges::count(pair[0], 0U), players - players / 2);
      all.insert(all.end(), pair.begin(), pair.end());
    }
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::unique(all).begin(), all.end());
  }
}

TEST(LineUps, TogetherGiveBothAgentsTheSameLeftNeighboursAtEverySeat) {
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    // How often an agent at a seat has each agent to its left: [seat][agent][neighbour].
    std::vector<std::array<std::array<unsigned, 2>, 2>> times(players);
    for (const LineUpPair& pair : line_up_pairs(players)) {
      for (const Seating& seating : pair) {
        for (unsigned seat = 0; seat < players; ++seat) {
          ++times[seat][seating[seat]][seating[(seat + 1) % players]];
        }
      }
    }
    for (const auto& at_seat : times) {
      EXPECT_EQ(at_seat, times.front()) << players;
      EXPECT_EQ(at_seat[0][0], at_seat[1][1]) << players;
      EXPECT_EQ(at_seat[0][1], at_seat[1][0]) << players;
      EXPECT_GT(at_seat[0][1], 0U) << players;
    }
  }
}

}  // namespace
}  // namespace carrack
