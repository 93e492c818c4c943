// Goods and ships by kind, and the goods on show, read through accessors.
#include "core/game/goods.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/random.hpp"

namespace carrack {
namespace {

/// The same holding, counted by kind.
struct Counted {
  std::array<unsigned, kGoods> goods{};
  unsigned ships = 0;
};

TEST(Holding, SaysWhatIsInIt) {
  Random random(1, 0);
  for (int i = 0; i < 2000; ++i) {
    Counted counted;
    Holding holding;
    const unsigned pieces = random.below(20);
    for (unsigned n = 0; n < pieces; ++n) {
      const auto good = nth<Good>(random.below(kGoods));
      if (holding[good] == 6) continue;  // as many as a board can have
      holding.add(good);
      ++counted.goods[index(good)];
    }
    counted.ships = random.below(kShips + 1);
    holding.add_ships(counted.ships);

    unsigned tokens = 0;
    u32 kinds = 0;
    std::vector<unsigned> each;
    for (unsigned g = 0; g < kGoods; ++g) {
      ASSERT_EQ(holding[nth<Good>(g)], counted.goods[g]);
      for (unsigned digit = 0; digit < 3; ++digit) {
        ASSERT_EQ(has_bit(holding.digits(digit), 4 * g), has_bit(counted.goods[g], digit));
      }
      tokens += counted.goods[g];
      add_bit(kinds, g, counted.goods[g] != 0);
      each.insert(each.end(), counted.goods[g], g);
    }
    ASSERT_EQ(holding.ships(), counted.ships);
    ASSERT_EQ(holding.tokens(), tokens);
    ASSERT_EQ(holding.kinds(), kinds);
    ASSERT_EQ(holding.has_goods(), tokens != 0);
    if (tokens != 0) {
      ASSERT_EQ(holding.is_one_kind(), count_bits(kinds) == 1);
    }
    for (unsigned k = 0; k < tokens; ++k) ASSERT_EQ(index(holding.nth_token(k)), each[k]);
  }
}

TEST(Holding, ShipsAreNoGoods) {
  Holding holding;
  holding.add_ships(8);
  EXPECT_FALSE(holding.has_goods());
  EXPECT_EQ(holding.tokens(), 0U);
  EXPECT_EQ(holding.kinds(), 0U);
  EXPECT_EQ(holding.without_ships(), Holding());
  holding.remove_ships(3);
  EXPECT_EQ(holding.ships(), 5U);
}

TEST(Holding, SomeKindsAlone) {
  Holding holding;
  holding.add(Good::spices, 2);
  holding.add(Good::tea);
  holding.add(Good::gold, 4);
  holding.add_ships(2);
  const Holding some = holding.only(Good::spices, Good::tea, Good::silk);
  EXPECT_EQ(some.tokens(), 3U);
  EXPECT_EQ(some.ships(), 0U);
  holding -= some;
  EXPECT_EQ(holding.tokens(), 4U);
  holding += some;
  EXPECT_EQ(holding[Good::spices], 2U);
}

TEST(ShownGoods, EveryTokenIsASpaceAndEveryKindIsListedOnce) {
  ShownGoods shown;
  EXPECT_TRUE(shown.empty());
  EXPECT_EQ(shown.kinds(), 0U);
  for (int i = 0; i < 4; ++i) shown.add(Good::gold);
  EXPECT_TRUE(shown.full());
  EXPECT_EQ(shown.count(Good::gold), 4U);
  for (unsigned left = 4; left > 0; --left) {
    EXPECT_EQ(shown.kinds(), bit(index(Good::gold)));
    EXPECT_EQ(std::ranges::distance(shown), static_cast<int>(left));
    shown.remove(Good::gold);
    EXPECT_FALSE(shown.full());
  }
  EXPECT_TRUE(shown.empty());
}

TEST(ShownGoods, AnyOneOfFourCanGo) {
  constexpr std::array<Good, 4> kShown{Good::sugar, Good::ivory, Good::silver, Good::sugar};
  for (const Good gone : {Good::silver, Good::sugar, Good::ivory}) {
    ShownGoods shown;
    for (const Good good : kShown) shown.add(good);
    shown.remove(gone);
    std::vector<Good> expected{Good::silver, Good::sugar, Good::sugar, Good::ivory};
    expected.erase(std::ranges::find(expected, gone));
    EXPECT_TRUE(std::ranges::equal(shown, expected)) << index(gone);
    EXPECT_TRUE(shown.is_in_order());
  }
}

}  // namespace
}  // namespace carrack
