// The hash of bytes, and its digits.
#include "core/base/digest.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Digest, IsFnv1a) {
  Digest digest;
  digest.add("foobar");
  EXPECT_EQ(digest.value(), 0x85944171f73967e8U);  // of the authors' test suite
  EXPECT_EQ(hexadecimal(digest.value()), "85944171f73967e8");
}

TEST(Digest, HexadecimalNumbersHaveSixteenDigits) {
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0xbeefU), "000000000000beef");
  EXPECT_EQ(hexadecimal(~u64{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace carrack
