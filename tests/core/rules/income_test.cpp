// RULES §4 C: the best income from goods and ships, against exhaustive search.
#include <map>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Kinds by how many tokens they have: histogram[c] kinds of c tokens, c from 1 to 6.
using Histogram = std::array<unsigned, 7>;

/// The best over all partitions of a holding into sets, by memoised recursion.
class Search {
 public:
  unsigned best(const Histogram& kinds, unsigned ships) {
    const auto [entry, is_new] = memory_.try_emplace({kinds, ships}, 0);
    if (!is_new) return entry->second;
    unsigned most = 0;
    for (const unsigned ship : {0U, 1U}) {
      if (ship > ships) continue;
      for (const auto& [size, money] : {std::pair{4U, 6U}, {3U, 3U}}) {
        const unsigned tokens = size - ship;
        for (unsigned c = tokens; c <= 6; ++c) {
          if (kinds[c] == 0) continue;
          most = std::max(most, money + best(without(kinds, c, tokens), ships - ship));
        }
      }
    }
    return memory_[{kinds, ships}] = std::max(most, mixed(total(kinds), ships));
  }

 private:
  static Histogram without(Histogram kinds, unsigned c, unsigned tokens) {
    --kinds[c];
    if (c > tokens) ++kinds[c - tokens];
    return kinds;
  }
  static unsigned total(const Histogram& kinds) {
    unsigned n = 0;
    for (unsigned c = 1; c < kinds.size(); ++c) n += c * kinds[c];
    return n;
  }
  /// Sets of any three, tried one by one.
  static unsigned mixed(unsigned goods, unsigned ships) {
    unsigned most = 0;
    if (goods >= 3) most = 1 + mixed(goods - 3, ships);
    if (goods >= 2 && ships >= 1) most = std::max(most, 1 + mixed(goods - 2, ships - 1));
    return most;
  }

  std::map<std::pair<Histogram, unsigned>, unsigned> memory_;
};

Holding holding_of(const Histogram& kinds, unsigned ships) {
  Holding holding;
  holding.add_ships(ships);
  unsigned kind = 0;
  for (unsigned c = 1; c < kinds.size(); ++c) {
    for (unsigned n = 0; n < kinds[c]; ++n) holding.add(nth<Good>(kind++), c);
  }
  return holding;
}

/// Calls `visit` for every histogram that tokens of a board can make: at most `limit[c]` kinds have
/// c or more tokens.
template <typename Visit>
void for_each_histogram(const std::array<u8, kGoods>& tokens, Visit&& visit) {
  std::array<unsigned, 7> limit{};
  for (const unsigned n : tokens) {
    for (unsigned c = 1; c <= n; ++c) ++limit[c];
  }
  Histogram kinds{};
  const auto fill = [&](const auto& self, unsigned c, unsigned used) -> void {
    if (c == 0) {
      visit(kinds);
      return;
    }
    for (kinds[c] = 0; used + kinds[c] <= limit[c]; ++kinds[c]) self(self, c - 1, used + kinds[c]);
    kinds[c] = 0;
  };
  fill(fill, 6, 0);
}

class EveryHolding : public ::testing::TestWithParam<Board> {};

TEST_P(EveryHolding, S4C_EarnsTheOptimum) {
  Search search;
  std::size_t holdings = 0;
  for_each_histogram(boards::row(GetParam()).tokens(), [&](const Histogram& kinds) {
    for (unsigned ships = 0; ships <= kShips; ++ships) {
      ++holdings;
      ASSERT_EQ(income::best_sets(holding_of(kinds, ships)), search.best(kinds, ships))
          << kinds[1] << ' ' << kinds[2] << ' ' << kinds[3] << ' ' << kinds[4] << ' ' << kinds[5]
          << ' ' << kinds[6] << " with " << ships << " ships";
    }
  });
  EXPECT_GT(holdings, 10'000U);
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryHolding, ::testing::Values(Board::americas, Board::world),
                         [](const auto& board) {
                           return board.param == Board::americas ? "americas" : "world";
                         });

unsigned earned(Position position) {
  position.s.phase = Phase::income;
  income::resolve(position.s);
  return position.s.of(p1).money();
}

TEST(Income, S4C_SetsOfThreeAlikeFourAlikeAndAnyThree) {
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::fur, 3)), 3U);
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::sugar, 4)), 6U);
  EXPECT_EQ(
      earned(
          Position(2).owns_good(p1, Good::fur).owns_good(p1, Good::rice).owns_good(p1, Good::gold)),
      1U);
}

TEST(Income, S4C_AShipStandsForAnyGoodAtMostOneInASet) {
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::fur, 2).owns_ships(p1, 1)), 3U);
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::fur, 1).owns_ships(p1, 2)), 0U);
  EXPECT_EQ(earned(Position(2).owns_ships(p1, 6)), 0U);
}

TEST(Income, S5_RumDistilleryThreeASugarAfterTheSets) {
  EXPECT_EQ(earned(Position(2, 4).owns(p1, Tile::rum_distillery).owns_good(p1, Good::sugar, 3)),
            3U + 9);
}

TEST(Income, S4H_TheIncomeOfTurnEightCountsAsVpGoodsAndShipsOnly) {
  Position position(2, 8);
  position.owns(p1, Tile::rum_distillery).owns_good(p1, Good::sugar, 4);
  income::resolve(position.s);
  EXPECT_EQ(position.s.of(p1).economy(), 6U);
  EXPECT_EQ(position.s.of(p1).money(), 6U + 12);
  EXPECT_EQ(result(position.s).breakdown[0].economy, 6);
}

TEST(Income, S4C_TheSetsOfTheRulebook) {
  EXPECT_EQ(earned(Position(2)
                       .owns_good(p1, Good::indigo)
                       .owns_good(p1, Good::silver)
                       .owns_good(p1, Good::tobacco)),
            1U);
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::indigo, 2).owns_ships(p1, 1)), 3U);
  EXPECT_EQ(earned(Position(2).owns_good(p1, Good::sugar, 4)), 6U);
}

TEST(Income, S4C_TokensStayAndPayAgain) {
  Position position(2);
  position.owns_good(p1, Good::fur, 3);
  for (unsigned turn = 1; turn <= 3; ++turn) {
    income::resolve(position.s);
    EXPECT_EQ(position.s.of(p1).money(), 3 * turn);
  }
}

TEST(Income, S4H_NoEconomyVpBeforeTurnEight) {
  for (unsigned turn = 1; turn < kTurns; ++turn) {
    Position position(2, turn);
    position.owns_good(p1, Good::sugar, 4);
    income::resolve(position.s);
    EXPECT_EQ(position.s.of(p1).economy(), 0U);
  }
}

TEST(Income, S4C_EachPlayerForItself) {
  Position position(3);
  position.owns_good(p1, Good::fur, 2).owns_good(p2, Good::fur, 1).owns_ships(p3, 1);
  income::resolve(position.s);
  for (const Player p : {p1, p2, p3}) EXPECT_EQ(position.s.of(p).money(), 0U);
}

TEST(Income, S5_TheRumDistilleryPaysItsOwnerForItsOwnSugar) {
  Position position(2, 5);
  position.owns(p1, Tile::rum_distillery).owns_good(p1, Good::sugar, 1);
  position.owns_good(p1, Good::gold, 1).owns_good(p2, Good::sugar, 2).owns_ships(p1, 2);
  income::resolve(position.s);
  EXPECT_EQ(position.s.of(p1).money(), 1U + 3);  // a ship is not sugar
  EXPECT_EQ(position.s.of(p2).money(), 0U);
}

TEST(Income, R10_NoMintIn2007) {
  for (const Age age : {Age::one, Age::two, Age::three}) {
    EXPECT_FALSE(tile_pool(Ruleset::make("aoe3", 4), age).contains(only_copy(Tile::mint)));
  }
}

}  // namespace
}  // namespace carrack::testing
