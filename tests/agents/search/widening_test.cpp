#include "agents/search/widening.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(Widening, TriesTheRootOfTheVisits) {
  const Widening widening(0.5);
  EXPECT_EQ(widening.children(0), 1U);
  EXPECT_EQ(widening.children(1), 2U);
  EXPECT_EQ(widening.children(3), 2U);
  EXPECT_EQ(widening.children(4), 3U);
  EXPECT_EQ(widening.children(999'999), 1000U);
}

TEST(Widening, NeverFallsWhereTheTableEnds) {
  for (const double exponent : {0.0, 0.3, 0.9, 1.0}) {
    const Widening widening(exponent);
    for (u32 visits = 1; visits < 5000; ++visits) {
      ASSERT_GE(widening.children(visits), widening.children(visits - 1)) << visits;
      ASSERT_EQ(widening.children(visits),
                static_cast<unsigned>(std::ceil(elementary::pow(visits + 1.0, exponent))));
    }
  }
}

}  // namespace
}  // namespace carrack
