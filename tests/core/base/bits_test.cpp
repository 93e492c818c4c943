// Sets and small counts in a word.
#include "core/base/bits.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.hpp"
#include "tests/core/base/cpu.hpp"

namespace carrack::testing {
namespace {

TEST(Bits, LowBitsOfNoneSomeAndAll) {
  EXPECT_EQ(low_bits(0), 0U);
  EXPECT_EQ(low_bits(5), 31U);
  EXPECT_EQ(low_bits(63), ~u64{0} >> 1);
  EXPECT_EQ(low_bits(64), ~u64{0});
}

TEST(Bits, CountFirstAndMembershipUpToTheHighestBit) {
  const u64 word = bit(3) | bit(31) | bit(32) | bit(63);
  EXPECT_EQ(count_bits(word), 4U);
  EXPECT_EQ(first_bit(word), 3U);
  EXPECT_EQ(first_bit(bit(63)), 63U);
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(has_bit(word, i), i == 3 || i == 31 || i == 32 || i == 63) << i;
  }
  EXPECT_EQ(count_bits(0), 0U);
}

void expect_bits_in_order() {
  for (const u64 word : {u64{0}, bit(0), bit(63), u64{0x8421'0000'F00F'0001U}, ~u64{0}}) {
    std::vector<unsigned> visited;
    for_each_bit(word, [&](unsigned i) { visited.push_back(i); });
    ASSERT_EQ(visited.size(), count_bits(word));
    u64 again = 0;
    for (unsigned k = 0; k < visited.size(); ++k) {
      EXPECT_EQ(nth_bit(word, k), visited[k]);
      if (k > 0) {
        EXPECT_GT(visited[k], visited[k - 1]);
      }
      again |= bit(visited[k]);
    }
    EXPECT_EQ(again, word);
  }
}

TEST(Bits, EverySetIsVisitedLowestFirstAndNthBitAgrees) {
  for (const cpu::Level level : levels_here()) {
    const AtLevel here(level);
    expect_bits_in_order();
  }
}

TEST(Bits, GatherMovesTheBitsOfAMaskTogether) {
  static_assert(gather_bits(0b1011'0110, 0b1100'1010) == 0b1001);
  Random random(1, 2);
  for (int i = 0; i < 1000; ++i) {
    const u64 word = random.next64();
    const u64 mask = random.next64() & random.next64();
    u64 expected = 0;
    unsigned place = 0;
    for_each_bit(mask, [&](unsigned from) { add_bit(expected, place++, has_bit(word, from)); });
    for (const cpu::Level level : levels_here()) {
      const AtLevel here(level);
      EXPECT_EQ(gather_bits(word, mask), expected);
    }
  }
}

TEST(Lanes, EachLaneCountsToItsMostByItself) {
  using Nibbles = Lanes<4>;
  u64 word = 0;
  for (unsigned lane = 0; lane < 16; ++lane) Nibbles::add(word, lane, lane);
  for (unsigned lane = 0; lane < 16; ++lane) EXPECT_EQ(Nibbles::get(word, lane), lane);
  for (unsigned lane = 0; lane < 16; ++lane) Nibbles::sub(word, lane, lane);
  EXPECT_EQ(word, 0U);
  EXPECT_EQ(Nibbles::kMax, 15U);
}

TEST(Lanes, SetReplacesOneLaneBehindAnOffset) {
  using Money = Lanes<11, 23>;
  u64 word = ~u64{0};
  Money::set(word, 0, 1234);
  EXPECT_EQ(Money::get(word, 0), 1234U);
  EXPECT_EQ(word | low_bits(11) << 23, ~u64{0});
  Money::set(word, 0, Money::kMax);
  EXPECT_EQ(word, ~u64{0});
}

TEST(Bits, LanesDoNotTouchTheirNeighbours) {
  using Five = Lanes<5, 3>;
  u64 word = ~u64{0};
  Five::set(word, 4, 0);
  EXPECT_EQ(Five::get(word, 3), 31U);
  EXPECT_EQ(Five::get(word, 4), 0U);
  EXPECT_EQ(Five::get(word, 5), 31U);
  Five::add(word, 4, 7);
  Five::sub(word, 4, 2);
  EXPECT_EQ(Five::get(word, 4), 5U);
  EXPECT_EQ(word | low_bits(5) << 23, ~u64{0});
}

}  // namespace
}  // namespace carrack::testing
