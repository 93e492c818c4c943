// RULES §4 G: colony scoring, against an independent formulation per player.
#include <algorithm>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Five = std::array<unsigned, 5>;

/// The VP of player `p`, from the numbers of players ahead and tied.
unsigned due(const Five& workers, unsigned p) {
  const auto above = std::ranges::count_if(workers, [&](unsigned n) { return n > workers[p]; });
  const auto level = std::ranges::count(workers, workers[p]);
  if (workers[p] == 0 || std::ranges::max(workers) < 3) return 0;
  if (above == 0) return level == 1 ? 6 : level == 2 ? 2 : 0;
  return above == 1 && level == 1 ? 2 : 0;
}

void people(Position& position, Region r, const Five& workers) {
  for (unsigned p = 0; p < workers.size(); ++p) {
    PlayerState& player = position.s.player[p];
    player.remove_standing(r, Worker::colonist, player.civilians_in(r));
    player.add_standing(r, Worker::colonist, workers[p]);
  }
}

/// Calls `visit` for every number of workers up to `most` of five players.
template <typename Visit>
void for_each_crowd(unsigned most, Visit&& visit) {
  Five workers{};
  for (;;) {
    visit(workers);
    unsigned p = 0;
    while (p < workers.size() && workers[p] == most) workers[p++] = 0;
    if (p == workers.size()) return;
    ++workers[p];
  }
}

TEST(Scoring, S4G_EveryCrowdOfFivePlayersInARegion) {
  Position position(5, 3);
  position.all_discovered();
  for_each_crowd(5, [&](const Five& workers) {
    people(position, region("brazil"), workers);
    const auto vp = scoring::colony_vp(position.s);
    for (unsigned p = 0; p < workers.size(); ++p) ASSERT_EQ(vp[p], due(workers, p));
  });
}

TEST(Scoring, S4G_RegionsAddUp) {
  Position position(5, 3);
  position.all_discovered();
  const std::array<Five, 4> crowds{
      {{3, 1, 0, 0, 0}, {3, 3, 1, 0, 0}, {2, 2, 2, 2, 2}, {1, 1, 4, 5, 0}}};
  Five expected{};
  for (unsigned r = 0; r < crowds.size(); ++r) {
    people(position, nth<Region>(2 * r), crowds[r]);
    for (unsigned p = 0; p < 5; ++p) expected[p] += due(crowds[r], p);
  }
  const auto vp = scoring::colony_vp(position.s);
  for (unsigned p = 0; p < 5; ++p) EXPECT_EQ(vp[p], expected[p]);
  EXPECT_EQ(expected, (Five{8, 4, 2, 6, 0}));
}

/// The VP of player `p` in a region with builders: 4 more for each where it is first, 2 if second.
unsigned due_with_builders(const State& s, Region r, unsigned p) {
  Five workers{};
  unsigned builders = 0;
  for (unsigned q = 0; q < s.players(); ++q) {
    workers[q] = s.player[q].workers_in(r);
    builders += s.player[q].builders_in(r);
  }
  const unsigned most = std::ranges::max(workers);
  if (most < 3 || workers[p] == 0) return 0;
  unsigned second = 0;
  for (const unsigned n : workers) second = n < most ? std::max(second, n) : second;
  const unsigned each = workers[p] == most ? 4 : workers[p] == second ? 2 : 0;
  return due(workers, p) + each * builders;
}

TEST(Scoring, S4G_WithBuildersInRandomGames) {
  const std::array<std::string, 1> modules{"builder"};
  unsigned scored = 0;
  for (u64 seed = 1; seed <= 20; ++seed) {
    State s = start(Ruleset::make("empires", 5, modules));
    Legal options = legal(s);
    Random random(seed, 1);
    while (!is_over(s)) {
      random_step(s, options, random);
      const auto vp = scoring::colony_vp(s);
      for (unsigned p = 0; p < s.players(); ++p) {
        unsigned expected = 0;
        for (unsigned r = 0; r < kMaxRegions; ++r) {
          expected += due_with_builders(s, nth<Region>(r), p);
        }
        ASSERT_EQ(vp[p], expected);
        scored += expected;
      }
    }
  }
  EXPECT_GT(scored, 10'000U);
}

TEST(Scoring, S4G_TheCaribbeanScoresLikeAnyRegion) {
  Position position(2, 3);
  position.in_region(p2, "caribbean", Worker::colonist, 3);
  EXPECT_EQ(scoring::colony_vp(position.s)[1], 6);
}

TEST(Scoring, S4G_SoldiersAndColonistsCountTogether) {
  Position position(2, 3);
  position.in_region(p1, "peru", Worker::soldier, 2).in_region(p1, "peru", Worker::colonist, 2);
  position.in_region(p2, "peru", Worker::colonist, 3);
  const auto vp = scoring::colony_vp(position.s);
  EXPECT_EQ(vp[0], 6);
  EXPECT_EQ(vp[1], 2);
}

TEST(Scoring, S4H_AllThreeScoringsCount) {
  Position position(2, 3);
  position.in_region(p1, "peru", Worker::colonist, 3);
  for (unsigned n = 1; n <= 3; ++n) {
    scoring::resolve(position.s);
    EXPECT_EQ(position.s.of(p1).colony_vp(), 6 * n);
  }
}

/// Colony VP of p1, p2, p3, p4 with these workers in Peru.
std::array<unsigned, 4> scores(std::array<unsigned, 4> workers) {
  Position position(4, 3);
  for (unsigned p = 0; p < 4; ++p) {
    position.in_region(nth<Player>(p), "peru", Worker::colonist, workers[p]);
  }
  const auto vp = scoring::colony_vp(position.s);
  return {vp[0], vp[1], vp[2], vp[3]};
}
using Four = std::array<unsigned, 4>;

TEST(Scoring, S4G_MostSixSecondTwo) { EXPECT_EQ(scores({4, 3, 1, 0}), (Four{6, 2, 0, 0})); }
TEST(Scoring, S4G_TheSecondNeedsOneWorkerOnly) {
  EXPECT_EQ(scores({3, 0, 1, 0}), (Four{6, 0, 2, 0}));
}
TEST(Scoring, S4G_NothingWhereNobodyHasThree) {
  EXPECT_EQ(scores({2, 1, 0, 0}), (Four{0, 0, 0, 0}));
}
TEST(Scoring, S4G_TwoTiedForMostTakeTwoEachAndThereIsNoSecond) {
  EXPECT_EQ(scores({4, 4, 3, 0}), (Four{2, 2, 0, 0}));
}
TEST(Scoring, S4G_ThreeTiedForMostTakeNothing) {
  EXPECT_EQ(scores({3, 3, 3, 1}), (Four{0, 0, 0, 0}));
}
TEST(Scoring, S4G_TiedForSecondTakeNothing) { EXPECT_EQ(scores({5, 2, 2, 1}), (Four{6, 0, 0, 0})); }
TEST(Scoring, S4G_AloneInARegion) { EXPECT_EQ(scores({0, 3, 0, 0}), (Four{0, 6, 0, 0})); }
TEST(Scoring, S4G_SoldiersCountLikeOthers) {
  Position position(2, 3);
  position.in_region(p1, "peru", Worker::soldier, 2).in_region(p1, "peru", Worker::colonist, 1);
  EXPECT_EQ(scoring::colony_vp(position.s)[0], 6);
}

}  // namespace
}  // namespace carrack::testing
