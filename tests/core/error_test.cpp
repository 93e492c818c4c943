// What wrong words are told.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Error, NearestIsEmptyWhereNothingIsClose) {
  constexpr std::array<std::string_view, 2> kKnown{"iterations", "time"};
  EXPECT_EQ(nearest("iteration", kKnown), "iterations");
  EXPECT_EQ(nearest("xyz", kKnown), "");
}

}  // namespace
}  // namespace carrack::testing
