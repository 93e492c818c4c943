#include "core/signature.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Signature, IsTheOneOfTheseRulesInEveryBuildType) { EXPECT_EQ(signature(), kSignature); }

}  // namespace
}  // namespace carrack
