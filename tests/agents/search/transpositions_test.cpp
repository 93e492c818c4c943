// The table of positions that a search has met.
#include "agents/search/transpositions.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

constexpr u64 kPositions = 1024;

unsigned found(const TranspositionTable& table, u64 first, u64 last) {
  unsigned n = 0;
  for (u64 hash = first; hash < last; ++hash) {
    const u32 block = table.find(hash);
    EXPECT_TRUE(block == TranspositionTable::kNone || block == hash);
    n += block == hash ? 1 : 0;
  }
  return n;
}

TEST(TranspositionTable, FindsWhatWasStoredLast) {
  TranspositionTable table;
  table.reserve(kPositions);
  for (u64 hash = 1; hash <= kPositions / 4; ++hash) table.store(hash, static_cast<u32>(hash));
  EXPECT_GT(found(table, 1, kPositions / 4 + 1), kPositions / 4 * 95 / 100);
  table.store(7, 9);
  EXPECT_EQ(table.find(7), 9U);
}

TEST(TranspositionTable, ReplacesEveryEntryWhenItIsFull) {
  TranspositionTable table;
  table.reserve(kPositions);
  constexpr u64 kMany = 100 * kPositions;
  for (u64 hash = 1; hash <= kMany; ++hash) table.store(hash, static_cast<u32>(hash));
  // All of the table has recent positions, none the first ones.
  EXPECT_EQ(found(table, 1, kMany / 2), 0U);
  EXPECT_GT(found(table, kMany / 2, kMany + 1), kPositions * 95 / 100);
}

TEST(TranspositionTable, ForgetsEverything) {
  TranspositionTable table;
  table.reserve(kPositions);
  for (u64 hash = 1; hash <= kPositions; ++hash) table.store(hash, static_cast<u32>(hash));
  table.forget();
  EXPECT_EQ(found(table, 1, kPositions + 1), 0U);
}

}  // namespace
}  // namespace carrack
