// The ends of games by backward induction.
#include "experiments/learning/exact_endgame.hpp"

#include <set>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// The last purchase of a game of two; p1 has $20, a tile and four goods.
State last_purchase(std::initializer_list<Tile> shown) {
  Position position(2, 8);
  position.money(p1, 20).owns(p1, Tile::settlers).in_box(Box::buildings, p1);
  for (const Good good : {Good::sugar, Good::gold, Good::fish, Good::fur}) {
    position.owns_good(p1, good);
  }
  for (const Tile tile : shown) position.shows(tile);
  return position.begin(Phase::buildings);
}

Action buy(Tile tile) { return {Verb::buy, index(tile)}; }

TEST(ExactEndgame, TheLastPurchaseIsTheOneThatIsWorthMost) {
  const State s = last_purchase({Tile::factory, Tile::navy});  // 5 VP, 0 VP
  ASSERT_EQ(s.node, Node::buy);
  const auto end = exact_endgame(s, 100);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->best, std::vector{buy(Tile::factory)});
  EXPECT_EQ(end->win_share[0], 1);
  EXPECT_EQ(end->win_share[1], 0);
}

TEST(ExactEndgame, OptionsThatAreWorthTheSameAreAllBest) {
  // Four goods, and two tiles with the new one: 4 VP each.
  const State s = last_purchase({Tile::mercantilism, Tile::prosperity});
  const auto end = exact_endgame(s, 100);
  ASSERT_TRUE(end);
  EXPECT_EQ(std::set<Action>(end->best.begin(), end->best.end()),
            (std::set<Action>{buy(Tile::mercantilism), buy(Tile::prosperity)}));
}

TEST(ExactEndgame, WinSharesOfAPositionAreThoseOfItsBestOption) {
  const State s = last_purchase({Tile::factory});
  EXPECT_EQ(exact_win_share(s, 100), exact_endgame(s, 100)->win_share);
}

TEST(ExactEndgame, IsEmptyBeforeTheLastTurnAndWhereThereAreTooManyPositions) {
  const State s = last_purchase({Tile::factory});
  EXPECT_FALSE(exact_endgame(s, 0));
  EXPECT_FALSE(exact_endgame(s, 1));
  EXPECT_FALSE(exact_win_share(s, 1));
  EXPECT_FALSE(exact_endgame(start(Ruleset::make("aoe3", 2)), 1000));
  State secret = s;
  secret.flags |= kSecrets;
  EXPECT_FALSE(exact_endgame(secret, 100));
}

}  // namespace
}  // namespace carrack::testing
