// Rows by number: each content once, whatever its digest; a full table; what is forgotten.
#include "core/base/interner.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <stdexcept>

namespace carrack {
namespace {

struct Table {
  std::array<const int*, 4> rows{};
  Interner<int> interner{rows, 1, "numbers"};

  unsigned number_of(int value, u64 digest) {
    return interner.number_of(value, digest,
                              [&](unsigned) { return std::make_shared<const int>(value); });
  }
};

TEST(Interner, EqualContentHasOneNumberAlsoWhereDigestsCollide) {
  Table table;
  EXPECT_EQ(table.number_of(10, 7), 1U);
  EXPECT_EQ(table.number_of(20, 7), 2U);
  EXPECT_EQ(table.number_of(10, 7), 1U);
  EXPECT_EQ(table.number_of(20, 7), 2U);
  EXPECT_EQ(*table.rows[1], 10);
  EXPECT_EQ(*table.rows[2], 20);
  EXPECT_EQ(table.rows[0], nullptr);
}

TEST(Interner, OnlyNumbersOfRowsAreKnown) {
  Table table;
  static_cast<void>(table.number_of(10, 1));
  EXPECT_FALSE(table.interner.has(0));
  EXPECT_TRUE(table.interner.has(1));
  EXPECT_FALSE(table.interner.has(2));
  EXPECT_FALSE(table.interner.has(4));
}

TEST(Interner, AFullTableIsAClearErrorAndStillReads) {
  Table table;
  for (int i = 0; i < 3; ++i) static_cast<void>(table.number_of(i, 1));
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      static_cast<void>(table.number_of(3, 3));
      FAIL();
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), "more than 3 numbers in one process");
    }
  }
  EXPECT_EQ(table.number_of(2, 1), 3U);
}

TEST(Interner, SpareNumbersAreLeftForOthers) {
  Table table;
  const auto add = [&](int key, std::size_t spare) {
    return table.interner.number_of(
        key, static_cast<u64>(key), [&](unsigned) { return std::make_shared<const int>(key); },
        spare);
  };
  EXPECT_EQ(add(7, 2), 1U);
  EXPECT_THROW(static_cast<void>(add(8, 2)), InputError);
  EXPECT_EQ(add(7, 2), 1U);  // is there
  EXPECT_EQ(add(8, 0), 2U);
  EXPECT_EQ(add(9, 0), 3U);
}

TEST(Interner, ForgottenNumbersAreFreeAgainAndTheOthersStay) {
  Table table;
  for (int i = 0; i < 3; ++i) static_cast<void>(table.number_of(i, static_cast<u64>(i)));
  const int* const kept = table.rows[2];
  table.interner.forget_if([](int row) { return row != 1; });
  EXPECT_FALSE(table.interner.has(1));
  EXPECT_EQ(table.rows[2], kept);
  EXPECT_EQ(table.number_of(1, 1), 2U);
  EXPECT_EQ(table.number_of(5, 5), 1U);
  EXPECT_EQ(table.number_of(6, 6), 3U);
}

TEST(Interner, ARowThatCannotBeMadeLeavesTheTableAsItWas) {
  Table table;
  const auto fail = [](unsigned) -> std::shared_ptr<const int> { throw std::bad_alloc(); };
  EXPECT_THROW(static_cast<void>(table.interner.number_of(1, 1, fail)), std::bad_alloc);
  EXPECT_FALSE(table.interner.has(1));
  EXPECT_EQ(table.number_of(2, 1), 1U);
}

}  // namespace
}  // namespace carrack
