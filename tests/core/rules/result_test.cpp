// RULES §4 H: where VP come from, tie-breaks, ranks.
#include "core/tools/rollout.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

std::vector<unsigned> ranks_of(const State& s) {
  const Result r = result(s);
  return {r.rank.begin(), r.rank.begin() + s.players()};
}

/// What each of up to five players ends turn 8 with; `vp` in counters of 4, 5, 6 or 7.
struct Ending {
  unsigned vp = 0;
  unsigned earlier = 0;   // colony VP of the first two scorings
  unsigned colonies = 0;  // regions held alone by three workers
  unsigned money = 0;
  unsigned goods = 0;
};

State end_with(const std::vector<Ending>& endings) {
  Position position(static_cast<unsigned>(endings.size()), 8);
  unsigned next_region = 0;
  for (unsigned i = 0; i < endings.size(); ++i) {
    const auto& [vp, earlier, colonies, money, goods] = endings[i];
    const auto p = nth<Player>(i);
    for (unsigned c = 0, left = vp; left != 0; ++c) {
      if (position.s.counters.holder(c) != kInBag || catalogue::kCounterRows[c].vp != left)
        continue;
      position.s.counters.assign(c, i);
      left = 0;
    }
    position.s.of(p).add_colony_vp(earlier);
    for (unsigned n = 0; n < colonies; ++n) {
      position.in_region(p, region_name(nth<Region>(next_region++), Board::americas),
                         Worker::colonist, 3);
    }
    position.money(p, money);
    if (goods != 0) position.owns_good(p, Good::silver, goods);
  }
  return position.begin(Phase::benefits);
}

TEST(Result, S4H_VpComeBeforeEverything) {
  EXPECT_EQ(ranks_of(end_with({{.vp = 5}, {.vp = 4, .money = 9, .goods = 3}})),
            (std::vector<unsigned>{1, 2}));
}

TEST(Result, S4H_FirstTieBreakIsColonyVpOfTurnEight) {
  EXPECT_EQ(ranks_of(end_with({{.vp = 6, .money = 9, .goods = 3}, {.colonies = 1}})),
            (std::vector<unsigned>{2, 1}));
}

TEST(Result, S4H_ColonyVpOfEarlierTurnsBreakNoTie) {
  const State s = end_with({{.earlier = 12}, {.earlier = 6, .colonies = 1}});
  EXPECT_EQ(result(s).vp[0], result(s).vp[1]);
  EXPECT_EQ(ranks_of(s), (std::vector<unsigned>{2, 1}));
}

TEST(Result, S4H_SecondTieBreakIsMoney) {
  EXPECT_EQ(ranks_of(end_with({{.money = 3, .goods = 3}, {.money = 4}})),
            (std::vector<unsigned>{2, 1}));
}

TEST(Result, S4H_ThirdTieBreakIsTradeGoods) {
  EXPECT_EQ(ranks_of(end_with({{.money = 3, .goods = 1}, {.money = 3, .goods = 2}})),
            (std::vector<unsigned>{2, 1}));
}

TEST(Result, R7_SharedRanksReadOneOneThree) {
  EXPECT_EQ(ranks_of(end_with({{.money = 2}, {.money = 1}, {.money = 2}})),
            (std::vector<unsigned>{1, 3, 1}));
  EXPECT_EQ(ranks_of(end_with({{.money = 1}, {.money = 2}, {.money = 1}, {}})),
            (std::vector<unsigned>{2, 1, 2, 4}));
  EXPECT_EQ(ranks_of(end_with({{}, {}, {}, {}, {}})), (std::vector<unsigned>{1, 1, 1, 1, 1}));
}

TEST(Result, S4H_EachSourceInItsPlace) {
  Position position(2, 8);
  position.in_region(p1, "peru", Worker::colonist, 3).owns(p1, Tile::taxation);
  position.owns_good(p1, Good::sugar, 4);
  position.s.of(p1).add_colony_vp(8);
  for (const unsigned counter : {0U, 14U}) position.s.counters.assign(counter, 0);  // 4 and 7
  position.s.cards.assign(index(Card{13}), 0);                                      // India, 6
  const Result r = result(position.begin(Phase::income));
  EXPECT_EQ(r.breakdown[0],
            (Breakdown{.colonies = 14, .discoveries = 17, .tiles = 2, .economy = 6}));
  EXPECT_EQ(r.vp[0], 39);
  EXPECT_EQ(r.breakdown[1], Breakdown());
}

TEST(Result, S4H_DivisionsAreRoundedDown) {
  const auto tiles = [](Position position) {
    return unsigned{result(position.begin(Phase::benefits)).breakdown[0].tiles};
  };
  EXPECT_EQ(tiles(Position(2, 8).owns(p1, Tile::wealth).money(p1, 14)), 2U);
  EXPECT_EQ(tiles(Position(2, 8)
                      .owns(p1, Tile::population)
                      .in_region(p1, "peru", Worker::colonist, 2)
                      .in_region(p1, "brazil", Worker::soldier, 1)),
            1U);
}

TEST(Result, S4H_RandomGamesAddUpAndRankByVp) {
  for (u64 game = 0; game < 100; ++game) {
    State s = start(Ruleset::make("aoe3", 2 + game % 4));
    Random random(game, 77);
    while (!is_over(s)) {
      apply(s, random_action(s, legal(s), random));
    }
    const Result r = result(s);
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      ASSERT_EQ(r.breakdown[p].total(), r.vp[p]);
      ASSERT_EQ(r.rank[p] == 0, p >= s.players());  // seats beyond the players hold zeros
      ASSERT_EQ(r.breakdown[p].bought, 0);
      for (unsigned q = 0; q < s.players() && p < s.players(); ++q) {
        ASSERT_TRUE(r.vp[p] <= r.vp[q] || r.rank[p] < r.rank[q]);
      }
    }
  }
}

TEST(Result, S4H_TheBreakdownAddsUp) {
  Position position(2, 8);
  position.owns(p1, Tile::factory).in_region(p1, "peru", Worker::colonist, 3);
  position.s.counters.assign(14, 0);
  position.s.cards.assign(15, 0);
  const Result r = result(position.begin(Phase::income));
  EXPECT_EQ(r.breakdown[0], (Breakdown{.colonies = 6, .discoveries = 13, .tiles = 5}));
  EXPECT_EQ(r.vp[0], 24);
}

}  // namespace
}  // namespace carrack::testing
