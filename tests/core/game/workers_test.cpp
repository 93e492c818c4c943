// Counts of workers by type, as wide as the pieces of RULES §6.
#include "core/game/workers.hpp"

#include <gtest/gtest.h>

#include "core/base/random.hpp"
#include "tests/core/base/cpu.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(WorkerCounts, S6_ThePiecesOfAPlayer) {
  EXPECT_EQ(kPieces[index(Worker::colonist)], 29);
  EXPECT_EQ(kPieces[index(Worker::captain)], 5);
  EXPECT_EQ(kPieces[index(Worker::merchant)], 5);
  EXPECT_EQ(kPieces[index(Worker::missionary)], 10);
  EXPECT_EQ(kPieces[index(Worker::soldier)], 10);
  EXPECT_EQ(kPieces[index(Worker::builder)], 10);
  EXPECT_EQ(kCivilianPieces, 49U);
}

TEST(WorkerCounts, EmptyHasNobody) {
  constexpr WorkerCounts kNobody;
  EXPECT_TRUE(kNobody.empty());
  EXPECT_EQ(kNobody.total(), 0U);
  EXPECT_EQ(kNobody.types(), 0U);
  EXPECT_EQ(kNobody.bits(), 0U);
}

TEST(WorkerCounts, OneTypeLeavesTheOthersAlone) {
  for (unsigned t = 0; t < kWorkers; ++t) {
    WorkerCounts counts;
    for (unsigned n = 1; n <= kPieces[t]; ++n) {
      counts.add(nth<Worker>(t));
      for (unsigned other = 0; other < kWorkers; ++other) {
        EXPECT_EQ(counts[nth<Worker>(other)], other == t ? n : 0);
      }
      EXPECT_EQ(counts.total(), n);
      EXPECT_EQ(counts.types(), bit(t));
      EXPECT_FALSE(counts.empty());
    }
    counts.sub(nth<Worker>(t), kPieces[t]);
    EXPECT_TRUE(counts.empty());
  }
}

TEST(WorkerCounts, OnlyColonistsMeansSomeAndNobodyElse) {
  for (unsigned n = 1; n <= 29; ++n) EXPECT_TRUE(WorkerCounts(n).only_colonists()) << n;
  for (unsigned t = 1; t < kWorkers; ++t) {
    WorkerCounts counts;
    counts.add(nth<Worker>(t));
    EXPECT_FALSE(counts.only_colonists()) << t;
    counts.add(Worker::colonist, 29);
    EXPECT_FALSE(counts.only_colonists()) << t;
  }
}

TEST(WorkerCounts, OneIsTheChangeOfAWiderWord) {
  constexpr unsigned kShift = 40;
  u64 word = 0;
  for (unsigned t = 0; t < kWorkers; ++t)
    word += (t + 1) * (WorkerCounts::one(nth<Worker>(t)) << kShift);
  const WorkerCounts counts(word >> kShift);
  for (unsigned t = 0; t < kWorkers; ++t) EXPECT_EQ(counts[nth<Worker>(t)], t + 1);
  EXPECT_EQ(word & low_bits(kShift), 0U);
}

TEST(WorkerCounts, SumsAreTheSameOnEveryLevel) {
  Random random(1, 1);
  for (int i = 0; i < 1000; ++i) {
    WorkerCounts counts;
    unsigned total = 0;
    unsigned weighed = 0;
    u32 types = 0;
    for (unsigned t = 0; t < kWorkers; ++t) {
      const unsigned n = random.below(kPieces[t] + 1U) * random.below(2);
      counts.add(nth<Worker>(t), n);
      total += n;
      weighed += (t % 3 + 1) * n;
      add_bit(types, t, n > 0);
    }
    for (const cpu::Level level : levels_here()) {
      const AtLevel here(level);
      EXPECT_EQ(counts.total(), total);
      EXPECT_EQ(counts.weighed({1, 2, 3, 1, 2, 3}), weighed);
      EXPECT_EQ(counts.types(), types);
    }
  }
}

TEST(WorkerCounts, ReadsOnlyItsOwnBitsOfAWord) {
  EXPECT_TRUE(WorkerCounts(~low_bits(WorkerCounts::kBits)).empty());
  EXPECT_EQ(WorkerCounts(~u64{0}).bits(), low_bits(WorkerCounts::kBits));
}

TEST(WorkerCounts, HoldsAllPiecesOfEveryTypeAtOnce) {
  WorkerCounts counts;
  unsigned total = 0;
  for (unsigned t = 0; t < kWorkers; ++t) {
    EXPECT_EQ(counts.types(), low_bits(t));
    counts.add(nth<Worker>(t), kPieces[t]);
    total += kPieces[t];
  }
  for (unsigned t = 0; t < kWorkers; ++t) EXPECT_EQ(counts[nth<Worker>(t)], kPieces[t]);
  EXPECT_EQ(counts.total(), total);
  EXPECT_EQ(WorkerCounts(counts.bits()), counts);
  counts.sub(Worker::merchant, 5);
  EXPECT_EQ(counts.types(), 0b111011U);
  EXPECT_FALSE(counts.only_colonists());
  EXPECT_TRUE(WorkerCounts(29).only_colonists());
  EXPECT_FALSE(WorkerCounts().only_colonists());
}

}  // namespace
}  // namespace carrack::testing
