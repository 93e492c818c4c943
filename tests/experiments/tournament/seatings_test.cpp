// Sets of seatings: counts of seats and left neighbours.
#include "experiments/tournament/seatings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace carrack {
namespace {

/// Everybody has every seat equally often, and no seating comes twice.
void expect_fair_seats(const std::vector<Seating>& block, unsigned players) {
  EXPECT_EQ(std::set<Seating>(block.begin(), block.end()).size(), block.size());
  std::map<std::pair<unsigned, unsigned>, std::size_t> times;
  for (const Seating& seating : block) {
    for (unsigned seat = 0; seat < players; ++seat) ++times[{seat, seating[seat]}];
  }
  EXPECT_EQ(times.size(), std::size_t{players} * players);
  for (const auto& [pair, n] : times) EXPECT_EQ(n, block.size() / players);
}

TEST(Seatings, EverybodyHasEverySeatEquallyOften) {
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    for (const SeatingSet set : {SeatingSet::rotations, SeatingSet::all, SeatingSet::balanced}) {
      expect_fair_seats(make_seatings(set, players), players);
    }
    EXPECT_EQ(rotated_seatings(players).size(), players);
  }
  EXPECT_EQ(all_seatings(5).size(), 120U);
}

TEST(Seatings, OneIsInTheOrderOfTheEntrants) {
  EXPECT_EQ(make_seatings(SeatingSet::one, 3), (std::vector<Seating>{{0, 1, 2}}));
}

TEST(Seatings, BalancedOnesAreFewAndHaveEveryLeftNeighbourEquallyOften) {
  const std::map<unsigned, std::size_t> sizes{{2, 2}, {3, 6}, {4, 24}, {5, 20}, {6, 60}};
  for (const auto& [players, size] : sizes) {
    const std::vector<Seating> block = balanced_seatings(players);
    EXPECT_EQ(block.size(), size);
    std::map<std::pair<unsigned, unsigned>, std::size_t> times;
    for (const Seating& seating : block) {
      for (unsigned seat = 0; seat < players; ++seat) {
        ++times[{seating[seat], seating[(seat + 1) % players]}];
      }
    }
    EXPECT_EQ(times.size(), std::size_t{players} * (players - 1));
    for (const auto& [pair, n] : times) EXPECT_EQ(n, block.size() / (players - 1));
  }
}

}  // namespace
}  // namespace carrack
