// Backward induction on lines that are too long for it. Values are compared in
// tests/games/known_values_test.cpp.
#include "agents/search/solver.hpp"

#include <gtest/gtest.h>

#include "tests/games/long_line.hpp"

namespace carrack::testing {
namespace {

TEST(Solver, SaysThatALineIsTooDeep) {
  // A step down the line is two events, one of each player.
  using Short = LongLine<300>;
  Solver<Short> solver(1'000'000);
  EXPECT_EQ(solver.value_of({}).value()[0], 1);
  using Long = LongLine<Solver<Short>::kMaxDepth / 2 + 100>;
  Solver<Long> too_far(1'000'000);
  EXPECT_EQ(too_far.value_of({}), std::nullopt);
  EXPECT_EQ(too_far.failure(), Solver<Long>::Failure::too_deep);
  // Nearer to the end it is not, and what failed before does not count.
  Long::State near_the_end;
  near_the_end.steps = 200;
  EXPECT_EQ(too_far.value_of(near_the_end).value()[0], 1);
}

}  // namespace
}  // namespace carrack::testing
