// The behaviour of the whole engine in one number, in every build type.
#include "core/tools/signature.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Signature, TheGameOf2007IsAsItWas) { EXPECT_EQ(signature(Edition::aoe3), kSignatureAoe3); }
TEST(Signature, IsTheExpectedOne) { EXPECT_EQ(signature(), kSignature); }
TEST(Signature, TheWorldMapHasOneOfItsOwn) {
  EXPECT_EQ(signature_of_world_map(), kSignatureOfWorldMap);
}

}  // namespace
}  // namespace carrack
