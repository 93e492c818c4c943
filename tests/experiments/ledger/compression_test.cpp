// Records as zstd.
#include "experiments/ledger/compression.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace carrack {
namespace {

TEST(Compression, GivesBackWhatItWasGiven) {
  const std::string text(100'000, 'x');
  const std::string packed = compress(text);
  EXPECT_LT(packed.size(), 1000U);
  EXPECT_EQ(decompress(packed), text);
  EXPECT_EQ(decompress(compress("")), "");
  EXPECT_THROW(static_cast<void>(decompress("no frame")), InputError);
  EXPECT_THROW(static_cast<void>(decompress(packed.substr(0, packed.size() - 5))), InputError);
}

}  // namespace
}  // namespace carrack
