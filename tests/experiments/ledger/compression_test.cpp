// Records as zstd.
#include "experiments/ledger/compression.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "core/base/types.hpp"

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

/// A frame without blocks whose header has an 8-byte size.
std::string frame_of_size(u64 size) {
  std::string frame("\x28\xB5\x2F\xFD\xE0", 5);
  for (unsigned byte = 0; byte < 8; ++byte) frame += static_cast<char>(size >> (8 * byte));
  return frame + std::string("\x01\x00\x00", 3);
}

TEST(Compression, ASizeThatNoRecordHasIsRefusedBeforeItIsAskedFor) {
  EXPECT_EQ(decompress(frame_of_size(0)), "");
  for (const u64 size : {(u64{256} << 20) + 1, u64{1} << 40, ~u64{0} - 1, ~u64{0}}) {
    try {
      static_cast<void>(decompress(frame_of_size(size)));
      FAIL() << size;
    } catch (const InputError& error) {
      EXPECT_NE(std::string_view(error.what()).find("a record of the ledger"),
                std::string_view::npos);
    }
  }
  EXPECT_THROW(static_cast<void>(decompress(frame_of_size(7))), InputError);  // it has no bytes
}

}  // namespace
}  // namespace carrack
