// Seats that were given up: their words and their ranks.
#include "core/game/forfeit.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Ranks = std::array<u8, kMaxPlayers>;

Ranks after(Ranks played, std::initializer_list<unsigned> seats, unsigned players) {
  std::vector<Forfeit> forfeits;
  for (const unsigned seat : seats) forfeits.push_back({seat, FailureKind::crashed, 0, ""});
  Result result;
  result.rank = played;
  rank_forfeits_last(result, forfeits, players);
  return result.rank;
}

TEST(Forfeit, RanksComeBehindThoseOfAllWhoPlayed) {
  EXPECT_EQ(after({1, 2, 3, 4}, {}, 4), (Ranks{1, 2, 3, 4}));
  EXPECT_EQ(after({1, 2, 3, 4}, {0}, 4), (Ranks{4, 1, 2, 3}));
  EXPECT_EQ(after({1, 2, 3, 4}, {0, 2}, 4), (Ranks{3, 1, 3, 2}));
  EXPECT_EQ(after({2, 1, 2}, {1}, 3), (Ranks{1, 3, 1}));  // the others still share theirs
  EXPECT_EQ(after({1, 2}, {0, 1}, 2), (Ranks{1, 1}));
}

TEST(Forfeit, KindsAreReadByTheirNames) {
  for (unsigned kind = 0; kind < kFailureNames.size(); ++kind) {
    EXPECT_EQ(failure_kind(kFailureNames[kind]), nth<FailureKind>(kind));
  }
  expect_names(complaint([] { static_cast<void>(failure_kind("ilegal")); }),
               {"'ilegal'", "did you mean 'illegal'?"});
}

}  // namespace
}  // namespace carrack::testing
