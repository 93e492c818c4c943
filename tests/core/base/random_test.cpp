// Random numbers: bounds, uniformity, disjoint streams.
#include "core/base/random.hpp"

#include <gtest/gtest.h>

#include <set>

namespace carrack::testing {
namespace {

TEST(Random, BelowStaysBelowAndReachesEveryNumber) {
  for (const unsigned n : {1U, 2U, 3U, 7U, 29U, 71U, 256U}) {
    Random random(n, 1);
    std::set<unsigned> seen;
    for (int i = 0; i < 5000; ++i) {
      const unsigned drawn = random.below(n);
      ASSERT_LT(drawn, n);
      seen.insert(drawn);
    }
    EXPECT_EQ(seen.size(), n);
  }
}

TEST(Random, BelowTakesTheLargestBounds) {
  for (const unsigned n : {0x80000000U, 0x80000001U, 0xC0000000U, 0xFFFFFFFFU}) {
    Random random(n, 2);
    unsigned upper_half = 0;
    for (int i = 0; i < 1000; ++i) {
      const unsigned drawn = random.below(n);
      ASSERT_LT(drawn, n);
      upper_half += drawn >= n / 2;
    }
    EXPECT_GT(upper_half, 400U);
    EXPECT_LT(upper_half, 600U);
  }
}

TEST(Random, BelowHasNoBiasWhereAPlainProductHas) {
  // Of 3 · 2^30 values the plain product takes every third twice as often as the others.
  constexpr unsigned kBound = 3U << 30;
  constexpr unsigned kDraws = 30'000;
  Random random(11, 3);
  std::array<unsigned, 3> residues{};
  for (unsigned i = 0; i < kDraws; ++i) ++residues.at(random.below(kBound) % 3);
  double chi_square = 0;
  for (const unsigned n : residues) {
    const double difference = n - kDraws / 3.0;
    chi_square += difference * difference / (kDraws / 3.0);
  }
  EXPECT_LT(chi_square, 13.8);  // two degrees of freedom, 999 of 1,000 seeds
}

TEST(Random, UniformIsAtLeastZeroAndBelowOne) {
  Random random(12, 4);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double drawn = random.uniform();
    ASSERT_GE(drawn, 0);
    ASSERT_LT(drawn, 1);
    sum += drawn;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.01);
}

TEST(Random, NextReadsTheBlocksFromTheirLowWords) {
  Random random(5, 6);
  for (u64 block = 0; block < 3; ++block) {
    for (const u64 word : philox(5, 6, block)) {
      EXPECT_EQ(random.next(), static_cast<u32>(word));
      EXPECT_EQ(random.next(), static_cast<u32>(word >> 32));
    }
  }
}

TEST(Random, ACopyGoesOnWithTheSameNumbers) {
  Random random(7, 7);
  for (int i = 0; i < 3; ++i) static_cast<void>(random.next());
  Random copy = random;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(random.next(), copy.next());
}

TEST(Random, DerivedSeedsDiffer) {
  constexpr u64 kEach = 24;
  std::set<u64> seeds;
  for (u64 seed = 0; seed < kEach; ++seed) {
    for (u64 stream = 0; stream < kEach; ++stream) {
      for (u64 index = 0; index < kEach; ++index) seeds.insert(derive_seed(seed, stream, index));
    }
  }
  EXPECT_EQ(seeds.size(), kEach * kEach * kEach);
}

TEST(Random, OneBitOfTheKeyChangesHalfOfTheBlock) {
  unsigned changed = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const auto one = philox(0, 0, 0);
    const auto other = philox(bit(i), 0, 0);
    changed += count_bits(one[0] ^ other[0]) + count_bits(one[1] ^ other[1]);
  }
  EXPECT_NEAR(changed, 64 * 64, 300);
}

TEST(Random, StreamsOfDifferentFamiliesAreDifferentNumbers) {
  std::set<u64> streams;
  for (const StreamFamily family : {StreamFamily::game, StreamFamily::chance, StreamFamily::agent,
                                    StreamFamily::rollout, StreamFamily::seating}) {
    for (u64 number = 0; number < 1000; ++number) streams.insert(stream(family, number));
  }
  EXPECT_EQ(streams.size(), 5000U);
}

// The known answers that the authors of Philox publish with their code, for 2x64 in ten rounds.
TEST(Random, PhiloxGivesTheKnownAnswers) {
  using Block = std::array<u64, 2>;
  EXPECT_EQ(philox(0, 0, 0), (Block{0xca00a0459843d731U, 0x66c24222c9a845b5U}));
  EXPECT_EQ(philox(~u64{0}, ~u64{0}, ~u64{0}), (Block{0x65b021d60cd8310fU, 0x4d02f3222f86df20U}));
  EXPECT_EQ(philox(0xa4093822299f31d0U, 0x13198a2e03707344U, 0x243f6a8885a308d3U),
            (Block{0x0a5e742c2997341cU, 0xb0f883d38000de5dU}));
}

TEST(Random, BelowIsUniform) {
  // Chi-square with 12 degrees of freedom stays below 32.9 in 999 of 1,000 seeds; this is one seed.
  constexpr unsigned kSides = 13;
  constexpr unsigned kDraws = 130'000;
  Random random(3, 4);
  std::array<unsigned, kSides> counts{};
  for (unsigned i = 0; i < kDraws; ++i) ++counts.at(random.below(kSides));
  double chi_square = 0;
  for (const unsigned n : counts) {
    const double expected = static_cast<double>(kDraws) / kSides;
    chi_square += (n - expected) * (n - expected) / expected;
  }
  EXPECT_LT(chi_square, 32.9);
}

TEST(Random, SixtyFourBitsAreTwoDrawsTheFirstAbove) {
  Random random(1, 2);
  Random same(1, 2);
  const u64 high = same.next();
  const u64 low = same.next();
  EXPECT_EQ(random.next64(), high << 32 | low);
  EXPECT_EQ(random.next(), same.next());
}

TEST(Random, AStreamIsContinuedFromAnyPlace) {
  Random random(3, 4);
  for (u64 drawn = 0; drawn < 100; ++drawn) {
    EXPECT_EQ(random.drawn(), drawn);
    Random later(3, 4);
    later.go_to(drawn);
    EXPECT_EQ(later.drawn(), drawn);
    Random same = random;
    for (int i = 0; i < 40; ++i) EXPECT_EQ(later.next(), same.next()) << drawn;
    static_cast<void>(random.next());
  }
  Random far(3, 4);
  far.go_to(u64{1} << 60);  // no loop
  EXPECT_EQ(far.drawn(), u64{1} << 60);
}

TEST(Random, StreamsOfOneSeedDiffer) {
  Random one(1, stream(StreamFamily::agent, 0));
  Random other(1, stream(StreamFamily::agent, 1));
  Random again(1, stream(StreamFamily::agent, 0));
  unsigned same = 0;
  for (int i = 0; i < 100; ++i) {
    const u32 first = one.next();
    same += first == other.next();
    EXPECT_EQ(first, again.next());
  }
  EXPECT_LT(same, 3U);
  EXPECT_NE(stream(StreamFamily::agent, 0), stream(StreamFamily::chance, 0));
}

}  // namespace
}  // namespace carrack::testing
